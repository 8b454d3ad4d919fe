import Accounting
import SQLite
@testable import SQLiteStore
import Storage
import TestSupport
import Testing
import Domain

@Suite struct LedgerOrderTests {
    /// The steps from a reserved unit to each state.
    private let ways: [LedgerState: [LedgerState]] = [
        .reserved: [], .sent: [.sent], .settled: [.sent, .settled], .released: [.released],
        .uncertain: [.sent, .uncertain],
    ]

    @Test func `the ledger's order is the same to the table and to Accounting`() throws {
        let bench = try Bench()
        let run = try bench.run(tasks: 30)
        let worker = try bench.enter()
        let claims = try bench.store.write { transaction throws(StoreError) in
            try transaction.queue.claim(
                30, of: run, by: worker, mayBeAlone: true, on: Billing(account: "project", budget: Budget())
            ).claims
        }
        var attempts = claims.map(\.attempt).makeIterator()
        let connection = try bench.plain()
        for state in LedgerState.allCases {
            for next in LedgerState.allCases {
                let unit = attempts.next()
                let attempt = try #require(unit)
                for step in try #require(ways[state]) { try put(step, on: attempt, connection) }
                let isTaken = (try? put(next, on: attempt, connection)) != nil
                #expect(isTaken == state.mayBecome(next), "\(state) \(next)")
            }
        }
    }

    private func put(_ state: LedgerState, on attempt: AttemptID, _ connection: Connection<SQLiteError>) throws {
        try connection.run(
            "UPDATE ledger SET state = ? WHERE attempt_id = ?", .text(state.rawValue), .integer(attempt.value))
    }
}
