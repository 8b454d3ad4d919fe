import SQLite
@testable import SQLiteStore
import Storage
import TestSupport
import Testing
import Domain

/// Kept responses, and annotations read from them anew.
@Suite struct ResponseTests {
    let bench: Bench
    let remote = [Recipe](
        ["LABEL_DETECTION", "LANDMARK_DETECTION"].compactMap { name in
            FeatureType(rawValue: name).map {
                Recipe(
                    backend: "vision", model: "builtin/stable", feature: $0, parameters: "{\"requestVersion\":1}",
                    preparation: "{}")
            }
        })

    init() throws { bench = try Bench() }

    /// A run of so many images, each answered by both recipes; the images are the same in every run.
    private func run(images: Int, _ body: (Int) -> [UInt8]) throws -> RunID {
        let asked = try bench.store.write { transaction throws(StoreError) in try transaction.recipes.register(remote) }
        let run = try bench.run(tasks: images, recipes: asked, isForced: true, size: Size(width: 4000, height: 3000))
        let ends = try bench.claim(images, of: run, by: try bench.enter()).enumerated().map { number, claim in
            var end = AttemptResult(claim: claim, outcome: .answered)
            end.answers = remote.map { Answer(recipe: $0, annotations: [old(number)]) }
            end.raw = CompressedResponse(
                RawResponse(bytes: body(number), sent: number == 1 ? nil : Size(width: 640, height: 480)))
            return end
        }
        #expect(try bench.record(ends, in: run) == images)
        return run
    }

    private func old(_ number: Int) -> Annotation { Annotation(kind: .label, rank: 0, description: "old \(number)") }

    private func responses(after: Int64 = 0, in run: RunID? = nil, limit: Int = 100) throws -> [StoredResponse] {
        try bench.store.answers.responses(after: AttemptID(after), in: run, of: ["vision", "firebase"], limit: limit)
    }

    @Test func `responses come page by page, with all that is needed to read them`() throws {
        _ = try run(images: 3) { Array("{\"n\":\($0)}".utf8) }
        let all = try responses()
        #expect(all.map(\.attempt.value) == [1, 2, 3])
        #expect(all.map(\.raw?.bytes) == (0..<3).map { Array("{\"n\":\($0)}".utf8) })
        #expect(all.map(\.raw?.sent) == [Size(width: 640, height: 480), nil, Size(width: 640, height: 480)])
        #expect(all.map(\.original) == (0..<3).map { Size(width: 4000, height: 3000 + $0) })
        #expect(all.map { String(decoding: $0.path, as: UTF8.self) } == ["0.jpg", "1.jpg", "2.jpg"])
        #expect(all.allSatisfy { $0.results.map(\.recipe) == remote })
        #expect(try responses(after: 1, limit: 1).map(\.attempt.value) == [2])
        #expect(try responses(after: 3).isEmpty)
    }

    @Test func `responses of one run, and none of a local model`() throws {
        let first = try run(images: 2) { _ in [1] }
        bench.time.advance(.seconds(1))
        let second = try run(images: 2) { _ in [2] }
        try bench.answer([old(0)], raw: RawResponse(bytes: [3]))
        #expect(try responses().map(\.raw?.bytes) == [[1], [1], [2], [2]])
        #expect(try responses(in: first).map(\.raw?.bytes) == [[1], [1]])
        #expect(try responses(in: second).map(\.raw?.bytes) == [[2], [2]])
        #expect(try bench.store.answers.countAnswers(in: nil, notOf: ["vision", "firebase"]) == 1)
        #expect(try bench.store.answers.countAnswers(in: first, notOf: ["vision", "firebase"]) == 0)
    }

    @Test func `a damaged response is there without its bytes`() throws {
        _ = try run(images: 2) { _ in [1] }
        try bench.plain().script("UPDATE response SET body = x'00ff00' WHERE attempt_id = 1")
        #expect(try responses().map { $0.raw == nil } == [true, false])
    }

    /// Annotations of every shape, by a seed.
    private func annotations(_ random: inout Seeded) -> [Annotation] {
        var all: [Annotation] = []
        for place in 0..<Int.random(in: 0..<12, using: &random) {
            let kind = Annotation.Kind.allCases.randomElement(using: &random) ?? .label
            var one = Annotation(
                kind: kind, rank: place,
                description: ["", "é", "e\u{301}", "a\u{0}b"].randomElement(using: &random) ?? "",
                mid: Bool.random(using: &random) ? "/m/\(place)" : nil,
                score: Bool.random(using: &random) ? Float.random(in: 0...1, using: &random) : nil)
            for _ in 0..<Int.random(in: 0..<5, using: &random) {
                one.polygon.append(Point(x: Double.random(in: -9...9, using: &random), y: 1e21))
            }
            for _ in 0..<Int.random(in: 0..<3, using: &random) {
                one.locations.append(
                    Coordinate(latitude: Double.random(in: -99...99, using: &random), longitude: .pi))
            }
            one.topicality = Bool.random(using: &random) ? 0.1 : nil
            one.locale = Bool.random(using: &random) ? "de" : nil
            one.level = Annotation.TextLevel.allCases.randomElement(using: &random)
            one.parent = Bool.random(using: &random) ? Int.random(in: -1...12, using: &random) : nil
            one.attributes = Bool.random(using: &random) ? "{}" : nil
            one.blob = Bool.random(using: &random) ? [0, 0xFF, UInt8(place)] : nil
            all.append(one)
        }
        return all
    }

    @Test(arguments: [1, 2, 3] as [UInt64]) func `what was put in a result's place is what it holds`(seed: UInt64)
        throws
    {
        var random = Seeded(seed)
        _ = try run(images: 1) { _ in [1] }
        let results = try #require(try responses().first).results
        let other = "SELECT * FROM annotation WHERE answer_id = \(results[1].id.value)"
        let before = try bench.rows(other)
        for step in 0..<40 {
            let (new, next) = (annotations(&random), annotations(&random))
            try bench.store.write { transaction throws(StoreError) in
                _ = try transaction.answers.replace(RereadAnswer(id: results[0].id, annotations: new))
            }
            let kept = RereadAnswer(id: results[0].id, annotations: new)
            #expect(try bench.store.answers.holds(kept), "seed \(seed) step \(step): \(new)")
            if new.map(\.kind) != next.map(\.kind) {
                let other = RereadAnswer(id: results[0].id, annotations: next)
                #expect(try !bench.store.answers.holds(other), "seed \(seed) step \(step)")
            }
        }
        try bench.store.write { transaction throws(StoreError) in
            _ = try transaction.answers.replace(RereadAnswer(id: results[0].id, annotations: []))
        }
        #expect(try bench.rows(other) == before)
        #expect(try bench.rows("SELECT generation, is_newest FROM answer ORDER BY 1") == ["1|1", "1|1"])
        for table in ["location", "landmarks_rtree", "texts_fts", "annotation_more", "annotation_blob"] {
            #expect(try bench.number("SELECT count(*) FROM \(table)") == 0, "\(table)")
        }
        #expect(try bench.store.problems() == [])
    }

    @Test func `taking annotations away asks indexes`() throws {
        let plain = try bench.plain()
        for table in ["annotation", "annotation_more", "annotation_blob", "location"] {
            let sql = "EXPLAIN QUERY PLAN DELETE FROM \(table) WHERE answer_id = 5"
            let plan = try plain.all(sql) { $0.text(3) }.joined()
            #expect(plan.hasPrefix("SEARCH"), "\(table): \(plan)")
        }
    }
}
