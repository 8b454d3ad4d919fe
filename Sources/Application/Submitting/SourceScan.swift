internal import Catalog
internal import Platform
internal import Domain
internal import Storage

/// The search through a job's sources, on a thread of its own, a few folders ahead of the thread that takes what it
/// finds.
final class SourceScan {
    private let items = BlockingQueue<SourceItem>(capacity: 4)
    private let source = Monitor("")
    /// What is searched.
    let catalog: Catalog

    /// Starts the search.
    init(_ job: Job, shutdown: ShutdownRequest, clock: MonotonicClock) throws(CommandFailure) {
        let (items, source) = (items, source)
        let here: FilePath
        let catalog: Catalog
        do throws(SystemError) { here = try FilePath.currentFolder() } catch { throw CommandFailure(refused: error) }
        do throws(CatalogError) {
            catalog = try Catalog(job, workingDirectory: here) { () throws(SystemError) in try Descriptor.input.read() }
            try catalog.refuseForeignLists()
        } catch {
            throw error.commandFailure
        }
        self.catalog = catalog
        WorkerThreads.start(1, named: "scan") {
            var objects = ObjectBundle(clock)
            func put(_ item: SourceItem) throws(ScanEnded) {
                guard !shutdown.isDraining, items.put(item) else { throw ScanEnded() }
            }
            func flush() throws(ScanEnded) {
                let share = objects.share
                if let names = objects.popAll() { try put(.objects(names, share)) }
            }
            do throws(ScanEnded) {
                try catalog.visit(beginning: { name in source.with { $0 = name } }) { item throws(ScanEnded) in
                    if case .objects(let names, let share) = item {
                        if share != objects.share { try flush() }
                        if objects.add(names, share) { try flush() }
                    } else {
                        try flush()
                        try put(item)
                    }
                }
                try flush()
            } catch {}
            items.close()
        }
    }

    /// The next item, waiting for it a little; nil when none came in time, and at the end.
    func next(within milliseconds: Int64) -> SourceItem? { items.take(within: milliseconds) }

    /// The next item if it is there.
    func poll() -> SourceItem? { items.poll() }

    /// The source that is searched now, or was searched last.
    var sourceName: String { source.with { $0 } }

    /// Whether everything was found and taken.
    var isFinished: Bool { items.isFinished }

    /// Ends the search.
    func stop() { items.close() }
}

/// Names of objects that are handed over together: a million hand-overs of one name would take most of the time.
struct ObjectBundle {
    private let clock: MonotonicClock
    private var names: [String] = []
    private var began: Int64 = 0
    /// The part of them that the job takes; nil: all of them.
    private(set) var share: ImageShare?

    /// An empty bundle.
    init(_ clock: MonotonicClock) { self.clock = clock }

    /// Takes more names in, of one share with those that wait; whether the bundle is large or old enough to be handed
    /// over.
    mutating func add(_ more: [String], _ share: ImageShare? = nil) -> Bool {
        self.share = share
        if names.isEmpty { began = clock.now() }
        names += more
        return names.count >= maxBundleBytes || clock.now() - began >= maxGatheringTime
    }

    /// What is in it; nil for nothing.
    mutating func popAll() -> [String]? {
        defer { names = [] }
        return names.isEmpty ? nil : names
    }
}

/// Names that are handed over together at most.
private let maxBundleBytes = 4096
/// Milliseconds for which names are gathered at most.
private let maxGatheringTime: Int64 = 50

/// The search has ended: nothing more is taken.
private struct ScanEnded: Error {}

/// Where the decisions of a look at a job's sources go: to be written down, or to be counted.
protocol DecisionHandler {
    /// Whether what it takes in is in the store then, so that an edited file is not found edited a second time.
    var isWriting: Bool { get }

    /// Takes decisions in, and what could not be taken.
    ///
    /// - Parameter settledOrder: every name before this place in the order of the sources was seen.
    mutating func add(_ images: [PlannedImage], _ problems: [SubmissionProblem], settledOrder: Int64)
        throws(StoreError) -> SubmissionProgress

    /// Hands on what was held until all sources were seen; nil where nothing was.
    mutating func release() throws(StoreError) -> SubmissionProgress?

    /// Takes note of where files were found about which something must be written though they need no reading.
    mutating func note(_ images: [PlannedImage], in listing: Listing, at first: Int64)

    /// Takes note of files that need nothing: those of a listing's diff.
    mutating func countKnown(_ diff: ListingDiff)

    /// Takes note of new and changed files that are not read.
    mutating func countUnread(_ count: Int)
}

extension DecisionHandler {
    var isWriting: Bool { false }

    mutating func release() throws(StoreError) -> SubmissionProgress? { nil }

    mutating func note(_ images: [PlannedImage], in listing: Listing, at first: Int64) {}
}
