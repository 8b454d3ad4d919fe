import SQLite
@testable import SQLiteStore
import Storage
import TestSupport
import Testing
import Domain

/// The functions that a query has beside SQLite's own.
@Suite struct QueryFunctionTests {
    let bench: Bench

    init() throws { bench = try Bench() }

    private func ask(_ sql: String) throws(QueryError) -> [[Cell]] {
        let store: Database
        do throws(StoreError) {
            store = try Database(at: bench.scratch.file("cairn.db"), for: .read, clock: bench.time.clock)
        } catch { throw .store(error) }
        var rows: [[Cell]] = []
        try store.query(sql, parameters: [:], limit: nil, columns: { _ in }) { row in
            rows.append(row)
            return true
        }
        return rows
    }

    private func message(_ sql: String) -> String? {
        do throws(QueryError) {
            _ = try ask(sql)
            return nil
        } catch {
            switch error {
            case .sql(let message), .refusedArgument(let message), .damagedValue(let message): return message
            default: return "\(error)"
            }
        }
    }

    /// One image, answered by the Vision API or a local model.
    private func answer(_ body: [UInt8]?, backend: String = "vision") throws {
        let recipe = Recipe(
            backend: backend, model: "m", modelVersion: nil, feature: .labelDetection, parameters: "{}",
            preparation: "{}")
        let status = try bench.status()
        let number = try Int(bench.number("SELECT count(*) FROM image"))
        let run = try bench.store.write { transaction throws(StoreError) in
            let submission = try transaction.submissions.begin(
                of: bench.manifest, asking: try transaction.recipes.register([recipe]), crashLimit: 3)
            let run = try transaction.submissions.addRun(for: submission)
            var seen = SeenNames()
            let kept = try transaction.catalog.upsert(
                bench.identity(number), at: bench.scratch.file("\(number).jpg"), status)
            _ = try transaction.selection.markSeen(kept, for: submission, at: 0, &seen)
            _ = try transaction.queue.add(kept.image, at: kept.path, in: run, reason: .new)
            return run
        }
        for claim in try bench.claim(1, of: run, by: try bench.enter()) {
            var end = bench.answered(claim)
            end.answers = [Answer(recipe: recipe, annotations: [])]
            end.raw = body.map { CompressedResponse(RawResponse(bytes: $0)) }
            #expect(try bench.record([end], in: run) == 1)
        }
    }

