internal import Platform
internal import SQLite
internal import Storage
internal import Domain

/// The file of a store: where it is, whether it is still the one that was opened, and what SQLite's errors mean on it.
final class StoreFile {
    /// The file, as it was named.
    let path: FilePath
    /// Its absolute path, links followed.
    let resolved: FilePath
    /// The longest that one report may take.
    var reportLimit = TimeSpan.seconds(60)
    /// The facts that show whether the files are still there; nil until the store is open, and of one in memory.
    private var identity: FileIdentity?
    /// By which they are looked up.
    private unowned var connection: Connection<StoreError>?
    private var loss: StoreLoss?

    /// Looks where a file is, which need not be there yet; one with further names (hard links) is refused.
    init(_ path: FilePath) throws(StoreError) {
        self.path = path
        do throws(SystemError) {
            // Behind a link lies the file that all its names share: its folder is what paths are relative to, its path
            // names log and lock.
            resolved = try path.resolvedWhereItWouldBe()
        } catch {
            throw .cannotOpen(path, reason: "\(error.subject): \(error.reason)")
        }
        if let status = try? FileStatus(of: resolved), status.kind == .file, status.links > 1 {
            throw .manyNames(path, status.links)
        }
    }

    /// Takes note of the files of a connection that has been used; it must outlive every later call.
    func watch(by connection: Connection<StoreError>) {
        identity = FileIdentity(resolved, connection)
        self.connection = connection
    }

    /// Whether the store is open.
    var isWatched: Bool { identity != nil }

    /// Throws where the files are not those that were opened any more.
    ///
    /// What was lost stays lost: nothing is written from then on.
    func checkPresence() throws(StoreError) {
        if let loss = findLoss() { throw .gone(resolved, loss) }
    }

    private func findLoss() -> StoreLoss? {
        if loss == nil, let connection {
            loss = identity?.loss(connection)
            // SQLite would copy the log into the file when the last connection is closed, over what was put there.
            if loss != nil { try? connection.leaveLogWhenClosed() }
        }
        return loss
    }

    /// Whether the files are known not to be those that were opened.
    var isLost: Bool { loss != nil }

    /// Takes note that an earlier state was put back into the store.
    func noteRestored() { loss = .restored }

    /// Brings all that was recorded from a log without a name into the file: it is nowhere else once the log is closed.
    func keepLog() {
        if loss?.isOfLogAlone ?? false { try? connection?.script("PRAGMA wal_checkpoint(FULL)") }
    }

    /// What the store's connection throws for an error of SQLite.
    func explain(_ error: SQLiteError) -> StoreError {
        // Whatever SQLite says of a file that was taken away, that is the cause.
        if let loss = findLoss() { return .gone(resolved, loss) }
        // Only the limit of a report stops a statement of this connection.
        if error.meaning == .interrupted { return .tooLong(path, reportLimit) }
        return meaning(of: error)
    }

    /// SQLite's error in this store's words: what it only calls unable to open is often a disk that may not be written.
    func meaning(of error: SQLiteError) -> StoreError {
        let system = SystemError("open", path, number: error.systemNumber)
        // SQLite keeps the system's number of some calls only; where all descriptors are taken, that is why.
        if let problem = system.isOutOfDescriptors ? system : error.mayLackDescriptors ? mayOpen(1) : nil {
            return .tooFewDescriptors(path, reason: problem.reason)
        }
        guard error.meaning == .cannotOpen else { return StoreError(error, at: path) }
        if !resolved.directory.isWritable { return .readOnly(path) }
        if (try? FileStatus(of: resolved)) == nil { return .cannotOpen(path, reason: "there is no such file") }
        return StoreError(error, at: path)
    }
}
