import Platform
import SQLite
import Schema
import Storage
import TestSupport
import Testing
import Vocabulary

/// A store as the first version left it, with results in two generations.
@Suite struct MigrationTests {
    let scratch: Scratch
    let time = TestClock()
    var path: FilePath { scratch.file("cairn.db") }

    init() throws {
        scratch = try Scratch()
        try make(at: path)
    }

    private func make(at path: FilePath) throws {
        let old = try Connection(path: path.bytes, mode: .create)
        try old.script(
            """
            PRAGMA journal_mode = WAL;
            BEGIN;
            \(StoreSchema.migrations[0])
            CREATE VIEW labels AS SELECT * FROM annotation WHERE kind = 'label';
            INSERT INTO property VALUES ('views', 'of long ago');
            INSERT INTO job VALUES (1, 'old');
            INSERT INTO run (run_id, job_id, manifest_digest, manifest, manifest_path, deaths, submitted_at)
                VALUES (1, 1, zeroblob(32), x'', x'', 3, 5);
            INSERT INTO folder VALUES (1, x'', 5);
            INSERT INTO lineage VALUES (1, 'tflite m LABEL_DETECTION');
            INSERT INTO recipe VALUES (1, zeroblob(32), 1, 'tflite', 'm@1', 'LABEL_DETECTION', 'one');
            INSERT INTO feature_set VALUES (1, zeroblob(32));
            INSERT INTO feature_set_recipe VALUES (1, 1);
            INSERT INTO worker VALUES (1, 'here', 1, 1, 5, 5, 0, 9);
            WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 2000)
                INSERT INTO image (image_id, sha256, bytes, orientation, first_seen_at)
                SELECT i, CAST(printf('%032d', i) AS BLOB), 1, 1, 5 FROM n;
            INSERT INTO path SELECT image_id, 1, CAST(image_id || '.jpg' AS BLOB), image_id, 1, 1, 1, 5, NULL FROM image;
            INSERT INTO task (task_id, run_id, image_id, path_id, feature_set_id, state, queued_at, finished_at)
                SELECT image_id, 1, image_id, image_id, 1, 'done', 5, 6 FROM image;
            INSERT INTO attempt (attempt_id, task_id, worker_id, started_at, ended_at, outcome)
                SELECT task_id, task_id, 1, 5, 6, 'done' FROM task;
            INSERT INTO response SELECT attempt_id, x'0102' FROM attempt;
            INSERT INTO result SELECT image_id, image_id, 1, 1, 1, 1, 1, image_id, 6 FROM image;
            UPDATE result SET is_current = 0 WHERE result_id = 1;
            INSERT INTO result VALUES (5000, 1, 1, 1, 2, 1, 1, 1, 7);
            INSERT INTO annotation (result_id, kind, rank, description, mid, score, topicality)
                SELECT result_id, 'label', 0, 'sky ' || result_id, '/m/01', 0.25, NULL FROM result;
            INSERT INTO annotation (result_id, kind, rank, description, score, x_min, y_min, x_max, y_max, polygon)
                SELECT result_id, 'object', 0, 'boat', 0.5, 1.0, 2.0, 3.0, 4.0, '[[1.0,2.0],[3.0,4.0]]' FROM result;
            PRAGMA application_id = \(StoreSchema.applicationID);
            PRAGMA user_version = 1;
            COMMIT;
            """)
    }

    private func rows(_ sql: String, at path: FilePath) throws -> [String] {
        let plain = try Connection(path: path.bytes, mode: .readWrite)
        let columns = Int32(try plain.statement(sql).columns.count)
        return try plain.all(sql) { row in (0..<columns).map { row.text($0) }.joined(separator: "|") }
    }

    private let everything =
        [
            """
            SELECT annotation_id, result_id, kind, rank, description, mid, score, topicality, x_min, y_min, x_max, y_max,
                polygon, attributes FROM annotation ORDER BY annotation_id
            """,
            """
            SELECT task_id, run_id, image_id, path_id, feature_set_id, state, attempt_id, queued_at, not_before, tries, deaths,
                alone, finished_at, stage, kind, code, message FROM task
            """,
            """
            SELECT run_id, job_id, manifest_digest, manifest, manifest_path, deaths, submitted_at, finished_at, cancelled_at,
                total, waiting, running, done, failed, cancelled FROM run
            """,
        ]
        + [
            "property WHERE name <> 'views'", "folder", "image", "path", "job", "lineage", "recipe",
            "feature_set", "feature_set_recipe", "worker", "result",
        ].map { "SELECT * FROM \($0)" } + [
            "SELECT attempt_id, hex(body) FROM response",
            """
            SELECT attempt_id, task_id, worker_id, started_at, ended_at, outcome, http_status, code, message, request_bytes,
                latency_ms FROM attempt
            """,
        ]

