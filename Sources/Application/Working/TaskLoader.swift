internal import Fetching
internal import Platform
internal import Storage
internal import Domain

/// Brings the content of tasks into memory; one for each worker thread.
final class TaskLoader {
    private let images: ImageLoader
    private let events: Handover<PipelineEvent>

    /// A loader of files on this machine and on the web.
    ///
    /// - Parameter events: where it tells of names that are gone, and asks for further ones.
    init(_ downloads: DownloadSettings, _ events: Handover<PipelineEvent>) {
        images = ImageLoader(downloads)
        self.events = events
    }

    /// Looks for a task's content, for `use`: the first of its names that still holds it, however many it has.
    ///
    /// - Returns: the name that held it; nil where the work was stopped before all names were looked at: the claim goes
    ///   back unfinished.
    func load(_ claim: Claim) throws(Failure) -> FileLocation? {
        var lastFailure = Failure(
            stage: .read, kind: .missing, message: "no name of this image is known any more; submit again to find it")
        var names = claim.locations
        while true {
            let result = images.load(claim.sha256, from: names)
            if !result.missing.isEmpty { events.put(.missing(result.missing)) }
            if let location = result.location { return location }
            lastFailure = result.failure ?? lastFailure
            guard claim.hasMoreLocations, let last = names.last?.id else { throw lastFailure }
            let request = FurtherNames(of: claim, after: last)
            guard events.put(.wanting(request)), let further = request.wait() else { return nil }
            if further.isEmpty { throw lastFailure }
            names = further
        }
    }

    /// Does something with the content of the last task that was loaded, as `ImageLoader.use` does.
    func use<Outcome>(
        forward: (FileBuffer) -> Outcome?, whole: (Span<UInt8>) throws(Failure) -> Outcome
    ) throws(Failure) -> Outcome {
        try images.use(forward: forward, whole: whole)
    }
}
