internal import Fetching
internal import Platform
internal import Storage
internal import Domain

/// Brings the content of tasks into memory; one for each worker thread.
final class TaskLoader {
    private let images: ImageLoader
    private let events: BlockingQueue<PipelineEvent>

    /// A loader of files on this machine and on the web.
    ///
    /// - Parameter events: where it tells of names that are gone, and asks for further ones.
    init(_ downloads: DownloadSettings, _ events: BlockingQueue<PipelineEvent>) {
        images = ImageLoader(downloads)
        self.events = events
    }

    /// Does something with a task's content, from the first of its names that still holds it, however many it has.
    ///
    /// - Parameters:
    ///   - forward: as of `ImageLoader.load`.
    ///   - whole: as there.
    /// - Returns: nil where the work was stopped before all names were looked at: the claim goes back unfinished.
    func load<Outcome>(
        _ claim: Claim, forward: (FileBuffer, FileLocation) -> Outcome?,
        whole: (Span<UInt8>, FileLocation) throws(Failure) -> Outcome
    ) throws(Failure) -> Outcome? {
        var lastFailure = Failure(
            stage: .read, kind: .missing, message: "no name of this image is known any more; submit again to find it")
        var names = claim.locations
        while true {
            let result = try images.load(claim.key, from: names, forward: forward, whole: whole)
            if !result.missing.isEmpty { events.put(.missing(result.missing)) }
            if let outcome = result.outcome { return outcome }
            // Why the picture itself was refused says more.
            if lastFailure.kind != .damaged { lastFailure = result.failure ?? lastFailure }
            guard claim.hasMoreLocations, let last = names.last?.id else { throw lastFailure }
            let request = Question<NameRequest, [FileLocation]>(NameRequest(claim: claim, last: last))
            guard events.put(.wanting(request)), let further = request.wait() else { return nil }
            if further.isEmpty { throw lastFailure }
            names = further
        }
    }
}
