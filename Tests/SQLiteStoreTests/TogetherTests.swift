import SQLite
@testable import SQLiteStore
import Storage
import TestSupport
import Testing
import Domain

@Suite("Ends written down together") struct TogetherTests {
    private let billing = Billing(account: "project", budget: Budget())

    /// A store with a run of so many tasks, all of them sent.
    private func sent(_ count: Int) throws -> (bench: Bench, run: RunID, claims: [Claim]) {
        let bench = try Bench()
        let run = try bench.run(tasks: count)
        let worker = try bench.enter()
        let claims = try bench.store.write { transaction throws(StoreError) in
            let claims = try transaction.queue.claim(count, of: run, by: worker, mayBeAlone: false, on: billing).claims
            _ = try transaction.ledger.requestSend(SendRequest(attempts: claims.map(\.attempt)), on: billing)
            return claims
        }
        try #require(claims.count == count)
        return (bench, run, claims)
    }

    /// An end as a sender reports it, with two labels and a text in its paragraph.
    private func answered(_ claim: Claim, in bench: Bench, status: Int = 200) -> AttemptResult {
        var end = bench.answered(claim, "harbour \(claim.task.value)")
        var label = Annotation(kind: .label, rank: 1, description: "quay", mid: "/m/1", score: 0.25)
        label.topicality = 0.5
        var paragraph = Annotation(kind: .text, rank: 0, description: "Zum Hafen")
        paragraph.level = .paragraph
        var word = Annotation(
            kind: .text, rank: 0, description: "Hafen", polygon: [Point(x: 1, y: 2), Point(x: 3, y: 4)])
        (word.level, word.parent, word.locale) = (.word, 2, "de")
        let more =
            [label, paragraph, word] + (0..<7).map { Annotation(kind: .label, rank: 2 + $0, description: "\($0)") }
        end.answers[0].annotations += more
        end.charge = .billed
        end.metrics = .init(httpStatus: status, requestBytes: 3000, latency: TimeSpan(milliseconds: 12), images: 16)
        return end
    }

    /// All that is kept of a run, but for the order in which it was written.
    private func everything(in bench: Bench) throws -> [String] {
        let tables = [
            "SELECT task_id, state, attempt_id, attempt_count, finished_at, kind FROM task ORDER BY 1",
            """
            SELECT attempt_id, task_id, run_id, started_at, ended_at, outcome, http_status, request_bytes,
                images_in_request,
                latency_ms FROM attempt
            ORDER BY 1
            """,
            "SELECT attempt_id, recipe_id, account_id, day, micro_usd, state, changed_at FROM ledger ORDER BY 1, 2",
            "SELECT reserved, settled, uncertain, settled_paid, micro_usd FROM ledger_total",
            "SELECT scope, units, micro_usd FROM cap_usage ORDER BY 1",
            "SELECT total, queued, running, done, finished_at FROM run",
            "SELECT image_id, recipe_id, generation, is_newest, run_id, attempt_id, annotated_at FROM answer ORDER BY "
                + "1, 2, 3",
            """
            SELECT r.attempt_id, a.place, a.kind, a.rank, t.description, m.text, t.mid, a.score, a.topicality,
                m.locale, m.level,
                m.polygon, m.parent FROM answer AS r JOIN annotation AS a USING (answer_id)
                LEFT JOIN term AS t USING (term_id) LEFT JOIN annotation_more AS m USING (answer_id, place) ORDER BY 1,
                    2
            """,
            "SELECT attempt_id, hex(body) FROM response ORDER BY 1",
            "SELECT a.text FROM texts_fts AS f JOIN texts AS a ON a.annotation_id = f.rowid ORDER BY 1",
        ]
        return try tables.map { try bench.rows($0).joined(separator: "\n") }
    }

    @Test func `what is written together is what is written one by one`() throws {
        let (one, first, claims) = try sent(20)
        let (other, second, sameClaims) = try sent(20)
        // Every exchange is another one, so that no two belong together.
        let alone = claims.enumerated().map { answered($1, in: one, status: 200 + $0) }
        #expect(try one.record(alone, in: first) == 20)
        try one.plain().script("UPDATE attempt SET http_status = 200")
        #expect(try other.record(sameClaims.map { answered($0, in: other) }.reversed(), in: second) == 20)
        let (expected, kept) = (try everything(in: one), try everything(in: other))
        #expect(kept == expected)
        #expect(expected.allSatisfy { !$0.isEmpty })
        #expect(try other.store.problems().isEmpty)
    }

    @Test func `one that the fence holds off is left out, and its neighbours count`() throws {
        let (bench, run, claims) = try sent(6)
        #expect(try bench.record([answered(claims[2], in: bench)], in: run) == 1)
        #expect(try bench.record(claims.map { answered($0, in: bench) }, in: run) == 5)
        #expect(try bench.number("SELECT count(*) FROM answer") == 6)
        #expect(try bench.number("SELECT settled FROM ledger_total") == 6)
        #expect(try bench.store.problems().isEmpty)
    }

    @Test func `images that were answered before get their next generation`() throws {
        let (bench, first, claims) = try sent(3)
        _ = try bench.record(claims.map { answered($0, in: bench) }, in: first)
        try bench.plain().script("UPDATE answer SET annotated_at = annotated_at - 1000")
        let second = try bench.run(tasks: 3, isForced: true)
        let worker = try bench.enter(pid: 2)
        let again = try bench.store.write { transaction throws(StoreError) in
            let claims = try transaction.queue.claim(3, of: second, by: worker, mayBeAlone: false, on: billing).claims
            _ = try transaction.ledger.requestSend(SendRequest(attempts: claims.map(\.attempt)), on: billing)
            return claims
        }
        #expect(try bench.record(again.map { answered($0, in: bench) }, in: second) == 3)
        #expect(
            try bench.text(
                "SELECT group_concat(generation || is_newest) FROM (SELECT * FROM answer ORDER BY answer_id)")
                == "10,10,10,21,21,21")
    }

    @Test func `what was never let go is not settled`() throws {
        let (bench, run, claims) = try sent(4)
        try bench.plain().script("DROP TRIGGER ledger_order; UPDATE ledger SET state = 'reserved' WHERE attempt_id = 2")
        #expect(try bench.record(claims.map { answered($0, in: bench) }, in: run) == 4)
        #expect(
            try bench.text("SELECT group_concat(state) FROM (SELECT state FROM ledger ORDER BY attempt_id)")
                == "settled,released,settled,settled")
    }
}
