internal import Catalog
internal import Platform
internal import Domain

/// What a walk through a job's sources finds.
enum Find: Sendable {
    case listing(Listing)
    /// Objects in Cloud Storage: `gs://bucket/a.jpg`.
    case objects([String])
    /// An address on the web: `https://example.org/a.jpg`.
    case web(FilePath)
    case problem(SourceProblem)
}

/// The search for a job's files, on a thread of its own, a few folders ahead of who takes them.
final class SourceScan {
    private let finds = Handover<Find>(capacity: 4)
    /// What is walked through.
    let catalog: Catalog

    /// Starts to walk.
    init(_ job: Job, interruption: ShutdownRequest) throws(RunError) {
        let finds = finds
        let here: FilePath
        let catalog: Catalog
        do throws(SystemError) { here = try FilePath.currentFolder() } catch { throw .system(error) }
        do throws(CatalogError) {
            catalog = try Catalog(job, workingDirectory: here) { () throws(SystemError) in try Descriptor.input.read() }
            try catalog.refuseForeignLists()
        } catch {
            throw .sources(error)
        }
        self.catalog = catalog
        WorkerThreads.start(1, named: "walk") {
            var bundle = Bundle()
            func put(_ find: Find) throws(WalkEnded) {
                guard !interruption.isDraining, finds.put(find) else { throw WalkEnded() }
            }
            func flush() throws(WalkEnded) {
                if let names = bundle.take() { try put(.objects(names)) }
            }
            do throws(WalkEnded) {
                try catalog.find { listing throws(WalkEnded) in
                    try flush()
                    try put(.listing(listing))
                } object: { name throws(WalkEnded) in
                    if bundle.add(name) { try flush() }
                } web: { address throws(WalkEnded) in
                    try flush()
                    try put(.web(address))
                } problem: { problem throws(WalkEnded) in
                    try flush()
                    try put(.problem(problem))
                }
                try flush()
            } catch {}
            finds.close()
        }
    }

    /// The next find, waiting for it a little; nil when none came in time, and at the end.
    func next(within milliseconds: Int64) -> Find? { finds.take(within: milliseconds) }

    /// The next find if it is there.
    func poll() -> Find? { finds.poll() }

    /// Whether everything was found and taken.
    var isFinished: Bool { finds.isFinished }

    /// Ends the walk.
    func stop() { finds.close() }
}

/// Names on their way together: who hands each of a million over by itself does little else.
private struct Bundle {
    private var names: [String] = []
    private var began: Int64 = 0

    /// Takes one more in; whether the bundle is large or old enough to go.
    mutating func add(_ name: String) -> Bool {
        if names.isEmpty { began = monotonicMilliseconds() }
        names.append(name)
        return names.count >= 4096 || monotonicMilliseconds() - began >= 50
    }

    /// What is in it; nil for nothing.
    mutating func take() -> [String]? {
        defer { names = [] }
        return names.isEmpty ? nil : names
    }
}

/// Nobody takes what is found any more.
private struct WalkEnded: Error {}
