internal import Platform
internal import SQLite
internal import Storage
internal import Domain

/// The errors of a store in one file.
extension StoreError {
    /// There is no file, or its folder cannot be written.
    static func cannotOpen(_ path: FilePath, reason: String) -> StoreError {
        StoreError(
            .cannotOpen, at: path,
            "cannot open the store \(path): \(reason); check the path, or name another with --store")
    }

    /// The file is something else than a store.
    static func notAStore(_ path: FilePath) -> StoreError {
        StoreError(
            .cannotOpen, at: path, "\(path) is not a Cairn store; name another file with --store or CAIRN_STORE")
    }

    /// A newer program has written it.
    static func newer(_ path: FilePath, version: Int64, known: Int) -> StoreError {
        StoreError(
            .cannotOpen, at: path,
            "\(path) was written by a newer Cairn (store version \(version), this program knows \(known)); update Cairn"
        )
    }

    /// A development version of before the first release has written it.
    static func tooOld(_ path: FilePath, version: Int64) -> StoreError {
        StoreError(
            .cannotOpen, at: path,
            "\(path) was made by a development version of Cairn from before the first release (store version \(version)), whose tables this one does not read; "
                + "move it away, or name another store with --store")
    }

    /// Its schema holds what this program does not make.
    static func foreign(_ path: FilePath, _ what: String) -> StoreError {
        StoreError(
            .damaged, at: path,
            "the store \(path) is not as Cairn makes it: \(what); nothing was done. "
                + "Use a backup, or name another store with --store")
    }

    /// A report did not end in time.
    static func tooLong(_ path: FilePath, _ limit: TimeSpan) -> StoreError {
        StoreError(
            .tooLong, at: path,
            "a report from the store \(path) took longer than \(limit.milliseconds / 1000) s; "
                + "`cairn doctor` looks whether the store is sound")
    }

    /// The file or its folder may not be written.
    static func readOnly(_ path: FilePath) -> StoreError {
        StoreError(
            .readOnly, at: path,
            "the store \(path) may not be written; make it and its folder writable, or name another with --store")
    }

    /// The disk is full, or the system lets the store grow no further.
    static func full(_ path: FilePath, _ error: SQLiteError) -> StoreError {
        let cause =
            switch SystemError("write", path, number: error.systemNumber).code {
            case "EDQUOT": "the quota on the disk of the store \(path) is used up; free some space"
            case "EFBIG": "the store \(path) may grow no further; allow more with `ulimit -f unlimited`"
            default: "the disk of the store \(path) is full; free some space"
            }
        return StoreError(.full, at: path, "\(cause) and run the same command again, what is finished is kept")
    }

    /// Another process has held the write lock for too long.
    static func busy(_ path: FilePath) -> StoreError {
        StoreError(
            .busy, at: path,
            "another process has kept the store \(path) locked for too long; run the same command again")
    }

    static func damaged(_ path: FilePath, reason: String) -> StoreError {
        StoreError(
            .damaged, at: path,
            "the store \(path) is damaged: \(reason); run `cairn doctor` for details, and restore a backup")
    }

    /// The disk failed.
    static func io(_ path: FilePath, reason: String) -> StoreError {
        StoreError(.other, at: path, "the disk of the store \(path) fails: \(reason); what is finished is kept")
    }

    /// The store, by its absolute path, was taken away while it was open; nothing is written any more.
    static func gone(_ path: FilePath, _ loss: StoreLoss) -> StoreError {
        StoreError(.gone, at: path, loss.message(of: path))
    }

    /// What stands there is a folder, or a pipe or a device.
    static func notAFile(_ path: FilePath, isFolder: Bool) -> StoreError {
        let reason =
            isFolder
            ? "it is a folder; name a file in it, such as --store \(path.appending("cairn.db"))"
            : "it is not an ordinary file; name another with --store"
        return StoreError(.cannotOpen, at: path, "cannot open the store \(path): \(reason)")
    }

    /// The file has several names (hard links), each of which would have a log of its own.
    static func manyNames(_ path: FilePath, _ count: Int) -> StoreError {
        StoreError(
            .cannotOpen, at: path,
            "the store \(path) has \(count) hard links, and using it under more than one of them would corrupt it; "
                + "keep one name (find its folders with: find / -samefile \(path)), or use a symbolic link")
    }

    /// This process, or the system, has no file descriptor left for it.
    static func tooFewDescriptors(_ path: FilePath, reason: String) -> StoreError {
        StoreError(.cannotOpen, at: path, "cannot open the store \(path): \(reason)")
    }

    /// The store is a copy, and work on it would be billed once more.
    static func copy(_ path: FilePath, _ mark: StoreCopy) -> StoreError {
        StoreError(
            .copy, at: path,
            "\(path) is \(mark), and work on a copy bills again what its original does; nothing was done. "
                + "Name the original with --store, or make the copy a store of its own with `cairn doctor --adopt`")
    }

    /// Something is where a copy is to be.
    static func taken(_ target: FilePath) -> StoreError {
        StoreError(
            .taken, at: target,
            "\(target) is there already; name another file, or replace an earlier copy with --replace")
    }

    /// What would be replaced is not a copy of a store.
    static func notACopy(_ target: FilePath) -> StoreError {
        StoreError(
            .taken, at: target,
            "\(target) is there already and is not a copy of a store, which is all that --replace replaces; "
                + "name another file")
    }

    /// A program has the copy open, or was killed while it had.
    static func copyInUse(_ target: FilePath, _ end: String) -> StoreError {
        StoreError(
            .taken, at: target,
            "\(target)\(end) is there: a program has the copy open; close it, or name another file")
    }

    /// A copy cannot be written.
    static func unwritable(_ target: FilePath, reason: String) -> StoreError {
        StoreError(.other, at: target, "cannot write the copy \(target): \(reason)")
    }

    /// A copy cannot be written.
    static func unwritable(_ target: FilePath, _ error: SystemError) -> StoreError {
        unwritable(target, reason: error.reason)
    }

    /// Anything else SQLite says.
    static func refused(_ path: FilePath, reason: String) -> StoreError {
        StoreError(.other, at: path, "the store \(path) refused: \(reason)")
    }

    private init(_ kind: Kind, at path: FilePath, _ message: String) {
        self.init(kind, at: StoreLocation(path), message)
    }

    /// The meaning of SQLite's error on this store.
    init(_ error: SQLiteError, at path: FilePath) {
        self =
            switch error.meaning {
            case .busy: .busy(path)
            case .full: .full(path, error)
            case .readOnly: .readOnly(path)
            case .cannotOpen: .cannotOpen(path, reason: error.message)
            case .notADatabase: .notAStore(path)
            case .corrupt, .damagedValue: .damaged(path, reason: error.message)
            case .io: .io(path, reason: error.message)
            // What the program writes breaks no rule of the tables unless it goes by what was wrong there before.
            case .constraint: .damaged(path, reason: error.message)
            case .other where error.message == "integer overflow":
                .damaged(path, reason: "a sum is beyond what 64 bits hold")
            case .interrupted, .denied, .tooLarge, .refusedArgument, .other: .refused(path, reason: error.description)
            }
    }
}
