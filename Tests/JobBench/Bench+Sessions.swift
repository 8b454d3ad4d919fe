import Platform
import SQLiteStore
import TestSupport
import Storage
import Testing
import Domain

/// Workers of other processes.
extension Bench {
    /// A session of some process, which need not be there, on a run.
    package func session(
        on run: RunID, _ process: ProcessIdentity = ProcessIdentity(host: "elsewhere", pid: 1, started: 7)
    ) throws -> any WorkerSession {
        let manifest = try #require(try store.snapshot { reports throws(StoreError) in try reports.manifest(of: run) })
        return try #require(
            try store.worker(
                WorkerRequest(
                    key: .random(), process: process, run: run, manifest: manifest.digest,
                    recipes: try recipes(of: run), billing: nil, maxWait: .seconds(600))))
    }

    /// Lets the leases of all workers end, and has others notice it.
    package func loseWorkers() throws {
        time.advance(.seconds(61))
        _ = try store.rescue(seenFrom: try .current(), [])
    }

    /// What a run asks.
    private func recipes(of run: RunID) throws -> [Recipe] {
        let sql = """
            SELECT c.backend, c.model, c.model_version, c.feature, c.parameters, c.preparation
            FROM run JOIN recipe_set_member USING (recipe_set_id) JOIN recipe AS c USING (recipe_id) WHERE run_id = :run
            """
        var recipes: [Recipe] = []
        try store.query(sql, parameters: ["run": .integer(run.value)], deadline: nil) { _ in
        } row: { cells in
            let words = cells.map { cell -> String? in
                if case .text(let bytes) = cell { String(decoding: bytes, as: UTF8.self) } else { nil }
            }
            guard let feature = FeatureType(rawValue: words[3] ?? "") else { return false }
            recipes.append(
                Recipe(
                    backend: words[0] ?? "", model: words[1] ?? "", modelVersion: words[2], feature: feature,
                    parameters: words[4] ?? "", preparation: words[5] ?? ""))
            return true
        }
        return recipes
    }
}

extension WorkReport {
    /// A session's first report, which wants tasks.
    package static func wanting(_ count: Int) -> WorkReport {
        var report = WorkReport(number: 1)
        report.wanted = count
        return report
    }

    /// A session's second report, which says how attempts ended.
    package static func reporting(_ results: [AttemptResult]) -> WorkReport {
        var report = WorkReport(number: 2)
        report.results = results
        return report
    }
}

/// One look at a time.
extension SQLiteStore {
    package func totals(of run: RunID) throws -> RunTotals? {
        try snapshot { reports throws(StoreError) in try reports.totals(of: run) }
    }

    package func openRuns() throws -> [RunID] { try snapshot { reports throws(StoreError) in try reports.openRuns() } }

    package func lastStop(of run: RunID) throws -> RunStop? {
        try snapshot { reports throws(StoreError) in try reports.lastStop(of: run) }
    }
}
