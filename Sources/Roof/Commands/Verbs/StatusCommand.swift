internal import Platform
internal import Reporting
internal import Runner
internal import Storage
internal import Vocabulary

/// `cairn status [RUN]`: counts, rate, time left, failures by kind.
enum StatusCommand {
    struct Options: Sendable {
        var run: Int?
    }

    static let command = Command(
        "status", "shows how runs stand: counts, rate, time left, failures by kind",
        items: [.argument(\.run, "RUN", "one run; otherwise the newest ones")], defaults: Options()
    ) { call, console in
        let place = Workplace(call.common, console)
        return place.attempt { () throws(Stop) in
            let store = try place.open(for: .read)
            let reports = try place.stopping(Message.init) { () throws(StoreError) in
                if let run = call.options.run {
                    return [try StatusReport(of: RunID(Int64(run)), in: store)].compactMap { $0 }
                }
                var reports: [StatusReport] = []
                for run in try store.recentRuns(limit: 10) {
                    let report = try StatusReport(of: run.run, in: store, countingFailures: false)
                    if let report { reports.append(report) }
                }
                return reports
            }
            if let run = call.options.run, reports.isEmpty { throw Stop(Message(.noSuchRun(RunID(Int64(run))))) }
            if reports.isEmpty { place.narrator.say("no run yet; `cairn run JOB` makes one") }
            if !reports.isEmpty || call.common.json {
                place.write(columns, reports.map { cells(of: $0.totals, $0) })
            }
            if !call.common.json, call.options.run != nil, let report = reports.first { tell(report, place) }
            return .done
        }
    }

    static let columns = [
        "run_id", "job", "state", "total", "done", "failed", "waiting", "running", "cancelled", "images_per_second",
        "seconds_left", "units_settled", "units_uncertain", "usd_low", "usd_high",
    ]

    /// A run's values for `columns`.
    static func cells(of totals: RunTotals, _ report: StatusReport? = nil) -> [Cell] {
        let rate = report?.imagesPerSecond ?? 0
        return [
            .integer(totals.run.value), .text(totals.job), .text(totals.state), Cell(totals.total), Cell(totals.done),
            Cell(totals.failed), Cell(totals.waiting), Cell(totals.running), Cell(totals.cancelled),
            rate > 0 ? .real((rate * 10).rounded() / 10) : .null,
            report?.remaining.map { .integer($0.milliseconds / 1000) } ?? .null,
            Cell(totals.cost.settled), Cell(totals.cost.uncertain),
            .real(Double(totals.cost.leastMicroDollars) / 1e6), .real(Double(totals.cost.mostMicroDollars) / 1e6),
        ]
    }

    private static func tell(_ report: StatusReport, _ place: Workplace) {
        for failure in report.failures {
            place.narrator.say("\(Figures.grouped(Int64(failure.count))) \(failure.kind): \(failure.example)")
        }
        if let left = report.remaining { place.narrator.say("about \(Figures.duration(left)) left") }
    }
}
