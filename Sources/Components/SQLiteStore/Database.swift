internal import Accounting
internal import Platform
internal import SQLite
internal import Schema
internal import Storage
internal import Domain

/// A connection to the one file that holds images, runs, tasks, attempts, results and annotations.
///
/// It belongs to one queue or thread; any number of processes may each have theirs on the same file. What it is asked
/// is asked of its readers, by role; what changes the file is reached through `write` alone, and an error leaves the
/// file as it was.
final class Database {
    /// The file.
    let path: FilePath
    /// The file's absolute path, links followed.
    let file: FilePath
    let connection: Connection
    let frame: PathCoding
    /// The facts that show whether the files are still there; nil until the store is open, and of one in memory.
    private var presence: FileIdentity?
    private var loss: StoreLoss?
    /// The newest attempt when this transaction began, or as of this connection's last transaction.
    var newestAttempt: Int64 = 0
    /// The steps from an empty file to the newest store.
    let migrations: [String]
    /// Whether what is in the file is compared with what this program makes; only tests that put a fault into a store
    /// leave it out.
    let checksSchema: Bool
    /// Whether this connection has views of its own before those of a file that may not be changed.
    var coversViews = false
    /// The longest that one report may take.
    var reportLimit = TimeSpan.seconds(60)
    /// Where the store takes the time from.
    let clock: Clock
    /// What this connection remembers.
    var caches = StoreCaches()
    /// The statements that insert annotations.
    var annotationStatements = AnnotationStatements()
    /// When this transaction began; nil between transactions.
    var moment: Int64?
    /// What this transaction has changed of the runs' counters and not written down yet.
    var counters = RunCounters()
    /// What it has changed of the ledger's sums and not written down yet.
    var sums = LedgerDelta()

    /// Opens a store, bringing an older one up to date when it may be changed.
    ///
    /// - Parameters:
    ///   - path: absolute or relative to the current folder.
    ///   - migrations: the steps from an empty file to the newest store.
    ///   - checksSchema: whether a store with tables, indexes or triggers that this program does not make is refused.
    ///   - rewriting: what a test puts in the place of a statement's text, so that a guard is left out; nil in the
    ///     program.
    init(
        at path: FilePath, for purpose: StorePurpose, clock: Clock, migrations: [String] = StoreSchema.migrations,
        checksSchema: Bool = true, rewriting: ((String) -> String)? = nil
    ) throws(StoreError) {
        self.path = path
        self.migrations = migrations
        self.checksSchema = checksSchema
        self.clock = clock
        do throws(SystemError) {
            // Behind a link lies the file that all its names share: its folder is the frame, its path names log and
            // lock.
            file = try path.resolvedWhereItWouldBe()
        } catch {
            throw .cannotOpen(path, reason: "\(error.subject): \(error.reason)")
        }
        frame = PathCoding(home: file.directory)
        if let status = try? FileStatus(of: file), status.kind == .file, status.links > 1 {
            throw .manyNames(path, status.links)
        }
        // What is only looked at is not made.
        let isMissing = purpose == .preview && (try? FileStatus(of: file)) == nil
        let opened = isMissing ? nil : try Database.open(file, as: path, for: purpose)
        let hasNothing: Bool
        do throws(SQLiteError) {
            if let opened {
                let mayBeEmpty = purpose == .read || purpose == .preview
                hasNothing = mayBeEmpty ? try Database.isEmpty(opened) : false
                connection = hasNothing ? try Database.madeInMemory() : opened
            } else {
                hasNothing = true
                connection = try Database.madeInMemory()
            }
            connection.rewriting = rewriting
            try connection.script("PRAGMA foreign_keys = ON; PRAGMA temp_store = MEMORY")
        } catch {
            throw Database.explain(error, file: file, as: path)
        }
        // Somebody else's database is left as it is: the log's mode would be written into it.
        let version = try version()
        guard purpose != .preview else {
            if !hasNothing, version != newestVersion {
                throw .cannotOpen(path, reason: "an older Cairn made it; `cairn status` brings it up to date")
            }
            if !hasNothing {
                if try hasOtherViews(version) { try coverViews() }
                presence = FileIdentity(file, connection)
            }
            return
        }
        guard purpose != .read else {
            // An older program's store has not all that is asked of it here; where it may not be written, what it has
            // must do.
            if !hasNothing {
                if try !isCurrent(version, hasOtherViews: try hasOtherViews(version)) {
                    _ = try? Database(
                        at: path, for: .adopt, clock: clock, migrations: migrations, checksSchema: checksSchema)
                    let now = try self.version()
                    if now == newestVersion, try hasOtherViews(now) { try coverViews() }
                }
                presence = FileIdentity(file, connection)
            }
            return
        }
        let hasOtherViews = try hasOtherViews(version)
        if version > 0, purpose != .adopt, let mark = try CopyReader(database: self).mark() {
            throw .copy(path, mark)
        }
        try guarded { () throws(SQLiteError) in
            try keepWriteAheadLog()
            // Memory for the pages that one commit changes, and a log that takes each of them many times before it goes
            // to its place: the indexes over words are hit all over.
            try connection.script(
                "PRAGMA synchronous = FULL; PRAGMA cache_size = -65536; PRAGMA wal_autocheckpoint = 16384")
        }
        try upgrade(from: version, hasOtherViews: hasOtherViews)
        presence = FileIdentity(file, connection)
    }

