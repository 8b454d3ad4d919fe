import SQLite
@testable import SQLiteStore
import Storage
import TestSupport
import Testing
import Domain

@Suite struct AnnotationTests {
    let bench: Bench

    init() throws { bench = try Bench() }

    @Test(arguments: Annotation.Kind.allCases)
    func `what is told of an annotation is in the view of all kinds`(kind: Annotation.Kind) throws {
        var annotation = Annotation(
            kind: kind, rank: 3, description: "Żółw 🗼\u{0301}\nzwei", mid: "/m/0x", score: 0.1,
            polygon: [Point(x: -1, y: 2.5), Point(x: 7, y: 0)], attributes: #"{"likelihood":"UNLIKELY"}"#)
        annotation.topicality = 0.7
        annotation.locale = "pl"
        annotation.blob = [0, 0xFF]
        try bench.answer([annotation])
        #expect(
            try bench.rows(
                """
                SELECT kind, description, mid, score, topicality, rank, x_min, y_min, x_max, y_max, polygon, locale,
                    attributes ->> 'likelihood', level, parent_id, hex(data), path, feature, backend, model, job, \
                    asked_by_run, \
                    annotated_at
                FROM annotations
                """) == [
                    "\(kind.rawValue)|Żółw "
                        + "🗼\u{0301}\nzwei|\(kind == .caption ? "" : "/m/0x")|0.1|0.7|3|-1.0|0.0|7.0|2.5|[[-1.0,2.5],[7.0,0.0]]|pl|UNLIKELY|||"
                        + "\(kind.hasBlob ? "00FF" : "")|"
                        + "0.jpg|LABEL_DETECTION|tflite|m@1|job|1|2027-01-15T08:00:00.000Z"
                ])
        #expect(try bench.number("SELECT count(*) FROM annotations_history WHERE generation = 1 AND is_newest") == 1)
    }

    @Test func `a view shows its own kind and no other`() throws {
        try bench.answer(Annotation.Kind.allCases.map { Annotation(kind: $0, rank: 0, description: $0.rawValue) })
        for (view, column) in [
            ("labels", "description"), ("landmarks", "description"), ("objects", "description"), ("texts", "text"),
            ("captions", "text"), ("embeddings", "description"), ("segments", "description"),
        ] {
            #expect(try bench.rows("SELECT \(column) || 's' FROM \(view)") == [view], "\(view)")
            #expect(try bench.rows("SELECT \(column) || 's' FROM \(view)_history") == [view], "\(view)_history")
        }
        #expect(try bench.number("SELECT count(*) FROM annotations") == Int64(Annotation.Kind.allCases.count))
    }

    @Test func `a caption is shown with its text as it is, its language and its score`() throws {
        var german = Annotation(kind: .caption, rank: 1, description: "Ein Turm\nam Meer", score: 0.5)
        german.locale = "de"
        try bench.answer([Annotation(kind: .caption, rank: 0, description: "a tower"), german])
        let columns = "text, locale, score, rank, path, image_id"
        let rows = ["a tower|||0|0.jpg|1", "Ein Turm\nam Meer|de|0.5|1|0.jpg|1"]
        #expect(try bench.rows("SELECT \(columns) FROM captions ORDER BY rank") == rows)
        #expect(try bench.rows("SELECT \(columns) FROM captions_history ORDER BY rank") == rows)
        #expect(try bench.number("SELECT count(*) FROM term") == 0, "sentences do not fill the dictionary")
        #expect(try bench.number("SELECT count(*) FROM texts_fts") == 0, "what stands in pictures alone is searched")
    }

