import Platform
@testable import SQLiteStore
import Storage
import TestSupport
import Testing
import Domain

extension Bench {
    /// What a worker of this process opens a session with.
    func request(
        _ run: RunID, key: RequestKey = .random(), billing: Billing? = nil, failures: FailureLimit? = nil,
        volume: Volume = .thisMachine
    ) throws -> WorkerRequest {
        WorkerRequest(
            key: key, process: try .current(), run: run, manifest: manifest.digest, recipes: [recipe], billing: billing,
            maxWait: .seconds(600), failureLimit: failures, volume: volume)
    }

    /// A session on this store, or on another connection to it.
    func session(_ request: WorkerRequest, on other: Database? = nil) throws -> any WorkerSession {
        try #require(try SQLiteStore(other ?? store).worker(request))
    }

    /// A report that wants tasks, and says what ended and what is ready to be sent.
    func report(
        _ number: Int, wanted: Int = 0, results: [AttemptResult] = [], sending: [[Claim]] = []
    ) -> WorkReport {
        var report = WorkReport(number: number)
        (report.wanted, report.results) = (wanted, results)
        report.requests = sending.map { SendRequest(attempts: $0.map(\.attempt)) }
        return report
    }

    /// Every row of every table that workers write, as text.
    func everything() throws -> [String] {
        let tables = [
            "task", "attempt", "worker", "ledger", "ledger_total", "cap_usage", "account", "run", "answer",
            "annotation", "response", "path",
        ]
        return try tables.map { try rows("SELECT * FROM \($0) ORDER BY 1, 2").joined(separator: "\n") }
    }
}