    /// Throws where the files are not those that were opened any more.
    ///
    /// What was lost stays lost: nothing is written from then on.
    func checkPresence() throws(StoreError) {
        if loss == nil {
            loss = presence?.loss(connection)
            // SQLite would copy the log into the file when the last connection is closed, over what was put there.
            if loss != nil { try? connection.leaveLogWhenClosed() }
        }
        if let loss { throw .gone(file, loss) }
    }

    /// Whether the files are known not to be those that were opened.
    var isLost: Bool { loss != nil }

    /// Takes note that an earlier state was put back into the store.
    func noteRestored() { loss = .restored }

    /// Brings all that was recorded from a log without a name into the file: it is nowhere else once the log is closed.
    func keepLog() {
        if loss?.isOfLogAlone ?? false { try? connection.script("PRAGMA wal_checkpoint(FULL)") }
    }

    /// The number of the newest attempt, which only grows while the store is what it was: attempts are kept for ever.
    func readNewestAttempt() throws(StoreError) -> Int64 {
        // While the store is opened it may have no tables yet.
        guard presence != nil else { return 0 }
        return try guarded { () throws(SQLiteError) in
            try connection.first("SELECT max(attempt_id) FROM attempt") { $0.integer(0) } ?? 0
        }
    }

    /// Reads several things as they were at one moment, whatever others write meanwhile, within `reportLimit`.
    func snapshot<Result>(_ body: () throws(StoreError) -> Result) throws(StoreError) -> Result {
        try guarded { () throws(SQLiteError) in try connection.run("BEGIN") }
        let end = monotonicMilliseconds() + reportLimit.milliseconds
        connection.stop(every: 20_000) { monotonicMilliseconds() >= end }
        defer { connection.neverStop() }
        // What is remembered of the store stays: nothing was written that could be undone.
        defer { try? connection.run("ROLLBACK") }
        return try body()
    }

    /// Calls SQLite and gives its errors their meaning.
    func guarded<Result>(_ body: () throws(SQLiteError) -> Result) throws(StoreError) -> Result {
        do throws(SQLiteError) {
            return try body()
        } catch {
            // Whatever SQLite says of a file that was taken away, that is the cause.
            try checkPresence()
            // Only the limit of a report stops a statement of this connection.
            if error.meaning == .interrupted { throw .tooLong(path, reportLimit) }
            throw Database.explain(error, file: file, as: path)
        }
    }

    /// SQLite's error in this store's words: what it only calls unable to open is often a disk that may not be written.
    static func explain(_ error: SQLiteError, file: FilePath, as shown: FilePath) -> StoreError {
        let system = SystemError("open", shown, number: error.systemNumber)
        // SQLite keeps the system's number of some calls only; where all descriptors are taken, that is why.
        if let problem = system.isOutOfDescriptors ? system : error.mayLackDescriptors ? mayOpen(1) : nil {
            return .tooFewDescriptors(shown, reason: problem.reason)
        }
        guard error.meaning == .cannotOpen else { return StoreError(error, at: shown) }
        if !file.directory.isWritable { return .readOnly(shown) }
        if (try? FileStatus(of: file)) == nil { return .cannotOpen(shown, reason: "there is no such file") }
        return StoreError(error, at: shown)
    }

    /// The moment it is now, in the store's unit: one moment for all of a transaction, so that what ends together is
    /// due together.
    var now: Int64 { moment ?? clock.now().milliseconds }
}