    @Test func `a landmark is a row for each of its places, and one without where it has none`() throws {
        var tower = Annotation(kind: .landmark, rank: 0, description: "Tower", mid: "/m/02j81", score: 0.92)
        tower.locations = [
            Coordinate(latitude: 48.858461, longitude: 2.294351), Coordinate(latitude: 0, longitude: -180),
        ]
        try bench.answer([tower, Annotation(kind: .landmark, rank: 1, description: "Nowhere")])
        #expect(
            try bench.rows(
                "SELECT description, rank, score, latitude, longitude, location_rank FROM landmarks ORDER BY rank, "
                    + "location_rank"
            ) == [
                "Tower|0|0.92|48.858461|2.294351|0", "Tower|0|0.92|0.0|-180.0|1", "Nowhere|1||||",
            ])
    }

    @Test(arguments: [
        Coordinate(latitude: .nan, longitude: 0), Coordinate(latitude: 0, longitude: .nan),
        Coordinate(latitude: 90.0001, longitude: 0), Coordinate(latitude: 0, longitude: -180.5),
        Coordinate(latitude: .infinity, longitude: 0),
    ])
    func `a place that is nowhere on earth is left out, and nothing else with it`(place: Coordinate) throws {
        var tower = Annotation(kind: .landmark, rank: 0, description: "Tower")
        tower.locations = [place, Coordinate(latitude: 90, longitude: 180)]
        try bench.answer([tower])
        #expect(try bench.rows("SELECT latitude, longitude, location_rank FROM landmarks") == ["90.0|180.0|0"])
        #expect(try bench.number("SELECT count(*) FROM landmarks_rtree") == 1)
    }

    @Test func `numbers that are none are left out`() throws {
        var annotation = Annotation(
            kind: .object, rank: -1, description: "", score: .nan,
            polygon: [Point(x: 0, y: 0), Point(x: .nan, y: .infinity)])
        annotation.topicality = .infinity
        annotation.level = .word
        annotation.parent = 0
        try bench.answer([Annotation(kind: .object, rank: 0, description: "first"), annotation])
        #expect(
            try bench.rows("SELECT rank, score, topicality, polygon, x_min, level, parent_id FROM annotations")
                == ["0||||||", "0||||||"])
    }

    @Test func `scores are the shortest decimal of the 32 bits they came in`() throws {
        var label = Annotation(kind: .label, rank: 0, description: "sky", score: Float(0.9210000038146973))
        label.topicality = 0.1
        try bench.answer([label])
        #expect(try bench.rows("SELECT score, topicality, score = 0.921 FROM labels") == ["0.921|0.1|1"])
    }

    @Test func `an answer beside a failure is kept with it, and is not asked again`() throws {
        let other = Recipe(
            backend: "vision", model: "builtin/stable", feature: .landmarkDetection, parameters: "{}", preparation: "{}"
        )
        let both = try bench.store.write { transaction throws(StoreError) in
            bench.asked + (try transaction.recipes.register([other]))
        }
        let run = try bench.run(tasks: 1, recipes: both)
        let claim = try #require(try bench.claim(1, of: run, by: try bench.enter()).first)
        #expect(claim.asked.count == 2)
        let failure = Failure(stage: .annotate, kind: .service, code: "INTERNAL", message: "half of it")
        var finished = AttemptResult(claim: claim, outcome: .failed(failure))
        finished.answers = [
            Answer(recipe: bench.recipe, annotations: [Annotation(kind: .label, rank: 0, description: "kept")])
        ]
        finished.raw = CompressedResponse(
            RawResponse(bytes: Array(#"{"error":{"code":13}}"#.utf8), sent: Size(width: 64, height: 48)))
        #expect(try bench.record([finished], in: run) == 1)
        #expect(try bench.rows("SELECT description FROM labels") == ["kept"])
        #expect(try bench.rows("SELECT kind, code, message FROM failures") == ["service|INTERNAL|half of it"])
        #expect(try bench.rows("SELECT sent_width, sent_height FROM response") == ["64|48"])
        #expect(try bench.store.problems() == [])
        #expect(
            try bench.store.write { transaction throws(StoreError) in
                try transaction.runs.retry(.run(run), only: .failures(kind: .service)).images
            }
                == 1)
        let again = try #require(try bench.claim(1, of: run, by: try bench.enter()).first)
        #expect(again.asked == [both[1]])
    }

    @Test func `a row is checked without a temporary table`() throws {
        let insertion = """
            EXPLAIN INSERT INTO annotation (answer_id, place, term_id, kind, rank, score, topicality)
            VALUES (1, 0, 1, 0, NULL, 0.5, NULL)
            """
        let steps = try bench.plain().all(insertion) { $0.text(1) }
        #expect(steps.contains("IdxInsert") && !steps.contains("OpenEphemeral"), "\(steps)")
    }

    @Test func `words are kept once, by their bytes`() throws {
        let words = ["sky", "\u{e9}", "e\u{301}", "sky", "", "a\u{0}b", "a"]
        var labels = words.enumerated().map { Annotation(kind: .label, rank: $0, description: $1) }
        labels.append(Annotation(kind: .label, rank: 7, description: "sky", mid: "/m/01"))
        labels.append(Annotation(kind: .label, rank: 8, description: "sky", mid: ""))
        try bench.answer(labels)
        #expect(
            try bench.rows("SELECT hex(description), mid FROM term ORDER BY term_id")
                == ["736B79|", "C3A9|", "65CC81|", "|", "610062|", "61|", "736B79|/m/01"])
        #expect(
            try bench.rows("SELECT hex(description), mid FROM labels ORDER BY rank")
                == ["736B79|", "C3A9|", "65CC81|", "736B79|", "|", "610062|", "61|", "736B79|/m/01", "736B79|"])
    }

    @Test func `terms of a transaction that was undone are looked up again`() throws {
        let run = try bench.run(tasks: 2)
        let claims = try bench.claim(2, of: run, by: try bench.enter())
        #expect(throws: StoreError.self) {
            try bench.store.write { transaction throws(StoreError) in
                _ = try transaction.queue.record([bench.answered(claims[0], "harbour")], in: run)
                throw StoreError(.other, at: StoreLocation(bench.store.path), "undone")
            }
        }
        try bench.plain().script("INSERT INTO term (description) VALUES ('lighthouse'), ('quay')")
        #expect(try bench.record(claims.map { bench.answered($0, "harbour") }, in: run) == 2)
        #expect(try bench.rows("SELECT description FROM labels") == ["harbour", "harbour"])
        #expect(try bench.store.problems() == [])
    }

    @Test func `running text is kept beside the dictionary, words in it`() throws {
        let levels: [Annotation.TextLevel?] = [.page, .block, .paragraph, .line, .word, nil]
        try bench.answer(
            levels.enumerated().map { place, level in
                var text = Annotation(kind: .text, rank: place, description: "text \(place)")
                text.level = level
                return text
            })
        #expect(try bench.rows("SELECT description FROM term ORDER BY 1") == ["text 4", "text 5"])
        #expect(
            try bench.rows("SELECT place, level, text FROM annotation_more ORDER BY 1") == [
                "0|page|text 0", "1|block|text 1", "2|paragraph|text 2", "3|line|text 3", "4|word|",
            ])
        #expect(try bench.rows("SELECT text FROM texts ORDER BY annotation_id") == (0..<6).map { "text \($0)" })
    }

    @Test func `a label takes a row without geometry, rank and topicality where they say nothing`() throws {
        var labels = (0..<3).map { Annotation(kind: .label, rank: $0, description: "\($0)", score: 0.5) }
        labels[0].topicality = 0.5
        labels[1].topicality = 0.25
        labels[2].rank = 9
        try bench.answer(labels)
        #expect(
            try bench.rows("SELECT place, kind, rank, score, topicality FROM annotation ORDER BY place")
                == ["0|0||0.5|", "1|0||0.5|0.25", "2|0|9|0.5|-1.0"])
        #expect(try bench.number("SELECT count(*) FROM annotation_more") == 0)
        #expect(
            try bench.rows("SELECT rank, score, topicality FROM labels ORDER BY annotation_id")
                == ["0|0.5|0.5", "1|0.5|0.25", "9|0.5|"])
    }

    @Test(arguments: [1, 31, 32, 33, 64, 100]) func `answers of every length are kept whole`(count: Int) throws {
        try bench.answer((0..<count).map { Annotation(kind: .label, rank: $0, description: "word \($0 % 40)") })
        #expect(
            try bench.rows("SELECT description, rank FROM labels ORDER BY annotation_id")
                == (0..<count).map { "word \($0 % 40)|\($0)" })
        #expect(try bench.rows("SELECT place FROM annotation ORDER BY 1") == (0..<count).map(String.init))
    }

    @Test func `an answer with too many annotations fails its image, is billed, and its response is kept`() throws {
        let run = try bench.run(tasks: 2)
        let billing = Billing(account: "project", budget: Budget())
        let worker = try bench.enter()
        let claims = try bench.store.write { transaction throws(StoreError) in
            let claims = try transaction.queue.claim(2, of: run, by: worker, mayBeAlone: true, on: billing).claims
            _ = try transaction.ledger.requestSend(SendRequest(attempts: claims.map(\.attempt)), on: billing)
            return claims
        }
        var ends = claims.map { bench.answered($0) }
        let label = Annotation(kind: .label, rank: 0, description: "sky")
        ends[0].answers[0].annotations = Array(repeating: label, count: Answer.maxAnnotations + 1)
        for index in ends.indices {
            ends[index].charge = .billed
            ends[index].metrics = .init(
                httpStatus: 200, requestBytes: 1, latency: TimeSpan(milliseconds: 1), images: 2)
        }
        #expect(try bench.record(ends, in: run) == 2)
        #expect(
            try bench.rows("SELECT stage, kind, message FROM failures") == [
                "record|tooLarge|the answer to LABEL_DETECTION has 1048576 annotations, and 1048575 are kept at most; "
                    + "the response itself is kept"
            ])
        #expect(try bench.rows("SELECT description FROM labels") == ["lighthouse"])
        #expect(try bench.rows("SELECT attempt_id FROM response ORDER BY 1") == ["1", "2"])
        #expect(try bench.rows("SELECT state FROM ledger") == ["settled", "settled"])
        #expect(
            try bench.rows("SELECT images_in_request, request_bytes FROM attempts") == ["2|0.5", "2|0.5"],
            "an equal share each, so that a sum is what was sent")
        #expect(try bench.store.problems() == [])
    }

    @Test func `a later answer is the next generation and the only newest one`() throws {
        try bench.answer([Annotation(kind: .label, rank: 0, description: "old")])
        try bench.answer([Annotation(kind: .label, rank: 0, description: "new")], isForced: true)
        #expect(try bench.rows("SELECT description FROM labels") == ["new"])
        #expect(
            try bench.rows("SELECT description, generation, is_newest FROM labels_history ORDER BY generation")
                == ["old|1|0", "new|2|1"])
    }

    @Test func `what a claim that lost its task brings is not kept`() throws {
        let run = try bench.run(tasks: 1)
        let worker = try bench.enter()
        let claims = try bench.claim(1, of: run, by: worker)
        _ = try bench.store.write { transaction throws(StoreError) in try transaction.workers.end(worker, as: .lapsed) }
        #expect(try bench.record(claims.map { bench.answered($0) }, in: run) == 0)
        #expect(try bench.number("SELECT count(*) FROM annotation") == 0)
    }
}
