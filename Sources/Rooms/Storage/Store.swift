package import Platform
internal import Crypto
internal import SQLite
internal import Schema
package import Vocabulary

/// The one file that holds images, runs, tasks, attempts, results and annotations.
///
/// One store value belongs to one queue or thread; any number of processes may each have theirs on the same file.
/// Every change is one transaction; an error leaves the file as it was before the call.
package final class Store {
    /// What a store is opened for.
    package enum Purpose: Sendable {
        /// To change it; made when it is missing.
        case work
        /// To change it; it must exist.
        case change
        /// To read it; an older store is brought up to date first, where it may be written.
        case read
    }

    /// The file.
    package let path: FilePath
    /// The file's absolute path, links followed.
    package let file: FilePath
    let connection: Connection
    let frame: PathFrame
    /// What tells whether the files are still there; nil until the store is open, and of one in memory.
    private var presence: Presence?
    private var loss: StoreLoss?
    /// As of this connection's last transaction.
    private var newestAttempt: Int64 = 0
    /// The steps from an empty file to the newest store.
    let migrations: [String]
    /// Where the store takes the time from.
    package let clock: Clock
    var folderIDs = RecentFolders()
    var featureSets: [[RecipeID]: FeatureSetID] = [:]
    var costs: [[RecipeID]: [UnitCost]] = [:]
    var recipeNumbers: [Recipe: Int64] = [:]
    var terms = TermCache()
    var annotationStatements = AnnotationStatements()
    var setMembers: [FeatureSetID: [RecipeID]] = [:]
    /// What this transaction has changed of the runs' counters and not written down yet.
    var counters = RunCounters()

    /// Opens a store, bringing an older one up to date when it may be changed.
    ///
    /// - Parameters:
    ///   - path: absolute or relative to the current folder.
    ///   - migrations: the steps from an empty file to the newest store.
    package init(
        at path: FilePath, for purpose: Purpose, clock: Clock, migrations: [String] = StoreSchema.migrations
    ) throws(StoreError) {
        self.path = path
        self.migrations = migrations
        self.clock = clock
        do throws(SystemError) {
            // Behind a link lies the file that all its names share: its folder is the frame, its path names log and lock.
            file = try path.resolvedWhereItWouldBe()
        } catch {
            throw .cannotOpen(path, reason: "\(error.subject): \(error.reason)")
        }
        frame = PathFrame(home: file.directory)
        if let status = try? FileStatus(of: file), status.kind == .file, status.links > 1 {
            throw .manyNames(path, status.links)
        }
        let opened = try Store.open(file, as: path, for: purpose)
        let hasNothing: Bool
        do throws(SQLiteError) {
            hasNothing = purpose == .read ? try Store.isEmpty(opened) : false
            connection = hasNothing ? try Store.madeInMemory() : opened
            try connection.script("PRAGMA foreign_keys = ON; PRAGMA temp_store = MEMORY")
        } catch {
            throw Store.explain(error, file: file, as: path)
        }
        // Somebody else's database is left as it is: the log's mode would be written into it.
        let version = try version()
        guard purpose != .read else {
            // An older program's store has not all that is asked of it here; where it may not be written, what it has
            // must do.
            if !hasNothing, try !isCurrent(version) {
                _ = try? Store(at: path, for: .change, clock: clock, migrations: migrations)
            }
            if !hasNothing { presence = Presence(file, connection) }
            return
        }
        try guarded { () throws(SQLiteError) in
            try keepWriteAheadLog()
            // Memory for the pages that one commit changes, and a log that takes each of them many times before it goes to
            // its place: the indexes over words are hit all over.
            try connection.script(
                "PRAGMA synchronous = FULL; PRAGMA cache_size = -65536; PRAGMA wal_autocheckpoint = 16384")
        }
        try upgrade(from: version)
        presence = Presence(file, connection)
    }

    /// Throws where the files are not those that were opened any more.
    ///
    /// What was lost stays lost: nothing is written from then on.
    package func checkPresence() throws(StoreError) {
        if loss == nil {
            loss = presence?.loss(connection)
            // SQLite would copy the log into the file when the last connection is closed, over what was put there.
            if loss != nil { try? connection.leaveLogWhenClosed() }
        }
        if let loss { throw .gone(file, loss) }
    }

    /// Runs changes in one transaction; a failure undoes them all.
    package func write<Result>(_ body: () throws(StoreError) -> Result) throws(StoreError) -> Result {
        try begin()
        do throws(StoreError) {
            let result = try body()
            try commit()
            return result
        } catch {
            rollBack()
            throw error
        }
    }

    /// Opens a transaction with the write lock, for work that waits for other things in between.
    package func begin() throws(StoreError) {
        try guarded { () throws(SQLiteError) in try connection.run("BEGIN IMMEDIATE") }
        do throws(StoreError) {
            let newest = try readNewestAttempt()
            if newest < newestAttempt { loss = .restored }
            newestAttempt = max(newest, newestAttempt)
            if loss != nil { try checkPresence() }
        } catch {
            rollBack()
            throw error
        }
    }

    /// The number of the newest attempt, which only grows while the store is what it was: attempts are kept for ever.
    private func readNewestAttempt() throws(StoreError) -> Int64 {
        // While the store is opened it may have no tables yet.
        guard presence != nil else { return 0 }
        return try guarded { () throws(SQLiteError) in
            try connection.first("SELECT max(attempt_id) FROM attempt") { $0.integer(0) } ?? 0
        }
    }

    /// Ends the transaction that `begin` opened, or undoes it and throws where the store is not there any more.
    ///
    /// What depends on the transaction, such as sending what it marks as sent, is done after it has returned.
    package func commit() throws(StoreError) {
        do throws(StoreError) {
            try checkPresence()
        } catch {
            rollBack()
            // All that was recorded is in the log that is still open here, and nowhere else once it is closed.
            if loss?.isOfLogAlone ?? false { try? connection.script("PRAGMA wal_checkpoint(FULL)") }
            throw error
        }
        try writeCounters()
        let newest = try readNewestAttempt()
        try guarded { () throws(SQLiteError) in try connection.run("COMMIT") }
        newestAttempt = newest
    }

    /// Undoes what was done since `begin`.
    package func rollBack() {
        folderIDs = RecentFolders()
        featureSets = [:]
        costs = [:]
        recipeNumbers = [:]
        terms = TermCache()
        setMembers = [:]
        counters = RunCounters()
        // A full disk may have rolled back already; there is nothing further to undo then.
        if connection.isInTransaction { try? connection.run("ROLLBACK") }
    }

    /// Calls SQLite and gives its errors their meaning.
    func guarded<Result>(_ body: () throws(SQLiteError) -> Result) throws(StoreError) -> Result {
        do throws(SQLiteError) {
            return try body()
        } catch {
            // Whatever SQLite says of a file that was taken away, that is the cause.
            try checkPresence()
            throw Store.explain(error, file: file, as: path)
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

    /// The moment it is now, in the store's unit.
    var now: Int64 { clock.now().milliseconds }
}
