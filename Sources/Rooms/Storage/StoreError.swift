package import Platform
internal import SQLite

/// Why the store cannot be used; nothing was changed by the call that throws it.
package enum StoreError: Error, Equatable, Sendable {
    /// There is no file, or its folder cannot be written.
    case cannotOpen(FilePath, reason: String)
    /// The file is something else than a store.
    case notAStore(FilePath)
    /// A newer program has written it.
    case newer(FilePath, version: Int64, known: Int)
    /// A development version of before the first release has written it.
    case tooOld(FilePath, version: Int64)
    /// The file or its folder may not be written.
    case readOnly(FilePath)
    /// The disk is full.
    case full(FilePath)
    /// Another process has held the write lock for too long.
    case busy(FilePath)
    /// The file is damaged.
    case damaged(FilePath, reason: String)
    /// The disk failed.
    case io(FilePath, reason: String)
    /// The store, by its absolute path, was taken away while it was open; nothing is written any more.
    case gone(FilePath, StoreLoss)
    /// The file has several names (hard links), each of which would have a log of its own.
    case manyNames(FilePath, Int)
    /// This process, or the system, has no file descriptor left for it.
    case tooFewDescriptors(FilePath, reason: String)
    /// Anything else SQLite says.
    case refused(FilePath, reason: String)

    /// The meaning of SQLite's error on this store.
    init(_ error: SQLiteError, at path: FilePath) {
        self =
            switch error.meaning {
            case .busy: .busy(path)
            case .full: .full(path)
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
