internal import Reporting
internal import Storage
internal import Domain

extension StatusReport {
    private typealias Samples = [(labels: [(String, String)], value: Double)]

    /// The report as metrics for Prometheus.
    var metrics: String {
        var text = PrometheusText()
        text.gauge("cairn_status_timestamp_seconds", "When this was read, in seconds since 1970.", [([], at.seconds)])
        let processes: Samples = copy == nil ? [([], Double(workers))] : []
        text.gauge("cairn_workers", "Processes that work on the store.", processes)
        text.gauge(
            "cairn_last_success_timestamp_seconds",
            "When a night of the job last ended with exit status 0 and nothing to ask again, in seconds since 1970.",
            successes.map { ([("job", $0.job)], $0.at.seconds) })
        addJobs(to: &text)
        addBooks(to: &text)
        return text.text
    }

    /// The runs of each job that metrics are about: the newest, and older ones that have work.
    ///
    /// Runs have no label of their own, which would grow from night to night.
    private var jobs: [(labels: [(String, String)], runs: [RunStatus])] {
        var names: [String] = []
        for run in runs where !names.contains(run.totals.job) { names.append(run.totals.job) }
        return names.map { name in
            let own = runs.filter { $0.totals.job == name }
            return ([("job", name)], own.prefix(1) + own.dropFirst().filter(\.hasImagesLeft))
        }
    }

    private func addJobs(to text: inout PrometheusText) {
        var tasks: Samples = []
        var failures: Samples = []
        var rates: Samples = []
        var remaining: Samples = []
        for (labels, runs) in jobs {
            let states: [(String, KeyPath<RunTotals, Int>)] = [
                ("queued", \.queued), ("running", \.running), ("done", \.done), ("failed", \.failed),
                ("cancelled", \.cancelled),
            ]
            for (state, count) in states {
                tasks.append((labels + [("state", state)], Double(runs.reduce(0) { $0 + $1.totals[keyPath: count] })))
            }
            let kinds = Dictionary(grouping: runs.flatMap(\.failures), by: \.kind).sorted { $0.key < $1.key }
            for (kind, counts) in kinds {
                failures.append((labels + [("kind", kind)], Double(counts.reduce(0) { $0 + $1.count })))
            }
            rates.append((labels, runs.reduce(0) { $0 + $1.imagesPerSecond }))
            if let longest = runs.compactMap(\.remaining).max() {
                remaining.append((labels, Double(longest.milliseconds) / 1000))
            }
        }
        text.gauge(
            "cairn_tasks", "Images by state, of a job's newest run and of its older ones that have work.", tasks)
        text.gauge("cairn_failures", "Failed images of these runs by kind of failure.", failures)
        text.gauge(
            "cairn_images_per_second", "Images of these runs that ended in a second, over the last minute.", rates)
        text.gauge(
            "cairn_job_remaining_seconds", "Time until these runs are finished at the present speed.",
            remaining)
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
            low.append((labels, feature.monthMinDollars))
            if let dollars = feature.monthMaxDollars { high.append((labels, dollars)) }
        }
        text.gauge("cairn_units", "Units of an account by feature and state, of all time.", units)
        text.gauge("cairn_month_usd_low", "The least that the vendor's present month costs, in US dollars.", low)
        text.gauge("cairn_month_usd_high", "The most that the vendor's present month costs, in US dollars.", high)
        text.gauge(
            "cairn_account_held_until_timestamp_seconds", "Until when the service has told an account to wait.",
            accounts.compactMap { account in account.holdEnds.map { ([("account", account.name)], $0.seconds) } })
        let caps =
            runs.flatMap { run in run.caps.map { ($0, [("job", $0.owner)]) } }
            + accounts.flatMap { account in account.caps.map { ($0, [("account", $0.owner)]) } }
        func samples(_ value: (CapUsage) -> Double?) -> Samples {
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
            samples { dollars($0.microDollars) })
        text.gauge(
            "cairn_budget_cap_usd", "The cap in US dollars.", samples { $0.cap.microDollars.map(dollars) })
    }
}

extension Timestamp {
    fileprivate var seconds: Double { Double(milliseconds) / 1000 }
}
