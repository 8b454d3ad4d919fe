internal import Platform
internal import SQLite
internal import Storage
internal import Domain

extension Database {
    /// Copies the store, as of one moment, into a file that is not there yet; answers its size.
    ///
    /// The copy is read in one transaction, so that workers can write meanwhile, and has no log beside it. It is
    /// written under a hidden name beside its own, and gets its own when it is whole.
    func copy(to target: FilePath) throws(StoreError) -> Int64 {
        let whole: FilePath
        do throws(SystemError) { whole = try target.directory.resolved().appending(target.name) } catch {
            throw .unwritable(target, error)
        }
        guard !FileStatus.isLink(whole), (try? FileStatus(of: whole)) == nil else { throw .taken(target) }
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
            try draft.publish()
            return bytes
        } catch {
            throw error.code == "EEXIST" ? .taken(target) : .unwritable(target, error)
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
