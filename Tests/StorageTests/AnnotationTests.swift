import SQLite
import Storage
import TestSupport
import Testing
import Vocabulary

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
        try bench.answer([annotation])
        #expect(
            try bench.rows(
                """
                SELECT kind, description, mid, score, topicality, rank, x_min, y_min, x_max, y_max, polygon, locale,
                    attributes ->> 'likelihood', level, parent_id, path, feature, backend, model, job, run_id, annotated_at
                FROM annotations
                """) == [
                    "\(kind.rawValue)|Żółw 🗼\u{0301}\nzwei|/m/0x|0.1|0.7|3|-1.0|0.0|7.0|2.5|[[-1.0,2.5],[7.0,0.0]]|pl|UNLIKELY|||"
                        + "0.jpg|LABEL_DETECTION|tflite|m@1|job|1|2027-01-15T08:00:00.000Z"
                ])
        #expect(try bench.number("SELECT count(*) FROM annotations_history WHERE generation = 1 AND is_current") == 1)
    }

    @Test func `a view shows its own kind and no other`() throws {
        try bench.answer(Annotation.Kind.allCases.map { Annotation(kind: $0, rank: 0, description: $0.rawValue) })
        for (view, column) in [
            ("labels", "description"), ("landmarks", "description"), ("objects", "description"), ("texts", "text"),
        ] {
            #expect(try bench.rows("SELECT \(column) || 's' FROM \(view)") == [view], "\(view)")
            #expect(try bench.rows("SELECT \(column) || 's' FROM \(view)_history") == [view], "\(view)_history")
        }
        #expect(try bench.number("SELECT count(*) FROM annotations") == Int64(Annotation.Kind.allCases.count))
    }

    @Test func `a landmark is a row for each of its places, and one without where it has none`() throws {
        var tower = Annotation(kind: .landmark, rank: 0, description: "Tower", mid: "/m/02j81", score: 0.92)
        tower.locations = [
            Coordinate(latitude: 48.858461, longitude: 2.294351), Coordinate(latitude: 0, longitude: -180),
        ]
        try bench.answer([tower, Annotation(kind: .landmark, rank: 1, description: "Nowhere")])
        #expect(
            try bench.rows(
                "SELECT description, rank, score, latitude, longitude, location_rank FROM landmarks ORDER BY rank, location_rank"
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
            backend: "vision", model: "builtin/stable", feature: .landmarkDetection, lineage: "vision LANDMARK",
            description: "another")
        let run = try bench.run(tasks: 0)
        let status = try bench.status()
        let set = try bench.store.write { () throws(StoreError) in
            let both = try bench.store.featureSet(of: bench.asked + (try bench.store.register([other])))
            let kept = try bench.store.keep(bench.identity(0), at: bench.scratch.file("0.jpg"), status)
            _ = try bench.store.queue(kept.image, at: kept.path, asking: both, in: run)
            return both
        }
        #expect(try bench.store.recipes(of: set).count == 2)
        let claim = try #require(try bench.claim(1, of: run, by: try bench.enter()).first)
        #expect(claim.asked.count == 2)
        let failure = Failure(stage: .annotate, kind: .service, code: "INTERNAL", message: "half of it")
        var finished = Finished(claim: claim, ending: .failed(failure), startedAt: bench.time.clock.now())
        finished.answers = [
            Answer(recipe: bench.recipe, annotations: [Annotation(kind: .label, rank: 0, description: "kept")])
        ]
        finished.raw = PackedResponse(
            RawResponse(bytes: Array(#"{"error":{"code":13}}"#.utf8), sent: Size(width: 64, height: 48)))
        #expect(try bench.record([finished], in: run) == 1)
        #expect(try bench.rows("SELECT description FROM labels") == ["kept"])
        #expect(try bench.rows("SELECT kind, code, message FROM failures") == ["service|INTERNAL|half of it"])
        #expect(try bench.rows("SELECT sent_width, sent_height FROM response") == ["64|48"])
        #expect(try bench.store.problems() == [])
        #expect(
            try bench.store.write { () throws(StoreError) in try bench.store.retry(run, kind: .service, code: nil) }
                == 1)
        let again = try #require(try bench.claim(1, of: run, by: try bench.enter()).first)
        #expect(again.asked == (try bench.store.recipes(of: set)).filter { $0 != bench.asked[0] })
    }

    @Test func `a row is checked without a table made in passing`() throws {
        let insertion = """
            EXPLAIN INSERT INTO annotation (result_id, parent_id, kind, rank, description, level)
            VALUES (1, NULL, 'label', 0, 'sky', NULL)
            """
        let steps = try bench.plain().all(insertion) { $0.text(1) }
        #expect(steps.contains("Insert") && !steps.contains("OpenEphemeral"), "\(steps)")
    }

    @Test func `what a claim that lost its task brings is not kept`() throws {
        let run = try bench.run(tasks: 1)
        let worker = try bench.enter()
        let claims = try bench.claim(1, of: run, by: worker)
        _ = try bench.store.write { () throws(StoreError) in try bench.store.end(worker, as: .lapsed) }
        #expect(try bench.record(claims.map { bench.answered($0) }, in: run) == 0)
        #expect(try bench.number("SELECT count(*) FROM annotation") == 0)
    }
}
