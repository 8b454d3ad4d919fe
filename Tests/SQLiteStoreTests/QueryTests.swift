import Platform
@testable import SQLiteStore
import Storage
import TestSupport
import Testing
import Domain

@Suite struct QueryTests {
    let bench: Bench

    init() throws { bench = try Bench() }

    private func ask(_ sql: String, _ parameters: [String: Cell] = [:], limit: TimeSpan? = nil)
        throws(QueryError) -> (columns: [String], rows: [[Cell]])
    {
        let store: Database
        do throws(StoreError) {
            store = try Database(at: bench.scratch.file("cairn.db"), for: .read, clock: bench.time.clock)
        } catch { throw .store(error) }
        var names: [String] = []
        var rows: [[Cell]] = []
        try store.query(sql, parameters: parameters, limit: limit.map { QueryDeadline($0) {} }) {
            names = $0
        } row: {
            rows.append($0)
            return true
        }
        return (names, rows)
    }

    @Test func `parameters are bound by name, whatever they hold`() throws {
        let answer = try ask(
            "SELECT :a AS a, @b, $c, :a || ''",
            ["a": .text(Array("'; DROP TABLE image; --".utf8)), "b": .integer(.min), "c": .null])
        #expect(answer.columns.first == "a")
        #expect(answer.rows.first?[0] == .text(Array("'; DROP TABLE image; --".utf8)))
        #expect(answer.rows.first?[1] == .integer(.min) && answer.rows.first?[2] == .null)
    }

