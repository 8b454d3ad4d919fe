internal import Platform
internal import SQLite
internal import Storage

/// The facts that show whether the files of an open store are still those that its path leads to.
///
/// What is written into files that have no name any more is lost: the answers and the ledger. The next process would
/// pay for the same answers again. A check takes four looks at the file system and one short read.
struct FileIdentity {
    /// A file by the device it lies on and its number there.
    private struct Identity: Equatable {
        let device, inode: UInt64

        init?(_ path: FilePath) {
            guard let status = try? FileStatus(of: path) else { return nil }
            device = status.device
            inode = status.inode
        }
    }

    private let file: FilePath
    private let main: Identity?
    /// The log and its index, where they are there: both stay as long as any connection is open.
    private let log, index: (path: FilePath, identity: Identity)?
    /// The file's first bytes as they were seen last, and how far the log was copied into the file then; nil while it
    /// was being copied.
    private var seen: (header: [UInt8], state: LogState?)?

    /// Takes note of the files of a connection that has been used.
    init(_ file: FilePath, _ connection: Connection<StoreError>) {
        self.file = file
        main = Identity(file)
        func beside(_ ending: String) -> (FilePath, Identity)? {
            let path = FilePath(bytes: file.bytes + Array(ending.utf8))
            return Identity(path).map { (path, $0) }
        }
        log = beside("-wal")
        index = beside("-shm")
    }

    /// How the store was lost; nil where it is there.
    mutating func loss(_ connection: Connection<StoreError>) -> StoreLoss? {
        if connection.hasMoved { return whereabouts }
        if let log {
            if Identity(log.path) != log.identity { return .log(log.path) }
            let size = connection.logBytes { try? FileStatus(of: log.path).bytes }
            if let size, let seen = size.0, seen < size.bytes { return .logCut(log.path) }
        }
        guard let index else { return nil }
        if Identity(index.path) != index.identity { return .logIndex(index.path) }
        return isOverwritten(connection) ? .overwritten : nil
    }

    private var whereabouts: StoreLoss {
        if let main, let place = OpenFile.place(device: main.device, inode: main.inode), place != file {
            return .moved(to: place)
        }
        return (try? FileStatus(of: file)) == nil ? .deleted : .replaced
    }

    /// Whether the file's first bytes were changed by something else than a copying of the log.
    ///
    /// They hold SQLite's change counter and the number of pages. A program that writes the very bytes that are there,
    /// such as `cp` of a copy that is still the same, goes unseen and does no harm.
    private mutating func isOverwritten(_ connection: Connection<StoreError>) -> Bool {
        let before = connection.logState
        guard let header = connection.header else { return true }
        // A copying says that it begins before it writes: what the header shows of it is announced by now. After the
        // recovery of a log one seems to be under way until the first that is.
        let after = connection.logState
        let state = before == after && after?.isCopying == false ? after : nil
        if let seen {
            if counter(header) < counter(seen.header) { return true }
            if let state, seen.state == state, seen.header != header { return true }
        }
        seen = (header, state)
        return false
    }

    /// SQLite's change counter, which only grows (https://www.sqlite.org/fileformat.html, 1.3.10).
    private func counter(_ header: [UInt8]) -> UInt32 { header[24..<28].reduce(0) { $0 << 8 | UInt32($1) } }
}
