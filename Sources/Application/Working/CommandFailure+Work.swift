internal import Manifest
internal import Backends
package import Storage
internal import Domain
internal import Platform

/// That another process has the night of a job, since this one slept for too long.
package struct NightTaken: Error {
    /// The process that has it.
    package let owner: NightOwner
}

/// Why a run cannot go on; the queue is kept.
extension CommandFailure {
    /// The run's manifest asks for what the user has not said about the store that it comes from.
    static func untrusted(_ decision: TrustDecision) -> CommandFailure {
        CommandFailure(decision.refusal(before: "work --trust"), .store)
    }

    /// The store was taken away while a run was worked on; of what was in flight nothing is recorded.
    static func storeGone(_ error: StoreError, _ inFlight: InFlight) -> CommandFailure {
        CommandFailure(error.message + text(of: inFlight), .store, cause: error)
    }

    /// The manifest a run is pinned to is not understood by this program.
    static func manifest(of run: RunID, _ error: ManifestError) -> CommandFailure {
        var failure = CommandFailure("this version cannot read the manifest of run \(run.value)", .badInput)
        failure.diagnostics = error.diagnostics
        return failure
    }

    /// The model has changed since the run was submitted, so its tasks ask for answers that it cannot give.
    static func modelChanged(since run: RunID) -> CommandFailure {
        CommandFailure(
            "the model or its settings have changed since run \(run.value) was submitted; "
                + "submit the job again, its queued images are kept", .backend)
    }

    /// This process slept for so long that another one has the night of the job now.
    static func nightTaken(by owner: NightOwner) -> CommandFailure {
        CommandFailure(
            "this process was suspended too long; "
                + "another cairn nightly took over the job at \(HumanFormat.moment(owner.since)) (process \(owner.process.pid) on \(owner.hostName))",
            .alreadyRunning, cause: NightTaken(owner: owner))
    }

    /// A local model takes more than it may for some pictures: its thread cannot be stopped but with the process.
    static func overrun(_ overrun: Overrun, in run: RunID) -> CommandFailure {
        let pictures = overrun.pictures
        let more = pictures.count > 1 ? " or \(HumanFormat.count(pictures.count - 1, "picture")) beside it" : ""
        let key = if case .time = overrun.limit { "limits.picture" } else { "CAIRN_TRIAL_MEBIBYTES" }
        return CommandFailure(
            "run \(run.value): \(overrun.reason), for \(pictures.first ?? "")\(more); "
                + "a model cannot be interrupted, so the command ends and counts a crash on what the model processed (retry.crashes); "
                + "continue with `cairn work`, or allow more with \(key)", .backend)
    }

    /// What was sent and is not recorded.
    private static func text(of inFlight: InFlight) -> String {
        guard inFlight.units > 0 else { return "; nothing was in flight" }
        return
            "; \(HumanFormat.count(inFlight.units, "unit")) of \(HumanFormat.count(inFlight.images, "image")) were sent and not recorded: the vendor may bill them"
    }
}
