internal import Catalog
internal import Imaging
internal import Platform
internal import Planning
internal import Storage
internal import Vocabulary

/// Finds a job's images, works out what is not yet known of them, and queues that.
///
/// One thread walks the folders, a slot for each processor reads and digests files that are new or have changed, and
/// the calling thread alone touches the store. What waits between them is bounded, so memory does not grow with the set.
struct Submitter {
    let store: Store
    let job: Job
    let manifest: PinnedManifest
    let recipes: [Recipe]
    /// The run's from now on; nil: the one it has.
    let priority: Int?
    /// How files on the web are fetched.
    let web: Web
    let interruption: Interruption
    let observer: Observer

    /// Submits the job.
    func submit() throws(RunError) -> Submission {
        let walk = try Walk(job, interruption: interruption)
        let readers = Readers(limit: largestFile, web: web)
        defer {
            walk.stop()
            readers.stop()
        }
        do throws(StoreError) {
            var ledger = try SubmissionLedger(
                store: store, job: job, manifest: manifest, recipes: recipes, priority: priority)
            try take(from: walk, through: readers, into: &ledger)
            if let end = ledger.end { observer(.notice(end)) }
            return try ledger.close(isInterrupted: interruption.isDraining, walk.catalog)
        } catch {
            store.rollBack()
            throw .store(error)
        }
    }

    /// Brings what the walk finds to the ledger, by way of the readers where a file must be read.
    private func take(from walk: Walk, through readers: Readers, into ledger: inout SubmissionLedger)
        throws(StoreError)
    {
        var unread = Unread()
        var lastReport = monotonicMilliseconds()
        while !interruption.isStopping, ledger.end == nil {
            while !interruption.isDraining, readers.hasRoom, let next = unread.next() { readers.give(next) }
            if unread.isEmpty, readers.mayDownload, !interruption.isDraining {
                // With readers at work the walk is only asked in passing; without, it is waited for.
                if let find = readers.isIdle ? walk.next(within: patience) : walk.poll() {
                    switch find {
                    case .listing(let listing): unread = try ledger.take(listing)
                    case .objects(let names): for name in names { try ledger.take(object: name) }
                    case .web(let address):
                        let (file, known) = try ledger.take(web: address)
                        readers.give(file, knownAs: known)
                    case .problem(let problem) where problem.isNotice: observer(.notice(problem.failure.message))
                    case .problem(let problem): try ledger.take(problem)
                    }
                    report(ledger, &lastReport)
                    continue
                }
                if readers.isIdle, walk.isFinished { return }
            } else if readers.isIdle, interruption.isDraining {
                return
            }
            if let read = readers.next(within: patience) { try ledger.take(read) }
            // A walk may wait for standard input and a read for a slow disk; neither may hold the write lock meanwhile.
            try ledger.commitIfDue()
            report(ledger, &lastReport)
        }
    }

    /// Tells how far it is, a few times a second.
    private func report(_ ledger: SubmissionLedger, _ last: inout Int64) {
        let now = monotonicMilliseconds()
        guard now - last >= 200 else { return }
        last = now
        observer(.finding(found: ledger.submission.found, queued: ledger.submission.queued))
    }
}

/// Milliseconds of waiting after which the loop looks round: for Ctrl-C, and for a transaction that is open too long.
private let patience: Int64 = 50