    @Test func `the raw response of an answer is read as JSON`() throws {
        let body = #"{"labelAnnotations": [{"description": "Leuchttürme", "score": 0.97}]}"#
        try answer(Array(body.utf8))
        try answer(Array("[1]".utf8), backend: "tflite")
        try answer(nil)
        try answer(Array("<html>".utf8))
        #expect(
            try ask("SELECT response_json(column1) FROM (VALUES (1), (2), (3), (4), (5), (NULL))")
                == [[.text(Array(body.utf8))], [.null], [.null], [.null], [.null], [.null]])
        #expect(
            try ask("SELECT response_json(1) ->> '$.labelAnnotations[0].description'")
                == [[.text(Array("Leuchttürme".utf8))]])
    }

    @Test func `a damaged response is an error that names the answer`() throws {
        let body = "{\"text\": \"\(String(repeating: "lighthouse ", count: 100))\"}"
        for _ in 0..<3 { try answer(Array(body.utf8)) }
        try bench.plain().script("UPDATE response SET body = x'00ff00' WHERE attempt_id = 2")
        try bench.plain().script("UPDATE response SET body = substr(body, 1, length(body) - 9) WHERE attempt_id = 3")
        #expect(message("SELECT response_json(1)") == nil)
        let advice = "leave this answer out, or restore a backup of the store"
        for (answer, reason) in [(2, "damaged"), (3, "cut short")] {
            let message =
                "the stored response of answer \(answer) cannot be read: the compressed data is \(reason); \(advice)"
            #expect(throws: QueryError.damagedValue(message: message)) { try ask("SELECT response_json(\(answer))") }
        }
        #expect(message("SELECT response_json('one')") == "response_json() takes the number of an answer")
    }

    @Test func `a response longer than a value may be is refused`() throws {
        try answer(Array(("[\"" + String(repeating: "x", count: 17 << 20) + "\"]").utf8))
        #expect(throws: QueryError.tooLarge(.usual)) { try ask("SELECT length(response_json(1))") }
    }

    @Test func `REGEXP searches a text`() throws {
        #expect(
            try ask("SELECT 'a Lighthouse' REGEXP '(?i)light(house|ship)', regexp('^a$', 'ab'), 'é' NOT REGEXP '^.$'")
                == [[.integer(1), .integer(0), .integer(0)]])
        #expect(
            try ask("SELECT NULL REGEXP 'a', regexp(NULL, 'a'), 12.5 REGEXP '^\\d+\\.5$', '' REGEXP ''")
                == [[.null, .null, .integer(1), .integer(1)]])
        #expect(
            try ask("SELECT 'abc' REGEXP column1 FROM (VALUES ('b'), ('d'), ('d'), ('^a'), ('^a'), ('b'))")
                == [[.integer(1)], [.integer(0)], [.integer(0)], [.integer(1)], [.integer(1)], [.integer(1)]])
    }

    @Test func `an invalid pattern is an error that names pattern and cause`() throws {
        #expect(
            message("SELECT 'a' REGEXP 'tower('")
                == "regexp() cannot use the pattern 'tower(': the group has no `)`, at character 6")
        #expect(message("SELECT 'a' REGEXP column1 FROM (VALUES ('a'), ('*'), ('*'))")?.contains("'*'") == true)
        let long = message("SELECT 'a' REGEXP printf('%.*c', 16000000, 'x')")
        #expect(long?.hasSuffix("xxx...': it is longer than 10000 bytes") == true && (long?.utf8.count ?? 0) < 400)
    }

    @Test func `the median is one of numbers only`() throws {
        #expect(try ask("SELECT median(column1) FROM (VALUES (4), (1), (NULL), (2))") == [[.real(2)]])
        #expect(message("SELECT median('x')")?.hasPrefix("median() takes numbers") == true)
    }

    @Test func `a moment is named by how long ago it was, or by what a clock of a zone showed`() throws {
        let now = bench.time.clock.now().milliseconds
        for (words, span) in [
            ("1 day", 86_400_000), ("2 Weeks", 1_209_600_000), ("12 hours", 43_200_000), ("90s", 90_000),
        ] {
            let moment = Timestamp(milliseconds: now - Int64(span)).iso8601
            #expect(try ask("SELECT ago('\(words)')") == [[.text(Array(moment.utf8))]], "\(words)")
        }
        for (arguments, moment) in [
            ("'2026-11-01', 'Europe/Berlin'", "2026-10-31T23:00:00.000Z"),
            ("'2026-07-01 12:30', 'Europe/Berlin'", "2026-07-01T10:30:00.000Z"),
            ("'2026-07-01T12:30:05', 'America/Los_Angeles'", "2026-07-01T19:30:05.000Z"),
            ("'2026-11-01'", "2026-11-01T00:00:00.000Z"), ("'2026-11-01 18:30', 'utc'", "2026-11-01T18:30:00.000Z"),
        ] {
            #expect(try ask("SELECT at(\(arguments))") == [[.text(Array(moment.utf8))]], "\(arguments)")
        }
        #expect(try ask("SELECT at(NULL), at('2026-11-01', NULL), ago(NULL)") == [[.null, .null, .null]])
        for wrong in ["ago('yesterday')", "ago('1 month')", "ago('9999999 weeks')", "ago(1)"] {
            #expect(message("SELECT \(wrong)")?.contains("such as ago('1 day')") == true, "\(wrong)")
        }
        #expect(message("SELECT at('2026-02-30')")?.contains("write a date, or a date and a time") == true)
        for zone in ["Europe/Berln", "", "../../etc/passwd", "/etc/localtime", "Europe"] {
            #expect(
                message("SELECT at('2026-11-01', '\(zone)')")
                    == "at(): this machine knows no time zone '\(zone)'; write one as Europe/Berlin, or UTC")
        }
    }

    @Test func `the cosine of two embeddings is that of their angle`() throws {
        let (right, up, both) = ("x'0000803F00000000'", "x'0000000000000040'", "x'0000804000008040'")
        #expect(
            try ask("SELECT cosine(\(right), \(right)), cosine(\(right), \(up)), cosine(\(right), x'000080BF00000000')")
                == [[.real(1), .real(0), .real(-1)]])
        #expect(try ask("SELECT abs(cosine(\(up), \(both)) - sqrt(0.5)) < 1e-12") == [[.integer(1)]])
        let nothing = "x'0000000000000000'"
        #expect(
            try ask("SELECT cosine(\(nothing), \(up)), cosine(NULL, \(up)), cosine(\(up), NULL), cosine(x'', x'')")
                == [[.null, .null, .null, .null]])
        #expect(
            try ask(
                "SELECT cosine(x'0000C07F', x'0000803F'), cosine(x'0000807F', "
                    + "x'0000803F')") == [[.null, .null]])
    }

    @Test(arguments: [
        ("x'0000803F', 'text'", "cosine() takes two embeddings, such as `vector` of `embeddings`"),
        ("1, x'0000803F'", "cosine() takes two embeddings, such as `vector` of `embeddings`"),
        ("x'0000803F', x'0000803F0000'", "cosine() takes blobs of 32-bit floats, and 6 bytes are not a multiple of 4"),
        (
            "x'0000803F', x'0000803F0000803F'",
            "cosine() takes embeddings of one length, and these have 1 and 2 numbers: compare those of one model"
        ),
    ])
    func `a cosine of other values is an error that says why`(arguments: String, words: String) {
        #expect(message("SELECT cosine(\(arguments))") == words)
    }

    @Test func `an unknown name is still no function`() throws {
        #expect(message("SELECT medium(1)") == "no such function: medium")
        #expect(message("SELECT median(1, 2)") == "wrong number of arguments to function median()")
    }
}
