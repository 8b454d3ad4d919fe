package import Domain
internal import Planning
internal import Submitting

/// Whether a night is reported, and its exit code; from its report alone.
///
/// A night is reported when a person should look: it was stopped, an image failed this night, money is in doubt, the
/// model changed, or its answers are unlike those before. What failed in earlier nights is not a reason.
package struct NightOutcome: Equatable, Sendable {
    /// Why a person should look, the most important first; the raw value is in JSON and in the log.
    package enum Reason: String, Sendable {
        case alreadyRunning = "already_running"
        /// A job that it reads could not be done.
        case leftOut = "left_out"
        case mountLost = "mount_lost"
        /// The manifest would remove most pictures.
        case removed
        /// Pictures were asked again, as the job asks otherwise than before; or most of them would be.
        case askedAgain = "asked_again"
        case interrupted
        /// The backend, the model or the manifest cannot be used.
        case error
        case cap, time
        case tooManyFailures = "too_many_failures"
        case paused, cancelled
        /// Another run or a newer manifest of the job has the rest.
        case superseded
        case failures, uncertain
        /// The night before was killed.
        case killed
        /// The service of a hosted model does not serve it, and an older one answered.
        case model
        /// A source gave no file and is new, or pictures were marked as missing beside it; more than a tenth of the
        /// pictures are gone; the manifest does not name most pictures any more; most names hold other pictures; or
        /// files were passed when the sources were looked at first.
        case sources
        /// Far more of its answers than usual have no label, or one and the same.
        case answers
    }

    /// The exit status.
    package let exit: ExitCode
    /// Why a person should look; nil where that is not needed.
    package let reason: Reason?

    /// Judges a night.
    package init(_ report: NightReport) {
        (exit, reason) =
            switch report.ending {
            case .alreadyRunning: (.alreadyRunning, .alreadyRunning)
            case .leftOut(_, let exit): (exit, .leftOut)
            case .refused(let refusal): (.capReached, NightOutcome.reason(refusal))
            case .interrupted: (.interrupted, .interrupted)
            case .failed(_, let exit): (exit, .error)
            case .stopped(let stopReason): (.capReached, NightOutcome.reason(stopReason))
            case .finished where report.failed > 0: (.someFailed, .failures)
            case .finished where report.uncertain > 0: (.done, .uncertain)
            case .finished where report.killed != nil: (.done, .killed)
            case .finished where report.again != nil: (.done, .askedAgain)
            case .finished where report.isModelLost: (.done, .model)
            case .finished where report.hasSourceNews: (.done, .sources)
            case .finished where !report.unusual.isEmpty: (.done, .answers)
            case .finished: (.done, nil)
            }
    }

    /// Whether jobs that read this one are left out of the same call: what it shows is not what it would show.
    package var stopsReaders: Bool {
        switch reason {
        case .leftOut, .mountLost, .removed, .askedAgain, .paused: exit == .capReached || exit == .backend
        default: exit == .backend
        }
    }

    /// Whether the night is reported: with `--verbose` it always is.
    package func isReported(isVerbose: Bool) -> Bool { isVerbose || reason != nil }

    private static func reason(_ refusal: SubmissionRefusal) -> Reason {
        switch refusal.change {
        case .missing: .mountLost
        case .removed: .removed
        case .again: .askedAgain
        }
    }

    private static func reason(_ stopReason: StopReason) -> Reason {
        switch stopReason {
        case .cap: .cap
        case .paused: .paused
        case .cancelled: .cancelled
        case .superseded, .preempted, .manifestChanged: .superseded
        case .timeIsUp: .time
        case .tooManyFailures: .tooManyFailures
        }
    }
}
