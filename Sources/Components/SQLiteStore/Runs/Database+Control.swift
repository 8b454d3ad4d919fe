internal import Storage
internal import Domain

/// What people order about runs, in a SQLite store.
extension Database: RunControl {
    func retry(_ scope: RetryScope, only filter: RetryFilter) throws(StoreError) -> [RunRetry] {
        try write { transaction throws(StoreError) in try transaction.runs.retry(scope, only: filter) }
    }

    func cancel(_ run: RunID) throws(StoreError) -> Int {
        try write { transaction throws(StoreError) in try transaction.runs.cancel(run) }
    }

    func pause(_ run: RunID) throws(StoreError) -> Bool {
        try write { transaction throws(StoreError) in try transaction.runs.pause(run) }
    }

    func resume(_ run: RunID) throws(StoreError) -> Bool {
        try write { transaction throws(StoreError) in try transaction.runs.resume(run) }
    }

    func prioritize(_ run: RunID, at priority: Int) throws(StoreError) {
        try write { transaction throws(StoreError) in try transaction.runs.prioritize(run, at: priority) }
    }

    func finishAnswered(in run: RunID) throws(StoreError) -> Int {
        try write { transaction throws(StoreError) in try transaction.runs.finishAnswered(in: run) }
    }

    func blame(_ tasks: [TaskID]) throws(StoreError) {
        try write { transaction throws(StoreError) in try transaction.queue.blame(tasks) }
    }

    func noteStop(of run: RunID, reason: String) throws(StoreError) {
        try write { transaction throws(StoreError) in try transaction.runs.noteStop(of: run, reason: reason) }
    }

    func clearStop(of run: RunID) throws(StoreError) {
        try write { transaction throws(StoreError) in try transaction.runs.clearStop(of: run) }
    }
}
