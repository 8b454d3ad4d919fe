internal import Platform
internal import Working
internal import Domain

/// What commands that work have in common: how long, and how much may fail.
struct WorkOptions: Sendable {
    var span: TimeSpan?
    var until: TimeOfDay?
    var failures: FailureLimit?

    static let items: [Option<WorkOptions>] = [
        .option("for", \.span, "DURATION", "start no new image after this long: 30m, 4h"),
        .option("until", \.until, "HH:MM", "start no new image from this time of day on, by the local clock"),
        .option(
            "max-failures", \.failures, "N|N%", "stop once more than so many of the run's images have failed"),
    ]

    /// The limits, from now on.
    ///
    /// - Parameter start: now by the monotonic clock, in its milliseconds.
    func limits(at now: Timestamp, _ start: Int64) -> WorkLimits {
        let end = until.map { nextLocal(hour: $0.hour, minute: $0.minute, after: now.milliseconds) }
        return WorkLimits(
            end: span.map { start + $0.milliseconds }, until: end.map { Timestamp(milliseconds: $0) },
            failures: failures)
    }
}
