internal import Platform
internal import SQLite
internal import Storage
internal import Domain

extension Database {
    /// Copies the store, as of one moment, into a file that is not there yet or, where it may be replaced, an earlier
    /// copy; answers its size.
    ///
    /// The copy is read in one transaction, so that workers can write meanwhile, and has no log beside it. It is
    /// written under a hidden name beside its own, and gets its own when it is whole.
    func copy(to target: FilePath, replacing replaces: Bool) throws(StoreError) -> Int64 {
        let whole: FilePath
        do throws(SystemError) { whole = try target.directory.resolved().appending(target.name) } catch {
            throw .unwritable(target, error)
        }
        let isThere = FileStatus.isLink(whole) || (try? FileStatus(of: whole)) != nil
        if isThere { try Database.checkReplacing(target, whole, asked: replaces) }
        let draft: AtomicFile
        do throws(SystemError) { draft = try AtomicFile(of: whole, isPrivate: true) } catch {
            throw .unwritable(target, error)
        }
        do throws(SQLiteError) {
            try readingConnection().run("VACUUM INTO CAST(? AS TEXT)", .blob(draft.path.bytes))
            try Database.write(
                StoreCopy(of: file.resolved.description, at: clock.now()),
                on: Connection(path: draft.path.bytes, mode: .readWrite))
        } catch {
            draft.discard()
            switch error.meaning {
            case .full, .cannotOpen: throw .unwritable(target, reason: error.message)
            default: throw file.meaning(of: error)
            }
        }
        do throws(SystemError) {
            let bytes = try FileStatus(of: draft.path).bytes
            if isThere { try draft.replace() } else { try draft.publish() }
            return bytes
        } catch {
            throw error.code == "EEXIST" ? .taken(target) : .unwritable(target, error)
        }
    }

    /// Refuses to replace anything but a plain file that is a copy of a store, and that no program has open.
    private static func checkReplacing(_ target: FilePath, _ file: FilePath, asked: Bool) throws(StoreError) {
        guard asked else { throw .taken(target) }
        let connection = FileStatus.isLink(file) ? nil : try? Connection(path: file.bytes, mode: .readOnly)
        let mark = try? connection?.first("SELECT 1 FROM property WHERE name = 'copy_of'") { _ in true }
        guard mark == true else { throw .notACopy(target) }
        for end in ["-wal", "-journal"] {
            let beside = FilePath(bytes: file.bytes + Array(end.utf8))
            guard (try? FileStatus(of: beside)) == nil else { throw .copyInUse(target, end) }
        }
    }

    /// Marks the file of a connection, which is not a store that is in use yet, as a copy.
    private static func write(_ mark: StoreCopy, on copy: Connection<SQLiteError>) throws(SQLiteError) {
        for (name, value) in [("copy_of", mark.original), ("copied_at", "\(mark.at.milliseconds)")] {
            try copy.run(
                "INSERT INTO property (name, value) VALUES (?, ?) ON CONFLICT DO UPDATE SET value = excluded.value",
                .text(name), .text(value))
        }
    }
}
