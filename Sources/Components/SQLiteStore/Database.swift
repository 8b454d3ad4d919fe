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
    let file: StoreFile
    let connection: Connection<StoreError>
    let paths: PathCoding
    /// The newest attempt when this transaction began, or as of this connection's last transaction.
    var newestAttempt: Int64 = 0
    /// The steps from an empty file to the newest store.
    let migrations: [String]
    /// Whether what is in the file is compared with what this program makes; only tests that put a fault into a store
    /// leave it out.
    let checksSchema: Bool
    /// Whether this connection has views of its own before those of a file that may not be changed.
    var coversViews = false
    /// Where the store takes the time from.
    let clock: Clock
    /// What this connection remembers.
    var caches = StoreCaches()
    /// The statements that insert annotations.
    var annotationStatements = AnnotationStatements()
    /// When this transaction or snapshot began; nil between them.
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
        self.migrations = migrations
        self.checksSchema = checksSchema
        self.clock = clock
        file = try StoreFile(path)
        paths = PathCoding(home: file.resolved.directory)
        let opened = try Database.open(file, for: purpose)
        let plain = if let opened { opened } else { try Database.nothing(in: file) }
        connection = Connection(plain, explain: file.explain)
        connection.rewriting = rewriting
        try connection.script("PRAGMA foreign_keys = ON; PRAGMA temp_store = MEMORY")
        // Somebody else's database is left as it is: the log's mode would be written into it.
        let version = try version()
        switch purpose {
        case .preview where opened == nil, .read where opened == nil: return
        case .preview: try prepareToPreview(version)
        case .read: try prepareToRead(version)
        case .work, .change: try prepareToWrite(version, mayBeCopy: false)
        case .adopt: try prepareToWrite(version, mayBeCopy: true)
        }
        file.watch(by: connection)
    }

    /// What is only looked at is not changed: an older store is refused, and other views are covered.
    private func prepareToPreview(_ version: Int64) throws(StoreError) {
        guard version == newestVersion else {
            throw .cannotOpen(path, reason: "an older Cairn made it; `cairn status` brings it up to date")
        }
        if try hasOtherViews(version) { try coverViews() }
    }

    /// An older program's store has not all that is asked of it here; where it may not be written, what it has must do.
    private func prepareToRead(_ version: Int64) throws(StoreError) {
        guard try !isCurrent(version, hasOtherViews: try hasOtherViews(version)) else { return }
        _ = try? Database(at: path, for: .adopt, clock: clock, migrations: migrations, checksSchema: checksSchema)
        let now = try self.version()
        if now == newestVersion, try hasOtherViews(now) { try coverViews() }
    }

    /// Keeps a log of what is written, and brings the store up to date.
    private func prepareToWrite(_ version: Int64, mayBeCopy: Bool) throws(StoreError) {
        let hasOtherViews = try hasOtherViews(version)
        if version > 0, !mayBeCopy, let mark = try reports.copyMark() { throw .copy(path, mark) }
        try keepWriteAheadLog()
        // Memory for the pages that one commit changes, and a log that takes each of them many times before it goes to
        // its place: the indexes over words are hit all over. With a log of half this length or twice it the books
        // take the same time.
        try connection.script(
            """
            PRAGMA synchronous = FULL; PRAGMA cache_size = -65536; PRAGMA wal_autocheckpoint = \(Database.logPages);
            PRAGMA journal_size_limit = \(Database.logPages * 4120)
            """)
        try upgrade(from: version, hasOtherViews: hasOtherViews)
    }

    /// Pages of 4 KiB in the log from which on a commit brings them to their places: 32 MiB.
    ///
    /// The log has at most one transaction more, and what is written while another connection reads what was before.
    static let logPages = 8192

    /// The file, as it was named.
    var path: FilePath { file.path }

    /// The number of the newest attempt, which only grows while the store is what it was: attempts are kept for ever.
    func readNewestAttempt() throws(StoreError) -> Int64 {
        // While the store is opened it may have no tables yet.
        guard file.isWatched else { return 0 }
        return try connection.first("SELECT max(attempt_id) FROM attempt") { $0.integer(0) } ?? 0
    }

    /// Reads several things as of one moment, whatever others write meanwhile, within `StoreFile.reportLimit`.
    func snapshot<Result>(_ body: () throws(StoreError) -> Result) throws(StoreError) -> Result {
        try connection.run("BEGIN")
        moment = clock.now().milliseconds
        defer { moment = nil }
        let end = monotonicMilliseconds() + file.reportLimit.milliseconds
        connection.stop(every: 20_000) { monotonicMilliseconds() >= end }
        defer { connection.neverStop() }
        // What is remembered of the store stays: nothing was written that could be undone.
        defer { try? connection.run("ROLLBACK") }
        return try body()
    }

    /// The moment it is now, in the store's unit: one moment for all of a transaction, so that what ends together is
    /// due together.
    var now: Int64 { moment ?? clock.now().milliseconds }
}
