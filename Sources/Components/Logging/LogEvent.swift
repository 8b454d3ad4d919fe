package import Domain
package import Platform

/// One event of `--log FILE`.
///
/// Each is one line of JSON, an object. Fields and events are only ever added; a reader passes over what it does not
/// know. A field that has no value is left out. `docs/reference.md` documents the fields for users.
///
/// Every line has `time` (UTC, ISO 8601 with milliseconds), `event` (the case's name) and `pid`; events of a job have
/// `job`, and those of a run `run`. No event has the words of a service, a header, a credential or the query of an
/// address.
package enum LogEvent: Sendable {
    /// A submission began or ended: `job`, `run`, `outcome` (`began`, `complete`, `overtaken`, `cancelled`, `refused`,
    /// `interrupted`), `found`, `read`, `known`, `queued`, `renamed`, `missing`.
    case submission(job: String, run: RunID?, outcome: SubmissionEnding, Found)
    /// What was decided about an image: `job`, `image`, `path`, `outcome` (`answered`, `already_queued`,
    /// `failed_before`, `queued`), and of a queued one `run`, `reason` (as in the view `tasks`) and, where something is
    /// billed, `units`: what asking it costs.
    case decision(job: String, run: RunID?, LoggedImage, outcome: Decision, reason: String? = nil, units: Int? = nil)
    /// A worker took a task: `job`, `run`, `image`, `path`, `attempt` (its number, from 1).
    case claimed(Task)
    /// Its request is sent: `units` and `usd_high`, the most that they can cost.
    case sent(Task, units: Int, microDollars: Int64)
    /// It was answered: `units` and `usd_high` that were billed, `ms` from the claim on.
    case answered(Task, units: Int, microDollars: Int64, time: TimeSpan?)
    /// It failed, and is not tried again by itself: `stage`, `kind` and `code` as in the view `failures`; `outcome` is
    /// `uncertain` where it may have been billed, with `units` and `usd_high`.
    case failed(Task, FailureWord, units: Int = 0, microDollars: Int64 = 0, isUncertain: Bool = false)
    /// It failed and is tried again: as `failed`, and `wait_ms`.
    case retry(Task, FailureWord, after: TimeSpan, units: Int = 0, microDollars: Int64 = 0, isUncertain: Bool = false)
    /// A worker of an earlier command crashed while it processed an image: `job`, `run`, `path`, `code` (`SIGSEGV`),
    /// `library`, `outcome` (`queued`, `failed`, `cancelled`).
    case crashed(job: String, run: RunID, path: FilePath?, signal: String, library: String?, outcome: String)
    /// The service told an account to wait: `account`, `until`.
    case held(account: String, until: Timestamp)
    /// A cap was reached: `job`, `run`, `scope`, `owner`, `period`, `units`, `units_cap`, `usd_high`, `usd_cap`,
    /// `until` (when it opens by itself).
    case cap(job: String, run: RunID, CapUsage)
    /// The work on a run stopped before its end: `job`, `run`, `reason` (one word), `queued`.
    case stopped(job: String, run: RunID, reason: String, queued: Int)
    /// A run has ended: `job`, `run`, `done`, `failed`, `cancelled`, `units`, `units_uncertain`, `usd_high`.
    case finished(job: String, run: RunID, Sums)
    /// A night has ended: `job`, `run`, `exit`, `reason` (one word: why it is reported), and the fields of `finished`
    /// for this night alone.
    case night(job: String, run: RunID?, exit: Int32, reason: String?, Sums)
    /// A hosted model: `job` where a submission chooses it, `model` (its place), `outcome` (`started`, `downloaded`,
    /// `failed`, `newest`, `cached`, `bundled`), `version` (the SHA-256 of its file), `bytes` that came over the
    /// network, `bytes_total`, `ms`, `wait_ms` (until the next try).
    case model(job: String?, name: String, outcome: String, ModelTransfer)
    /// Events that could not be written before this line: `count`, `code` (`ENOSPC`).
    case lost(count: Int, code: String)

    /// How a submission goes.
    package enum SubmissionEnding: String, Sendable {
        case began, complete, incomplete, overtaken, cancelled, refused, interrupted
    }

    /// What was decided about an image.
    package enum Decision: String, Sendable {
        case answered, queued
        case alreadyQueued = "already_queued"
        case failedBefore = "failed_before"
        case outsideShare = "outside_share"
    }
}
