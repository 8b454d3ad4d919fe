internal import Catalog
internal import Platform
internal import Storage
internal import Domain

/// Goes through a job's sources: one thread walks the folders, a slot for each processor reads and digests files that are new or
/// have changed, and the calling thread alone touches the store.
///
/// What waits between them is bounded, so memory does not grow with the set.
struct SourceLoop {
    private let walk: SourceScan
    private let readers: FileDigestPool
    private let interruption: ShutdownRequest
    private let observer: Observer
    /// Is called often.
    private let tend: () throws(StoreError) -> Void

    /// Starts to walk.
    ///
    /// - Parameters:
    ///   - web: how files on the web are fetched.
    ///   - tend: what must be done now and then.
    init(
        _ job: Job, web: DownloadSettings, interruption: ShutdownRequest, observer: @escaping Observer,
        tend: @escaping () throws(StoreError) -> Void = {}
    ) throws(RunError) {
        walk = try SourceScan(job, interruption: interruption)
        readers = FileDigestPool(limit: largestFile, web: web)
        self.interruption = interruption
        self.observer = observer
        self.tend = tend
    }

    /// What is walked through.
    var catalog: Catalog { walk.catalog }

    /// Ends the threads.
    func stop() {
        walk.stop()
        readers.stop()
    }

    /// Brings what the walk finds to the intake, by way of the readers where a file must be read.
    func run<Sink>(into intake: inout SourceIntake<Sink>) throws(StoreError) {
        var unread = PendingFiles()
        var lastReport = monotonicMilliseconds()
        while !interruption.isStopping, intake.end == nil {
            try tend()
            if interruption.isDraining { readers.discardQueued() }
            while !interruption.isDraining, readers.hasRoom, let next = unread.next() { readers.give(next) }
            if unread.isEmpty, readers.mayDownload, !interruption.isDraining {
                // With readers at work the walk is only asked in passing; without, it is waited for.
                if let find = readers.isIdle ? walk.next(within: patience) : walk.poll() {
                    switch find {
                    case .listing(let listing): unread = try intake.take(listing)
                    case .objects(let names): try intake.take(objects: names)
                    case .web(let address):
                        if let (file, known) = try intake.take(web: address) { readers.give(file, knownAs: known) }
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
                if readers.isIdle {
                    if walk.isFinished { return }
                    // A walk may wait for standard input: nothing waits here meanwhile.
                    try intake.flush()
                }
            } else if readers.isIdle, interruption.isDraining {
                return
            }
            if let read = readers.next(within: patience) {
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
        let now = monotonicMilliseconds()
        guard now - last >= 200 else { return }
        last = now
        observer(.finding(found: intake.submission.found, queued: intake.submission.queued))
    }
}

/// Milliseconds of waiting after which the loop looks round: for Ctrl-C, and for what waits to be written.
private let patience: Int64 = 50
