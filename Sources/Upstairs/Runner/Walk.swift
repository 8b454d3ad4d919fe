internal import Catalog
internal import Platform
internal import Vocabulary

/// What a walk through a job's sources finds.
enum Find: Sendable {
    case listing(Listing)
    /// An object in Cloud Storage: `gs://bucket/a.jpg`.
    case object(String)
    /// An address on the web: `https://example.org/a.jpg`.
    case web(FilePath)
    case problem(FindProblem)
}

/// The search for a job's files, on a thread of its own, a few folders ahead of who takes them.
final class Walk {
    private let finds = Handover<Find>(capacity: 4)

    /// Starts to walk.
    init(_ job: Job, interruption: Interruption) throws(RunError) {
        let finds = finds
        let catalog: Catalog
        let here: FilePath
        do throws(SystemError) { here = try FilePath.currentFolder() } catch { throw .system(error) }
        do throws(CatalogError) {
            catalog = try Catalog(job, workingDirectory: here) { () throws(SystemError) in try Descriptor.input.read() }
        } catch {
            throw .sources(error)
        }
        Slots.start(1, named: "walk") {
            do throws(WalkEnded) {
                try catalog.find { listing throws(WalkEnded) in
                    guard !interruption.isDraining, finds.put(.listing(listing)) else { throw WalkEnded() }
                } object: { name throws(WalkEnded) in
                    guard !interruption.isDraining, finds.put(.object(name)) else { throw WalkEnded() }
                } web: { address throws(WalkEnded) in
                    guard !interruption.isDraining, finds.put(.web(address)) else { throw WalkEnded() }
                } problem: { problem throws(WalkEnded) in
                    guard !interruption.isDraining, finds.put(.problem(problem)) else { throw WalkEnded() }
                }
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

/// Nobody takes what is found any more.
private struct WalkEnded: Error {}
