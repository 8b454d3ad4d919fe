package import Platform

/// How a store was taken away from a process that has it open.
package enum StoreLoss: Equatable, Sendable {
    /// The file was deleted.
    case deleted
    /// The file has another name.
    case moved(to: FilePath)
    /// Another file has its name.
    case replaced
    /// Another program has written into the file.
    case overwritten
    /// The log beside it (`cairn.db-wal`) was deleted or replaced.
    case log(FilePath)
    /// The log is shorter than what was written into it.
    case logCut(FilePath)
    /// The store holds less than was recorded in it: an earlier state was put back.
    case restored
    /// The log's index (`cairn.db-shm`) was deleted or replaced.
    case logIndex(FilePath)

    /// Whether all that was recorded is still open here and nothing new lies in its place.
    var isOfLogAlone: Bool {
        guard case .log(let log) = self else { return false }
        return (try? FileStatus(of: log))?.bytes ?? 0 == 0
    }
}
