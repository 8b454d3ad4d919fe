internal import Crypto
internal import Platform
internal import SQLite
internal import Schema
internal import Storage

extension Database {
    /// Everything that is wrong in the file, as sentences that name the rows; none when all holds that must always
    /// hold.
    ///
    /// - Parameter progress: is told before each check how many are done, and how many there are.
    func problems(_ progress: (_ done: Int, _ all: Int) -> Void = { _, _ in }) throws(StoreError) -> [String] {
        // By SQLite's own errors: what it cannot answer for damage is told as one more problem.
        let plain = Connection(connection) { (error: SQLiteError) in error }
        do throws(SQLiteError) { return try problems(by: plain, progress) } catch { throw connection.failure(error) }
    }

    private func problems(
        by connection: Connection<SQLiteError>, _ progress: (_ done: Int, _ all: Int) -> Void
    ) throws(SQLiteError) -> [String] {
        let all = invariants.count + 2
        progress(0, all)
        var found = try connection.all("PRAGMA integrity_check(\(maxReported))") { $0.text(0) }.filter { $0 != "ok" }
        progress(1, all)
        let version = try connection.first("PRAGMA user_version") { Int($0.count(0)) } ?? 0
        for rules in try TableRules.all(in: try schema(of: version)) {
            found += try rules.breaches(in: connection, limit: maxReported)
        }
        // What holds of today's tables cannot be asked of an older store's, which is only read here.
        guard version == newestVersion else { return found }
        for (index, (sentence, sql)) in invariants.enumerated() {
            progress(index + 2, all)
            if let wrong = try rows(sql, by: connection) {
                found.append("\(wrong.count) \(sentence): \(wrong.names)")
            }
        }
        return try found + manifestProblems(by: connection)
    }

    /// Manifests that are not those of their digests.
    private func manifestProblems(by connection: Connection<SQLiteError>) throws(SQLiteError) -> [String] {
        try connection.all("SELECT job_id, manifest, manifest_path, manifest_digest FROM job ORDER BY job_id") { row in
            let manifest = PinnedManifest(job: "", text: row.blob(1), path: FilePath(bytes: row.blob(2)))
            return manifest.digest.bytes == row.blob(3)
                ? nil : "row \(row.integer(0)) of job: the manifest is not the one of its digest"
        }.compactMap { $0 }
    }

    /// The tables of a version, without a row.
    private func schema(of version: Int) throws(SQLiteError) -> Connection<SQLiteError> {
        let empty = try Connection(path: Array(":memory:".utf8), mode: .create)
        for step in migrations.prefix(version - StoreSchema.firstVersion + 1) { try empty.script(step) }
        if version == newestVersion { try empty.script(StoreSchema.prices) }
        return empty
    }

    /// How many rows a question finds, and the names of some of them; nil where it finds none.
    private func rows(_ sql: String, by connection: Connection<SQLiteError>) throws(SQLiteError)
        -> (count: String, names: String)?
    {
        do throws(SQLiteError) {
            return try connection.first(
                """
                WITH wrong (name) AS MATERIALIZED (\(sql))
                SELECT (SELECT count(*) FROM wrong) AS count, group_concat(name, ', ') || iif(count(*) < 5, '', ', ...')
                FROM (SELECT name FROM wrong LIMIT 5) HAVING count(*) > 0
                """
            ) { ($0.text(0), $0.text(1)) }
        } catch {
            // A damaged index for searches cannot be asked, and what is beyond 64 bits has no sum.
            guard error.meaning == .corrupt || error.meaning == .other else { throw error }
            return ("unknown", error.message)
        }
    }
}

/// The most breaches of one kind that are told.
private let maxReported = 20
