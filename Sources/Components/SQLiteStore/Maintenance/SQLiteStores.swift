package import Platform
internal import SQLite
internal import Schema
package import Storage
package import Domain

/// Stores that are one SQLite file each.
package struct SQLiteStores: StoreProvider {
    /// The one kind of them.
    package init() {}

    /// Opens the file of that path.
    package func open(_ location: StoreLocation, for purpose: StorePurpose, clock: Clock)
        throws(StoreError) -> any Store
    {
        try SQLiteStore(at: FilePath(bytes: location.bytes), for: purpose, clock: clock)
    }

    /// The file, and the disk that it lies on or would lie on; a folder that is missing is for `open` to complain
    /// about.
    package func survey(_ location: StoreLocation) -> StoreSurvey {
        let file = FilePath(bytes: location.bytes)
        let folder = file.directory.bytes.isEmpty ? FilePath(".") : file.directory
        let isThere =
            FileStatus.isLink(file) || (try? FileStatus(of: file)) != nil || (try? FileStatus(of: folder)) == nil
        return StoreSurvey(engine: ("libsqlite3", libraryVersion), isThere: isThere, freeBytes: freeBytes(in: folder))
    }

    /// The path behind every link, where no file is or one without a byte: SQLite takes that for an empty database.
    package func newStore(at location: StoreLocation) -> String? {
        guard let file = try? FilePath(bytes: location.bytes).resolvedWhereItWouldBe() else { return nil }
        do throws(SystemError) {
            let status = try FileStatus(of: file)
            return status.kind == .file && status.bytes == 0 ? file.description : nil
        } catch {
            return error.code == "ENOENT" ? file.description : nil
        }
    }

    /// The file behind every link, and what SQLite keeps beside it under that name.
    package func files(of location: StoreLocation) -> [FilePath] {
        let named = FilePath(bytes: location.bytes)
        let file = (try? named.resolvedWhereItWouldBe()) ?? named
        return [file] + ["-wal", "-shm", "-journal"].map { FilePath(bytes: file.bytes + Array($0.utf8)) }
    }

    /// `NAME-crashes` beside the file behind every link.
    package func crashFile(of location: StoreLocation) -> CrashFile? {
        files(of: location).first.map { CrashFile(FilePath(bytes: $0.bytes + Array("-crashes".utf8))) }
    }

    /// Has SQLite add up its memory, so that the limits of questions hold.
    package func prepareForQueries() { Database.prepareForQueries() }

    /// The views that this program makes in a new store.
    package func views() throws(StoreError) -> [(name: String, columns: [ViewColumn])] { try Database.typedViews() }

    /// The R*Tree over landmarks' locations and the full-text index over texts.
    package func searches() throws(StoreError) -> [(name: String, columns: [ViewColumn])] { try Database.searches() }

    /// The tables of the steps, and those in which FTS5 and the R*Tree keep their data.
    package func tables() throws(StoreError) -> [String] { try Database.tables() }

    /// The migrations, the prices and the views.
    package var statements: String { (StoreSchema.migrations + [StoreSchema.views]).joined(separator: "\n") }

    /// Those that `Database.defineFunctions` and its neighbours define.
    package var functions: [String] {
        [
            "ago(span)", "at(moment, zone)", "distance_km(lat1, lon1, lat2, lon2)", "median(x)", "cosine(a, b)",
            "regexp(pattern, text)",
            "response_json(answer_id)",
        ]
    }

    /// A view of the same name for each of the store's; a path that is not UTF-8 is refused.
    package func duckDBStatements(for location: StoreLocation) throws(StoreError) -> String {
        guard let path = String(validating: location.bytes, as: UTF8.self) else {
            throw StoreError(
                .cannotOpen, at: location,
                "DuckDB opens no path that is not UTF-8, as \(location) is; rename it")
        }
        return DuckDBViews(of: try views(), in: path).sql
    }
}