    @Test func `a store of the first version is brought up to date with all that is in it`() throws {
        let before = try everything.map { try rows($0, at: path) }
        let store = try Store(at: path, for: .work, clock: time.clock)
        #expect(try everything.map { try rows($0, at: path) } == before)
        #expect(try rows("PRAGMA user_version", at: path) == ["\(StoreSchema.migrations.count)"])
        #expect(try store.problems() == [])
        #expect(try rows("SELECT count(*) FROM labels", at: path) == ["2000"])
        #expect(try rows("SELECT count(*) FROM objects_history", at: path) == ["2001"])
        #expect(try rows("SELECT description, score FROM labels WHERE image_id = 1", at: path) == ["sky 5000|0.25"])
        let indexes = "SELECT name FROM sqlite_schema WHERE type = 'index' AND tbl_name = 'annotation' ORDER BY name"
        #expect(
            try rows(indexes, at: path) == [
                "annotation_by_description", "annotation_by_parent", "annotation_by_result",
            ])
        #expect(try rows("SELECT name FROM sqlite_schema WHERE sql LIKE '%annotation_before%'", at: path) == [])
    }

    @Test func `a failure of before has no details, and stays a failure`() throws {
        let old = try Connection(path: path.bytes, mode: .readWrite)
        try old.script(
            """
            UPDATE task SET state = 'failed', stage = 'annotate', kind = 'service', message = 'away' WHERE task_id = 1;
            UPDATE attempt SET outcome = 'failed', message = 'away' WHERE task_id = 1;
            """)
        let store = try Store(at: path, for: .work, clock: time.clock)
        #expect(try rows("SELECT message, details IS NULL FROM failures", at: path) == ["away|1"])
        #expect(try rows("SELECT message, details IS NULL FROM attempts WHERE task_id = 1", at: path) == ["away|1"])
        #expect(try store.problems() == [])
    }

    @Test func `a store of the first version and one made new have the same schema`() throws {
        _ = try Store(at: path, for: .work, clock: time.clock)
        let other = scratch.file("new.db")
        _ = try Store(at: other, for: .work, clock: time.clock)
        let schema = "SELECT type, name, tbl_name, sql FROM sqlite_schema ORDER BY type, name"
        #expect(try rows(schema, at: path) == (try rows(schema, at: other)))
    }

    @Test func `whoever only reads an old store reads what this program asks of it`() throws {
        let store = try Store(at: path, for: .read, clock: time.clock)
        #expect(try store.recentRuns(limit: 1).first?.done == 2000)
        #expect(try store.problems() == [])
        var texts: [[Cell]] = []
        try store.query("SELECT count(*) FROM landmarks", parameters: [:], limit: nil) { _ in
        } row: {
            texts.append($0)
            return true
        }
        #expect(texts == [[.integer(0)]])
    }

    @Test func `a task that waits is answered by what came after it was queued, as before`() throws {
        let old = try Connection(path: path.bytes, mode: .readWrite)
        try old.script(
            """
            INSERT INTO run (run_id, job_id, manifest_digest, manifest, manifest_path, deaths, submitted_at)
                VALUES (2, 1, zeroblob(32), x'', x'', 3, 5);
            INSERT INTO task (task_id, run_id, image_id, path_id, feature_set_id, state, queued_at)
                VALUES (3001, 2, 1, 1, 1, 'waiting', 6), (3002, 2, 2, 2, 1, 'waiting', 7);
            """)
        let store = try Store(at: path, for: .work, clock: time.clock)
        let claimed = try store.write { () throws(StoreError) in
            let worker = try store.enter(ProcessIdentity(host: "here", pid: 1, started: 1), lease: .seconds(30))
            return try store.claim(9, of: RunID(2), by: worker, mayBeAlone: true)
        }
        // The first was answered at the very moment it was queued; the second asks for a newer answer than it had.
        #expect(claimed.claims.map(\.task) == [TaskID(3002)])
        #expect(try store.totals(of: RunID(2))?.done == 1)
    }

    /// What a kill leaves: the file and its log, with pages in them that were never committed.
    @Test func `killed in the middle, it is still the old store, and the next program brings it up to date`() throws {
        let before = try everything.map { try rows($0, at: path) }
        let dying = try Connection(path: path.bytes, mode: .readWrite)
        try dying.script("PRAGMA cache_size = 5; PRAGMA cache_spill = 1; PRAGMA foreign_keys = ON; BEGIN IMMEDIATE")
        try dying.script("DROP VIEW labels; " + StoreSchema.migrations[1])
        let copy = scratch.file("copy.db")
        try Files.write(copy, try Files.read(path))
        let log = try Files.read(FilePath("\(path)-wal"))
        #expect(log.count > 100_000, "pages of the step are on the disk")
        try Files.write(FilePath("\(copy)-wal"), log)
        #expect(try rows("PRAGMA user_version", at: copy) == ["1"])
        #expect(try everything.map { try rows($0, at: copy) } == before)
        #expect(
            try rows("SELECT count(*) FROM pragma_table_info('annotation') WHERE name = 'level'", at: copy) == ["0"])
        let store = try Store(at: copy, for: .work, clock: time.clock)
        #expect(try everything.map { try rows($0, at: copy) } == before)
        #expect(try rows("PRAGMA user_version", at: copy) == ["\(StoreSchema.migrations.count)"])
        #expect(try store.problems() == [])
    }
}
