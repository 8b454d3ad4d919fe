internal import Platform

/// How a store was taken away from a process that has it open.
enum StoreLoss: Equatable, Sendable {
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

    /// What happened to the store of this path, what it means and the next step.
    func message(of path: FilePath) -> String {
        let rest = "\(path)-wal and \(path)-shm"
        return switch self {
        case .deleted:
            "the store \(path) was deleted while it was in use, and what was in it is lost; "
                + "restore a backup, or run the job again, which asks for everything again"
        case .moved(let place):
            "the store \(path) was moved to \(place) while it was in use; "
                + "its newest entries are in its log \(path)-wal, or where that was moved: end every cairn that uses it, move the files back, such as `mv \(place) \(path)`, then run the same command again"
        case .replaced:
            "the store \(path) was replaced by another file while it was in use, and what was recorded since the last copy is lost; "
                + "end every cairn that uses it, remove \(rest), put the file in its place again, then run the same command again"
        case .overwritten:
            "another program has written into the store \(path) while it was in use; "
                + "end every cairn that uses it, remove \(rest), restore a whole copy, then run the same command again"
        case .log(let log):
            "\(log), the log of the store \(path), was deleted or replaced while it was in use; "
                + "end every cairn that uses it, then run the same command again; "
                + "`cairn doctor` tells whether anything is missing"
        case .logCut(let log):
            "\(log), the log of the store \(path), was cut while it was in use, and what was recorded last is lost; "
                + "end every cairn that uses it, restore a whole copy, then run the same command again"
        case .restored:
            "an earlier state was put back into the store \(path) while it was in use, and what was recorded since then is lost; "
                + "end every cairn that uses it, then run the same command again, which asks for that again"
        case .logIndex(let index):
            "\(index), the log's index of the store \(path), was deleted or replaced while it was in use; "
                + "end every cairn that uses it, then run the same command again"
        }
    }
}
