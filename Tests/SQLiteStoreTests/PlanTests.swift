import Glibc
import Platform
import SQLite
import Schema
import TestSupport
import Testing

/// The plans of an analyst's questions: the same in an empty, a small and a large store, and good after ANALYZE.
///
/// The questions and the plans are in Tests/Fixtures/Plans; `CAIRN_RENEW_PLANS=1 swift test --filter PlanTests` writes
/// the plans.
@Suite final class PlanTests {
    private let scratch: Scratch
    private var files = 0

    init() throws { scratch = try Scratch() }

    private static let folder = packageRoot.appending("Tests").appending("Fixtures").appending("Plans")
    private static let renews = getenv("CAIRN_RENEW_PLANS") != nil

    /// Questions that read each try or walk the answers by their time until enough are found.
    private static let scans = [
        "latency": "SCAN a", "newest": "SCAN r USING INDEX answer_by_time",
        "history-beside-history": "SCAN r USING COVERING INDEX answer_by_image",
    ]
    /// The partial index of landmarks and texts holds few annotations, and nothing else tells all landmarks.
    private static let fewRows = "SCAN a USING INDEX annotation_by_number"

    private static func questions() throws -> [(name: String, sql: String)] {
        let names = Files.names(in: folder).filter { $0.hasSuffix(".sql") && $0 != "fill.sql" }.sorted()
        return try names.map { (String($0.dropLast(4)), try Files.text(folder.appending($0))) }
    }

    /// A store in a file: in memory the large ones would take hundreds of megabytes of what all tests have together.
    private func store(of images: Int) throws -> Connection<SQLiteError> {
        files += 1
        let store = try Connection(path: scratch.file("plans-\(files).db").bytes, mode: .create)
        try store.script("PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF")
        for step in StoreSchema.migrations { try store.script(step) }
        try store.script(StoreSchema.views)
        if images > 0 {
            try store.script("CREATE TEMP TABLE size (images INTEGER); INSERT INTO size VALUES (\(images)); BEGIN")
            try store.script(try Files.text(Self.folder.appending("fill.sql")))
            try store.script("COMMIT")
        }
        // A connection reads the statistics when it opens a store, or now.
        try store.script("ANALYZE sqlite_schema")
        try store.script("CREATE TEMP VIEW text_search AS \(StoreSchema.textSearch)")
        return store
    }

    private static func plan(of sql: String, in store: Connection<SQLiteError>) throws -> String {
        var depth: [Int64: Int] = [:]
        let lines = try store.all("EXPLAIN QUERY PLAN " + sql) { ($0.integer(0), $0.integer(1), $0.text(3)) }
        return lines.map { number, parent, detail in
            let indent = depth[parent] ?? 0
            depth[number] = indent + 1
            return String(repeating: "  ", count: indent) + detail + "\n"
        }.joined()
    }

    private static func compare(_ plan: String, with golden: String) throws {
        let path = folder.appending(golden)
        if renews { try Files.write(path, Array(plan.utf8)) }
        let expected = try Files.text(path)
        #expect(plan == expected, "\(golden)")
    }

    @Test func theSamePlansInEveryStore() throws {
        let stores = try [0, 300, 50_000].map { try store(of: $0) }
        let questions = try Self.questions()
        #expect(questions.count >= 15)
        for (name, sql) in questions {
            for store in stores { try Self.compare(try Self.plan(of: sql, in: store), with: name + ".plan") }
        }
    }

    @Test func goodPlansAfterAnalyze() throws {
        let store = try store(of: 50_000)
        try store.script("ANALYZE")
        for (name, sql) in try Self.questions() {
            let plan = try Self.plan(of: sql, in: store)
            try Self.compare(plan, with: name + ".analyzed.plan")
        }
    }

    @Test func noScanOfAnswersOrAnnotations() throws {
        let store = try store(of: 50_000)
        for analyzed in [false, true] {
            if analyzed { try store.script("ANALYZE") }
            for (name, sql) in try Self.questions() {
                let lines = try Self.plan(of: sql, in: store).split(separator: "\n").map { $0.drop { $0 == " " } }
                let scans = lines.filter {
                    ["SCAN a", "SCAN r"].contains($0.prefix(6)) && $0.dropFirst(6).first ?? " " == " "
                }
                #expect(scans.allSatisfy { $0 == Self.fewRows || $0 == Self.scans[name] ?? "" }, "\(name): \(scans)")
            }
        }
    }
}
