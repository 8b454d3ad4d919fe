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
    private let clock: MonotonicClock
    private let observer: SubmitObserver
    /// Is called often.
    private let renewNight: () throws(StoreError) -> Void

    /// Starts the scan.
    ///
    /// - Parameters:
    ///   - downloads: how files on the web are fetched.
    ///   - renewNight: renews the night that the submission is part of.
    init(
        _ job: Job, downloads: DownloadSettings, shutdown: ShutdownRequest, clock: MonotonicClock,
        observer: @escaping SubmitObserver,
        renewNight: @escaping () throws(StoreError) -> Void = {}
    ) throws(SubmitError) {
        scan = try SourceScan(job, shutdown: shutdown, clock: clock)
        digestPool = FileDigestPool(limit: largestFile, downloads: downloads)
        self.shutdown = shutdown
        self.clock = clock
        self.observer = observer
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
    func run<Sink>(into intake: inout SourceIntake<Sink>) throws(StoreError) {
        var unread = PendingFiles()
        var lastReport = clock.now()
        while !shutdown.isStopping, intake.end == nil {
            try renewNight()
            if shutdown.isDraining { digestPool.discardQueued() }
            while !shutdown.isDraining, digestPool.hasRoom, let next = unread.next() { digestPool.give(next) }
            if unread.isEmpty, digestPool.mayDownload, !shutdown.isDraining {
                // While files are being read the scan is only polled; otherwise it is waited for.
                if let item = digestPool.isIdle ? scan.next(within: longestWait) : scan.poll() {
                    switch item {
                    case .listing(let listing): unread = try intake.take(listing)
                    case .objects(let names): try intake.take(objects: names)
                    case .web(let address):
                        if let (file, known) = try intake.take(web: address) { digestPool.give(file, knownAs: known) }
                    case .problem(let problem) where problem.isNotice:
                        if let source = problem.emptySource {
                            intake.take(emptySource: source)
                        } else {
                            observer(.notice(problem.failure.message))
                        }
                    case .problem(let problem): try intake.take(problem)
                    }
                    report(intake, &lastReport)
                    continue
                }
                if digestPool.isIdle {
                    if scan.isFinished { return }
                    // A scan may wait for standard input: nothing waits here meanwhile.
                    try intake.flush()
                }
            } else if digestPool.isIdle, shutdown.isDraining {
                return
            }
            if let read = digestPool.next(within: longestWait) {
                try intake.take(read)
            } else {
                // The same for reads from a slow disk.
                try intake.flush()
            }
            report(intake, &lastReport)
        }
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
private let longestWait: Int64 = 50