    @Test func `a parameter without a value and a value without a parameter are refused by name`() throws {
        #expect(throws: QueryError.unbound(parameter: "a")) { try ask("SELECT :a") }
        #expect(throws: QueryError.noSuchParameter("b", known: ["a"])) {
            try ask("SELECT :a", ["a": .null, "b": .null])
        }
    }

    @Test(arguments: [
        "DELETE FROM task", "UPDATE run SET done = 1", "CREATE TABLE x (y)", "ATTACH 'other.db' AS o",
        "PRAGMA user_version = 9", "VACUUM INTO 'copy.db'", "BEGIN", "SELECT load_extension('x')", "DROP VIEW labels",
        "INSERT INTO texts_fts (text) VALUES ('x')", "INSERT INTO texts_fts (texts_fts) VALUES ('rebuild')",
        "DELETE FROM landmarks_rtree",
    ]) func `a question changes nothing`(sql: String) throws {
        do throws(QueryError) {
            _ = try ask(sql)
            Issue.record("\(sql) was answered")
        } catch {
            switch error {
            case .notAQuestion, .sql: break
            default: Issue.record("\(sql): \(error)")
            }
        }
        #expect(try bench.number("SELECT count(*) FROM property") == 1)
    }

    @Test func `a statement that passes the authorizer and writes is refused for what it is`() {
        #expect(throws: QueryError.notAQuestion(message: "this statement would write")) {
            try ask("VACUUM INTO 'copy.db'")
        }
    }

    @Test func `a question without end is stopped`() throws {
        let endless = "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n"
        let limit = TimeSpan(milliseconds: 50)
        #expect(throws: QueryError.tooLong(limit)) { try ask(endless, limit: limit) }
    }

    @Test(arguments: ["SELECT 1; SELECT 2", ""]) func `there is one statement, no more and no fewer`(sql: String) throws
    {
        #expect(throws: QueryError.self) { try ask(sql) }
    }

    @Test func `the distance from Paris to London is what the atlas says`() throws {
        let answer = try ask("SELECT round(distance_km(48.8566, 2.3522, 51.5074, -0.1278)), distance_km(0, 0, NULL, 0)")
        #expect(answer.rows.first == [.real(344), .null])
    }

    @Test func `every view has its columns, in their order`() throws {
        let views = Dictionary(uniqueKeysWithValues: try Database.views().map { ($0.name, $0.columns) })
        #expect(Set(views.keys) == Set(QueryTests.promised.keys).union(QueryTests.histories))
        for (view, columns) in QueryTests.promised {
            #expect(views[view] == columns.split(separator: " ").map(String.init), "\(view)")
        }
    }

    @Test func `a history has the columns of its view without those of jobs, and says which answer it shows`() throws {
        let views = Dictionary(uniqueKeysWithValues: try Database.views().map { ($0.name, $0.columns) })
        for history in QueryTests.histories {
            let newest = try #require(views[String(history.dropLast("_history".count))])
            let common = newest.filter { !["missing_at", "job"].contains($0) }
            #expect(views[history] == common + ["answer_id", "generation", "is_newest"], "\(history)")
            #expect(common.count == newest.count - 2, "\(history)")
        }
    }

    private static let histories: Set = [
        "labels_history", "landmarks_history", "objects_history", "captions_history", "embeddings_history",
        "segments_history", "texts_history", "plain_texts_history", "annotations_history",
    ]

    /// The columns of the public views, in their order.
    private static let promised: [String: String] = {
        let common = "annotation_id image_id path missing_at"
        let words = "description mid score topicality rank"
        let box = "x_min y_min x_max y_max polygon"
        let origin = "feature backend model recipe_id job asked_by_run annotated_at"
        return [
            "images":
                """
            image_id kind digest page turn path format width height content_digest orientation bytes taken_at \
            camera_latitude camera_longitude first_seen_at jobs
            """,
            "image_paths":
                """
            image_id path path_bytes folder name content_digest orientation taken_at camera_latitude \
            camera_longitude bytes modified_at first_seen_at missing_at replaced_at
            """,
            "duplicates": "image_id path names content_digest bytes",
            "label_counts": "description mid annotations",
            "jobs":
                """
            job manifest_path images answered failing queued missing newest_run_id submitted_at month \
            month_units month_usd_high
            """,
            "job_images": "job image_id path state missing_at",
            "recipes": "recipe_id backend model model_version feature parameters preparation",
            "labels": "\(common) \(words) \(origin)",
            "landmarks": "\(common) \(words) latitude longitude location_rank \(box) \(origin)",
            "objects": "\(common) \(words) \(box) \(origin)",
            "captions": "\(common) text locale score rank \(origin)",
            "embeddings": "\(common) description rank dimension norm vector \(origin)",
            "segments": "\(common) description share rank \(box) attributes mask \(origin)",
            "texts":
                """
            annotation_id parent_id image_id path missing_at level text locale confidence ordinal \(box) \
            \(origin)
            """,
            "text_search": "annotation_id image_id path missing_at text recipe_id job asked_by_run annotated_at",
            "label_changes":
                """
            job image_id path description old_score new_score old_recipe_id new_recipe_id changed_at reason
            """,
            "plain_texts": "image_id path missing_at text locale \(origin)",
            "annotations": "\(common) kind \(words) \(box) locale level parent_id attributes data \(origin)",
            "answers":
                """
            answer_id image_id recipe_id generation is_newest asked_by_job asked_by_run annotated_at units \
            usd_high
            """,
            "corrections": "correction_id job image_id path feature generation state author saved_at undone_at",
            "tasks":
                """
            task_id run_id job image_id path state reason reason_from attempts not_before finished_at
            """,
            "attempts":
                """
            attempt_id task_id image_id path run_id worker started_at ended_at outcome http_status code \
            message details request_bytes images_in_request latency_ms
            """,
            "failures":
                """
            task_id image_id path run_id job attempts stage kind code message details failed_at missing_at
            """,
            "charges": "attempt_id task_id run_id job image_id account feature day month state units usd_high",
            "runs":
                """
            run_id job state total done failed queued running cancelled units_settled units_uncertain \
            usd_low usd_high submitted_at finished_at stopped_at stop_reason
            """,
            "spending": "account month feature units_settled units_uncertain units_reserved usd_low usd_high",
        ]
    }()
}
