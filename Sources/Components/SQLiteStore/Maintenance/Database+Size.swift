internal import Domain
internal import Platform
internal import SQLite
internal import Storage

extension Database {
    /// What the store's tables with their indexes take, by the views that show them; nil where SQLite was built
    /// without its count of pages.
    func size(since moment: Timestamp) throws(StoreError) -> StoreSize? {
        guard
            try connection.first("SELECT 1 FROM pragma_module_list WHERE name = 'dbstat'", read: { _ in true }) == true
        else { return nil }
        var bytes: [String: Int64] = [:]
        let tables = try connection.all(
            """
            SELECT ifnull(s.tbl_name, d.name), sum(d.pgsize)
            FROM dbstat AS d LEFT JOIN sqlite_schema AS s ON s.name = d.name WHERE d.aggregate = TRUE GROUP BY 1
            """
        ) { ($0.text(0), $0.count(1)) }
        for (table, size) in tables {
            let part = sizeParts.first { part in part.tables.contains { table == $0 || table.hasPrefix("\($0)_") } }
            bytes[part?.views ?? "the rest", default: 0] += size
        }
        let attempts = try connection.first(
            "SELECT count(*), count(*) FILTER (WHERE started_at >= ?) FROM attempt", .integer(moment.milliseconds)
        ) { (all: Int($0.count(0)), recent: Int($0.count(1))) }
        let log = try? FileStatus(of: FilePath(bytes: file.resolved.bytes + Array("-wal".utf8)))
        return StoreSize(
            parts: bytes.map { StoreSize.Slice(views: $0.key, bytes: $0.value) }
                .sorted { ($1.bytes, $0.views) < ($0.bytes, $1.views) },
            logBytes: log?.bytes ?? 0, attempts: attempts?.all ?? 0, recentAttempts: attempts?.recent ?? 0)
    }
}

/// The tables, or the beginnings of their names, that belong together, and the views that show them.
private let sizeParts: [(views: String, tables: [String])] = [
    ("labels, texts and other annotations", ["annotation", "term", "location", "landmarks_rtree", "texts_fts"]),
    ("kept responses", ["response"]),
    ("images and image_paths", ["image", "path", "folder"]),
    ("jobs and job_images", ["job", "submission"]),
    ("answers", ["answer", "correction", "recipe"]),
    ("tasks, attempts and failures", ["task", "attempt", "run"]),
    ("charges and spending", ["ledger", "cap_usage", "account", "quota"]),
]
