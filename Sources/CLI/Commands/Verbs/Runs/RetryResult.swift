internal import Storage
internal import Domain

/// What `cairn retry` queued again, or would queue, and its words.
struct RetryResult {
    let run: RunID
    let filter: RetryFilter
    /// Images that were queued again, or would be.
    let count: Int
    /// The run's numbers afterwards; nil where it is not there.
    let totals: RunTotals?
    /// Whether the run asks what its job asks now.
    let isCurrent: Bool
    /// Whether nothing was changed.
    let isDry: Bool

    /// Images that were queued again, or would be, for --json.
    var figure: Int { isCurrent ? count : 0 }

    /// One line for people.
    var words: String {
        guard isCurrent else {
            return
                "nothing was queued: the job's model, features or their settings have changed since run \(run.value). "
                + "To ask the failed images with the new ones, set `refresh: {failed: true}` and submit the job"
        }
        if count == 0 {
            let kind = ["failed", filter.kind?.rawValue, filter.code].compactMap(\.self).joined(separator: " ")
            let hasOthers = kind == "failed" && (totals?.failed ?? 0) > 0
            return "run \(run.value) has no \(kind) images\(hasOthers ? " that its job still asks for" : "")"
        }
        let images = "\(HumanFormat.count(count, "image")) of run \(run.value)"
        if isDry { return "\(images) would be queued again; nothing was changed" }
        let isPaused = totals?.isPaused ?? false
        let next = isPaused ? "the run is paused; continue with `cairn resume \(run.value)`" : "run `cairn work`"
        return "\(images) queued again; \(next)"
    }
}
