internal import Crypto
internal import Schema
internal import SQLite
internal import Text

/// The tables, indexes, triggers and views that a program makes in a store, each with the digest of its SQL.
///
/// A store may come from anywhere, and whatever bears one of these names is believed: a false view lies, and a trigger
/// runs with every write. So each opening compares them with `sqlite_schema`.
struct StoreObjects: Sendable {
    /// One of them.
    struct Object: Equatable, Sendable {
        /// `table`, `index`, `trigger` or `view`.
        let type: String
        /// The table it is on; of a table or a view, its own name.
        let table: String
        /// The SHA-256 of its SQL, as `sqlite_schema` has it.
        let digest: Digest
        /// Whether it acts on writes to its table: a trigger, or an index that keeps rows from being alike.
        var isActive = false
        /// Whether it belongs to the views, which are made again where they differ.
        var isRemade = false
    }

    /// Each by its name in small letters, by which SQLite knows it.
    let objects: [String: Object]

    /// What is in a database, without SQLite's own tables and indexes.
    init<Failure>(in connection: Connection<Failure>) throws(Failure) {
        let rows = try connection.all(
            """
            SELECT type, name, tbl_name, sql, sql LIKE 'CREATE INDEX %' FROM sqlite_schema
            WHERE sql NOT NULL AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'
            """
        ) { row in
            (
                row.text(1).lowercased(),
                Object(
                    type: row.text(0), table: row.text(2).lowercased(), digest: Digest(of: row.textBytes(3).span),
                    isActive: row.text(0) == "trigger" || row.text(0) == "index" && row.integer(4) == 0)
            )
        }
        objects = Dictionary(rows) { first, _ in first }
    }

    /// What a program of these steps makes in an empty file: the tables by the steps, and the views.
    init(madeBy migrations: some Collection<String>) throws(SQLiteError) {
        let empty = try Connection(path: Array(":memory:".utf8), mode: .create)
        for step in migrations { try empty.script(step) }
        let tables = try StoreObjects(in: empty).objects
        try empty.script(StoreSchema.views)
        var objects = try StoreObjects(in: empty).objects
        for name in objects.keys where tables[name] == nil { objects[name]?.isRemade = true }
        self.objects = objects
    }

    /// Reads `text`.
    init(_ text: String) {
        let rows = text.split(separator: "\n").compactMap { line -> (String, Object)? in
            let words = line.split(separator: " ").map { String($0) }
            let digits = words.last?.utf8.compactMap { hexadecimalDigit($0) } ?? []
            let bytes = stride(from: 0, to: digits.count - 1, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
            guard words.count == 5, let digest = Digest(bytes: bytes) else { return nil }
            return (words[2], Object(type: words[1], table: words[3], digest: digest, isRemade: words[0] == "views"))
        }
        objects = Dictionary(rows) { first, _ in first }
    }

    /// A line for each, by name: `tables index task_due task 9f86d081...`.
    var text: String {
        objects.sorted { $0.key < $1.key }.map { name, object in
            "\(object.isRemade ? "views" : "tables") \(object.type) \(name) \(object.table) \(object.digest.hex)\n"
        }.joined()
    }

    /// What this program makes, as the file `Schema/objects.txt` has it: making it takes 5 ms, which no opening needs.
    static let current = StoreObjects(StoreSchema.objects)
}

extension StoreObjects {
    /// What a store has in the place of what a program makes.
    struct Comparison: Equatable {
        /// The first thing that this program did not make, and what may be done about it; nil where nothing is wrong.
        var refused: String?
        /// Whether a view is missing or another one.
        var hasOtherViews = false
    }

    /// Compares what a store has with these; what bears no name of them is the user's own.
    func compare(with store: StoreObjects) -> Comparison {
        var comparison = Comparison()
        var refusals: [String: String] = [:]
        for name in Set(objects.keys).union(store.objects.keys) {
            let made = objects[name]
            let found = store.objects[name]
            if let made, made.isRemade, found == nil || found?.type == made.type {
                if found?.digest != made.digest { comparison.hasOtherViews = true }
            } else {
                refusals[name] = refusal(of: name, found, insteadOf: made)
            }
        }
        comparison.refused = refusals.min { $0.key < $1.key }?.value
        return comparison
    }

    /// Why an object of a store is refused; nil where it is the same, or the user's own.
    private func refusal(of name: String, _ found: Object?, insteadOf made: Object?) -> String? {
        guard let made else {
            // What runs with a write, or can replace rows, must be Cairn's own.
            guard let found, found.isActive, objects[found.table]?.type == "table" else { return nil }
            return "the \(found.type) \(name) on \(found.table) is not Cairn's; remove it if you made it"
        }
        guard let found else { return "the \(made.type) \(name) is missing" }
        let isSame = found.type == made.type && found.table == made.table && found.digest == made.digest
        return isSame ? nil : "the \(made.type) \(name) is not the one that Cairn makes"
    }
}
