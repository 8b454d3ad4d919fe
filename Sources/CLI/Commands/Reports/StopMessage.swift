internal import Manifest
internal import Storage
internal import Working
internal import Domain

/// Why the work on a run stopped, in words.
enum StopMessage {
    /// That a limit of time is reached, as a clause.
    static let timeIsUp = "the time limit (--for or --until) was reached"

    /// One clause, as the store keeps it.
    static func reason(_ cause: StopCause, _ totals: RunTotals) -> String {
        switch cause {
        case .reason(let stop): reason(stop, totals)
        case .interrupted: "interrupted by a signal"
        case .error(let error): reason(error)
        }
    }

    /// A failure as one clause.
    static func reason(_ failure: CommandFailure) -> String {
        ([failure.sentence] + failure.diagnostics.prefix(1).map(\.description)).joined(separator: ": ")
    }

    /// Why a run stopped, how much of it is left, and the next step.
    static func sentence(about stop: StopReason, in run: RunTotals) -> String {
        let stopped = "run \(run.run.value) stopped: \(reason(stop, run))"
        let left = left(of: run)
        return switch stop {
        case .cap(let reached):
            "run \(run.run.value) stopped at \(CapMessage.name(of: reached.scope)): \(sums(of: reached)) used, \(left); "
                + CapMessage.next(after: reached)
        case .paused:
            "run \(run.run.value) is paused; \(left); continue with `cairn resume \(run.run.value)`, then `cairn work`"
        case .cancelled:
            "run \(run.run.value) was cancelled: \(HumanFormat.count(run.cancelled, "image")) not asked; "
                + "submit the job again to queue them"
        case .timeIsUp: "\(stopped); \(left); continue with `cairn work`"
        case .tooManyFailures:
            "\(stopped); \(left); look at the failures, then `cairn retry \(run.run.value)`, or work with a higher --max-failures"
        case .superseded: "\(stopped); `cairn work` continues with the job's newest run"
        case .preempted, .manifestChanged: "\(stopped); \(left)"
        }
    }

    /// What is left of a run that this process has left: `3 images left, 96 are being processed by other workers`.
    private static func left(of run: RunTotals) -> String {
        let queued = "\(HumanFormat.count(run.queued, "image")) left"
        guard run.running > 0 else { return queued }
        let verb = run.running == 1 ? "is" : "are"
        let others = "\(verb) being processed by other workers"
        guard run.queued > 0 else { return "\(HumanFormat.count(run.running, "image")) \(others)" }
        return "\(queued), \(HumanFormat.grouped(run.running)) \(others)"
    }

    /// How the sentence is marked: a cap, failures, or neither.
    static func mark(of stop: StopReason) -> TextStyle? {
        switch stop {
        case .cap: .cap
        case .tooManyFailures: .failure
        case .paused, .cancelled, .timeIsUp, .superseded, .preempted, .manifestChanged: nil
        }
    }

    private static func reason(_ stop: StopReason, _ totals: RunTotals) -> String {
        switch stop {
        case .cap(let reached):
            "the cap for \(CapMessage.owner(of: reached.scope)) is reached (\(sums(of: reached)))"
        case .paused: "paused"
        case .cancelled: "cancelled"
        case .timeIsUp: timeIsUp
        case .tooManyFailures(let limit):
            "\(HumanFormat.count(totals.failed, "image")) failed, and --max-failures is \(limit)"
        case .preempted: "a run of a higher priority has work"
        case .superseded: "a newer manifest of the job changed the model, the features or their settings"
        case .manifestChanged: "the job has a newer manifest"
        }
    }

    /// `1,000 of 1,000 units, up to $1.50 of $1.50`.
    private static func sums(of reached: CapUsage) -> String {
        var sums: [String] = []
        if let cap = reached.cap.units {
            sums.append("\(HumanFormat.grouped(reached.units)) of \(HumanFormat.count(cap, "unit"))")
        }
        if let cap = reached.cap.microDollars {
            sums.append(CapMessage.money(reached.microDollars, of: cap))
        }
        return sums.joined(separator: ", ")
    }
}
