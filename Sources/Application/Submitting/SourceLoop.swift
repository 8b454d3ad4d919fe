internal import Catalog
internal import Fetching
internal import Platform
internal import Storage
internal import Domain

/// Goes through a job's sources: one thread searches the folders, a thread for each processor reads and digests files
/// that are new or have changed, and the calling thread alone touches the store.
///
/// What waits between them is bounded, so memory does not grow with the set.
struct SourceLoop {
    private let scan: SourceScan
    private let digestPool: FileDigestPool
    private let shutdown: ShutdownRequest
    private let timeIsUp: () -> String?
    private let clock: MonotonicClock
    private let observer: SubmitObserver
    /// The longest that a query may take.
    private let queryLimit: TimeSpan
    /// Is called often.
    private let renewNight: () throws(StoreError) -> Void

    /// Starts the scan.
    ///
    /// - Parameters:
    ///   - downloads: how files on the web are fetched.
    ///   - queryLimit: the longest that a query may take.
    ///   - timeIsUp: that the time given for it is over, as a clause; nil before.
    ///   - renewNight: renews the night that the submission is part of.
    init(
        _ job: Job, downloads: DownloadSettings, shutdown: ShutdownRequest, timeIsUp: @escaping () -> String?,
        clock: MonotonicClock, queryLimit: TimeSpan, observer: @escaping SubmitObserver,
        renewNight: @escaping () throws(StoreError) -> Void = {}
    ) throws(CommandFailure) {
        scan = try SourceScan(job, shutdown: shutdown, clock: clock)
        digestPool = FileDigestPool(limit: maxFileBytes, downloads: downloads)
        self.shutdown = shutdown
        self.timeIsUp = timeIsUp
        self.clock = clock
        self.observer = observer
        self.queryLimit = queryLimit
        self.renewNight = renewNight
    }

    /// What is searched.
    var catalog: Catalog { scan.catalog }

    /// Ends the threads.
    func stop() {
        scan.stop()
        digestPool.stop()
    }

    /// Brings what the scan finds to the intake, by way of the digest pool where a file must be read.
    ///
    /// Where Ctrl-C or the time ends it, what is being read is waited for a few seconds: a read that hangs, as on a
    /// network mount, is left behind.
    ///
    /// - Returns: what was not done when the time was over, as a clause; nil where time was not what ended it.
    func run<Sink>(into intake: inout SourceIntake<Sink>) throws(StoreError) -> String? {
        var unread = PendingFiles()
        var lastReport = clock.now()
        var end: (began: Int64, late: String?, discarded: FilePath?)?
        while !shutdown.isStopping, intake.end == nil {
            try renewNight()
            let late = timeIsUp()
            if end == nil, late != nil || shutdown.isDraining {
                end = (clock.now(), late, digestPool.discardQueued())
            }
            if end == nil {
                while digestPool.hasRoom, let next = unread.next() { digestPool.add(next) }
            }
            switch SourceStep(
                endingFor: end.map { clock.now() - $0.began }, isReading: !digestPool.isIdle,
                hasPending: !unread.isEmpty, mayDownload: digestPool.mayDownload)
            {
            case .end:
                guard let late = end?.late,
                    let name = intake.endedQuery ?? unfinished(&unread, end?.discarded)
                else { return nil }
                return "\(late) before all sources were seen; it was reading \(name)"
            case .awaitFound:
                if let item = scan.next(within: maxWait) {
                    try add(item, to: &intake, &unread)
                } else if scan.isFinished {
                    return nil
                } else {
                    // The scan may block on standard input; write what is buffered first.
                    try intake.flush()
                }
            case .awaitRead(let polls):
                if polls, let item = scan.poll() {
                    try add(item, to: &intake, &unread)
                } else if let read = digestPool.next(within: maxWait) {
                    try intake.add(read)
                } else {
                    // The same for reads from a slow disk.
                    try intake.flush()
                }
            }
            report(intake, &lastReport)
        }
        return nil
    }

    /// Brings what the scan has found to the intake; files that must be read become the unread ones.
    private func add<Sink>(
        _ item: SourceItem, to intake: inout SourceIntake<Sink>, _ unread: inout PendingFiles
    ) throws(StoreError) {
        switch item {
        case .listing(let listing): unread = try intake.add(listing)
        case .objects(let names, let share): try intake.add(objects: names, share)
        case .web(let address, let share):
            if let (file, known) = try intake.add(web: address, share) { digestPool.add(file, knownAs: known) }
        case .query(let query, let keyPath):
            try intake.add(query, at: keyPath, within: queryLimit) { () throws(StoreError) in
                try renewNight()
                return shutdown.isDraining || timeIsUp() != nil
            }
        case .problem(let problem) where problem.isNotice:
            if let text = problem.emptySource {
                intake.add(problem, emptySource: text)
            } else {
                observer(.notice(problem.failure.message))
            }
        case .problem(let problem): try intake.add(problem)
        case .skipped(let files): intake.add(skipped: files)
        case .idleExclusions(let patterns): intake.add(idleExclusions: patterns)
        }
    }

    /// What is not read or not seen yet, as messages name it; nil where all was.
    private func unfinished(_ unread: inout PendingFiles, _ discarded: FilePath?) -> String? {
        if let file = digestPool.oldest ?? discarded ?? unread.next()?.path { return file.withoutSecrets.description }
        return scan.isFinished ? nil : scan.sourceName
    }

    /// Tells how far it is, a few times a second.
    private func report<Sink>(_ intake: SourceIntake<Sink>, _ last: inout Int64) {
        let now = clock.now()
        guard now - last >= 200 else { return }
        last = now
        observer(.finding(found: intake.submission.found, queued: intake.submission.queued))
    }
}

/// Milliseconds of waiting after which the loop checks for Ctrl-C, and for what waits to be written.
private let maxWait: Int64 = 50
