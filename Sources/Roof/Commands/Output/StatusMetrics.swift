internal import Reporting
internal import Storage
internal import Vocabulary

extension StatusReport {
    private typealias Samples = [(labels: [(String, String)], value: Double)]

    /// The report as metrics for Prometheus.
    var metrics: String {
        var text = PrometheusText()
        text.gauge("cairn_status_timestamp_seconds", "When this was read, in seconds since 1970.", [([], at.seconds)])
        text.gauge("cairn_workers", "Processes that work on the store.", [([], Double(workers))])
        add(runs, to: &text)
        addBooks(to: &text)
        return text.text
    }

    private func add(_ runs: [RunStatus], to text: inout PrometheusText) {
        var tasks: Samples = []
        var failures: Samples = []
        for run in runs {
            let states = [
                ("queued", run.totals.waiting), ("running", run.totals.running), ("done", run.totals.done),
                ("failed", run.totals.failed), ("cancelled", run.totals.cancelled),
            ]
            for (state, count) in states { tasks.append((run.labels + [("state", state)], Double(count))) }
            let kinds = Dictionary(grouping: run.failures, by: \.kind).sorted { $0.key < $1.key }
            for (kind, counts) in kinds {
                failures.append((run.labels + [("kind", kind)], Double(counts.reduce(0) { $0 + $1.count })))
            }
        }
        text.gauge("cairn_tasks", "Images of a run by state.", tasks)
        text.gauge("cairn_failures", "Failed images of a run by kind of failure.", failures)
        text.gauge(
            "cairn_images_per_second", "Images of a run that ended in a second, over the last minute.",
            runs.map { ($0.labels, $0.imagesPerSecond) })
        text.gauge(
            "cairn_run_remaining_seconds", "Time until a run is finished at the present speed, where it can be known.",
            runs.compactMap { run in run.remaining.map { (run.labels, Double($0.milliseconds) / 1000) } })
    }

    private func addBooks(to text: inout PrometheusText) {
        var units: Samples = []
        var low: Samples = []
        var high: Samples = []
        for feature in accounts.flatMap(\.features) {
            let labels = [("account", feature.account), ("feature", feature.feature)]
            let states = [
                ("settled", feature.settled), ("uncertain", feature.uncertain), ("reserved", feature.reserved),
            ]
            for (state, count) in states { units.append((labels + [("state", state)], Double(count))) }
            low.append((labels, feature.monthLeastDollars))
            if let most = feature.monthMostDollars { high.append((labels, most)) }
        }
        text.gauge("cairn_units", "Units of an account by feature and state, of all time.", units)
        text.gauge("cairn_month_usd_low", "The least that the vendor's present month costs, in US dollars.", low)
        text.gauge("cairn_month_usd_high", "The most that the vendor's present month costs, in US dollars.", high)
        text.gauge(
            "cairn_account_held_until_timestamp_seconds", "Until when the service has told an account to wait.",
            accounts.compactMap { account in account.heldUntil.map { ([("account", account.name)], $0.seconds) } })
        let caps =
            runs.flatMap { run in run.caps.map { ($0, $0.scope == .run ? run.labels : [("job", $0.owner)]) } }
            + accounts.flatMap { account in account.caps.map { ($0, [("account", $0.owner)]) } }
        func samples(_ value: (CapLine) -> Double?) -> Samples {
            caps.compactMap { cap, labels in
                value(cap).map { ([("scope", cap.scope.rawValue)] + labels, $0) }
            }
        }
        text.gauge(
            "cairn_budget_units", "Units that count against a cap: settled, uncertain and reserved.",
            samples { Double($0.units) })
        text.gauge(
            "cairn_budget_uncertain_units", "Those of them that may not have been billed.",
            samples { Double($0.uncertain) })
        text.gauge("cairn_budget_cap_units", "The cap in units.", samples { $0.cap.units.map(Double.init) })
        text.gauge(
            "cairn_budget_usd", "The most that what counts against a cap can cost, in US dollars.",
            samples { Double($0.microDollars) / 1e6 })
        text.gauge(
            "cairn_budget_cap_usd", "The cap in US dollars.", samples { $0.cap.microDollars.map { Double($0) / 1e6 } })
    }
}

extension RunStatus {
    fileprivate var labels: [(String, String)] { [("job", totals.job), ("run", "\(totals.run.value)")] }
}

extension Timestamp {
    fileprivate var seconds: Double { Double(milliseconds) / 1000 }
}
