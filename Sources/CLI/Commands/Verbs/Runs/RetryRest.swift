internal import Storage
internal import Domain

/// What a retry leaves as it is, and what keeps its images from being worked on.
struct RetryRest {
    /// The run that asks what its job does not ask any more; nil where there is none, or others were queued.
    var outdated: RunID?
    /// Whether images failed that are not asked for any more.
    var hasFailures = false
    /// Whether names could not be read, which are no images yet.
    var hasNames = false
    /// Runs that have queued images and are paused.
    var paused: [RunID] = []

    /// Nothing.
    init() {}

    /// How the runs of a retry stand afterwards.
    init(_ scope: RetryScope, _ retries: [RunRetry], in reports: any Reports) throws(StoreError) {
        for retry in retries {
            if try reports.totals(of: retry.run)?.isPaused == true { paused.append(retry.run) }
        }
        guard retries.isEmpty else { return }
        switch scope {
        case .run(let run):
            outdated = try reports.isCurrent(run) ? nil : run
            let failed = try reports.totals(of: run)?.failed ?? 0
            hasFailures = failed > 0
        case .job(let name):
            let runs = try reports.failingRuns(job: name)
            for run in runs where outdated == nil { outdated = try reports.isCurrent(run) ? nil : run }
            if runs.isEmpty { hasNames = try !reports.failing(job: name, limit: 1).isEmpty }
        }
    }
}
