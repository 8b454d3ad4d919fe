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
        .option(
            "until", \.until, "HH:MM",
            "start no new image from this time of day on, by the local clock; "
                + "exit 5 at once where it passed less than 12 h ago"
        ),
        .option(
            "max-failures", \.failures, "N|N%", "stop once more than N images, or N% of them, have failed"),
    ]

    /// The limits, from now on.
    ///
    /// - Parameter start: now by the monotonic clock, in its milliseconds.
    /// - Throws: where `--until` passed less than twelve hours ago: a night that begins too late is not meant to work
    ///   all day.
    func limits(at now: Timestamp, _ start: Int64) throws(CommandFailure) -> WorkLimits {
        let end = until.map { nextLocal(hour: $0.hour, minute: $0.minute, after: now.milliseconds) }
        if let until, let end, end - now.milliseconds > 43_200_000 {
            throw CommandFailure(
                "--until \(until) has passed (it is \(TimeOfDay.local(at: now.milliseconds))); nothing was done. "
                    + "A time of day that passed less than 12 hours ago is not taken for tomorrow's; "
                    + "to work now, give a later one, or --for", .capReached)
        }
        return WorkLimits(
            end: span.map { start + $0.milliseconds }, until: end.map { Timestamp(milliseconds: $0) },
            failures: failures)
    }
}

extension CommandContext {
    /// The limits of work that begins now; an end that is tomorrow's is said.
    func limits(_ options: WorkOptions) throws(CommandFailure) -> WorkLimits {
        let now = clock.now()
        let limits = try options.limits(at: now, monotonic.now())
        if let until = options.until {
            let end = nextLocal(hour: until.hour, minute: until.minute, after: now.milliseconds)
            if nextLocal(hour: 0, minute: 0, after: now.milliseconds) <= end {
                reporter.say("until tomorrow \(until)")
            }
        }
        return limits
    }
}
