internal import Reporting
package import Nights
package import Domain

/// Nights as metrics for Prometheus: one night of each job, and no label that grows from night to night.
///
/// `job` is the only label but for words of a fixed list; runs have no label here, for every night may begin one.
package struct NightMetrics {
    private typealias Samples = [(labels: [(String, String)], value: Double)]

    /// A job's last night.
    package struct Night {
        /// What it did.
        package var report: NightReport
        /// When it began and ended.
        package var began: Timestamp, ended: Timestamp
        /// When a night of the job last ended with exit status 0, this one included; nil where none has.
        package var lastSuccess: Timestamp?

        /// A night.
        package init(_ report: NightReport, began: Timestamp, ended: Timestamp, lastSuccess: Timestamp?) {
            self.report = report
            self.began = began
            self.ended = ended
            self.lastSuccess = lastSuccess
        }
    }

    /// The metrics in the text exposition format.
    package let text: String

    /// The metrics of the last nights, one of each job.
    package init(_ nights: [Night]) {
        var text = PrometheusText()
        func add(_ name: String, _ help: String, _ value: (Night) -> Double?) {
            text.gauge(
                name, help,
                nights.compactMap { night in value(night).map { ([("job", night.report.job)], $0) } })
        }
        add(
            "cairn_last_success_timestamp_seconds",
            "When a night of the job last ended with exit status 0 and nothing to ask again, in seconds since 1970."
        ) { $0.lastSuccess.map(NightMetrics.seconds) }
        add("cairn_night_timestamp_seconds", "When the job's last night ended, in seconds since 1970.") {
            NightMetrics.seconds($0.ended)
        }
        add("cairn_night_duration_seconds", "How long it took.") {
            Double($0.ended.milliseconds - $0.began.milliseconds) / 1000
        }
        add("cairn_night_exit_status", "Its exit status.") { Double(NightOutcome($0.report).exit.rawValue) }
        text.gauge("cairn_night_images", "Images of the job's last night by what became of them.", images(nights))
        add("cairn_night_units", "Units of that night, settled and uncertain.") { Double($0.report.units) }
        add("cairn_night_uncertain_units", "Those of them that may not have been billed.") {
            Double($0.report.uncertain)
        }
        add("cairn_night_planned_units", "Units that the plan had said.") { $0.report.plannedUnits.map(Double.init) }
        add("cairn_night_usd_high", "The most that the night's units cost, in US dollars.") {
            dollars($0.report.maxMicroDollars)
        }
        self.text = text.text

        func images(_ nights: [Night]) -> Samples {
            nights.flatMap { night in
                let report = night.report
                let counts = [
                    ("asked", report.askedImages), ("known", report.known), ("done", report.done),
                    ("failed", report.failed), ("queued", report.queued), ("failed_before", report.failedBefore),
                    ("missing", report.missing), ("awaiting_retry", report.awaitingRetry),
                ]
                return counts.map { ([("job", report.job), ("state", $0.0)], Double($0.1)) }
            }
        }
    }

    private static func seconds(_ moment: Timestamp) -> Double { Double(moment.milliseconds) / 1000 }
}
