internal import Storage
internal import Domain

/// Orders about runs that go through a driver.
final class DrivenControl: RunControl {
    private let control: any RunControl
    private let driver: Driver

    init(_ control: any RunControl, _ driver: Driver) {
        self.control = control
        self.driver = driver
    }

    func retry(_ scope: RetryScope, only filter: RetryFilter) throws(StoreError) -> [RunRetry] {
        try driver.order { () throws(StoreError) in try control.retry(scope, only: filter) }
    }

    func blame(_ tasks: [TaskID]) throws(StoreError) {
        try driver.order { () throws(StoreError) in try control.blame(tasks) }
    }

    func cancel(_ run: RunID) throws(StoreError) -> Int {
        try driver.order { () throws(StoreError) in try control.cancel(run) }
    }

    func pause(_ run: RunID) throws(StoreError) -> Bool {
        try driver.order { () throws(StoreError) in try control.pause(run) }
    }

    func resume(_ run: RunID) throws(StoreError) -> Bool {
        try driver.order { () throws(StoreError) in try control.resume(run) }
    }

    func prioritize(_ run: RunID, at priority: Int) throws(StoreError) {
        try driver.order { () throws(StoreError) in try control.prioritize(run, at: priority) }
    }

    func finishAnswered(in run: RunID) throws(StoreError) -> Int {
        try driver.order { () throws(StoreError) in try control.finishAnswered(in: run) }
    }

    func noteStop(of run: RunID, reason: String) throws(StoreError) {
        try driver.order { () throws(StoreError) in try control.noteStop(of: run, reason: reason) }
    }

    func clearStop(of run: RunID) throws(StoreError) {
        try driver.order { () throws(StoreError) in try control.clearStop(of: run) }
    }
}
