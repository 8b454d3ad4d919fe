internal import Imaging
internal import Platform
internal import Storage
internal import Domain

/// Brings the content of tasks into memory; one for each worker, which keeps its buffer.
final class Loader {
    /// The content of the last task that was loaded.
    let buffer = FileBuffer()
    private let downloader: Downloader
    private let events: Handover<PipelineEvent>

    /// A loader of files here and on the web.
    ///
    /// - Parameter events: where it tells of names that are gone, and asks for further ones.
    init(_ web: DownloadSettings, _ events: Handover<PipelineEvent>) {
        downloader = Downloader(web)
        self.events = events
    }

    /// Brings a task's content into the buffer, from the first of its names that still holds it, however many it has.
    ///
    /// - Returns: false where the work was stopped before all names were looked at: the claim goes back unfinished.
    func load(_ claim: Claim) throws(Failure) -> Bool {
        var lastFailure = Failure(
            stage: .read, kind: .missing, message: "no name of this image is known any more; submit again to find it")
        var locations = claim.locations
        while true {
            if finds(claim, at: locations, &lastFailure) { return true }
            guard claim.hasMoreLocations, let last = locations.last?.id else { throw lastFailure }
            let wish = FurtherNames(of: claim, after: last)
            guard events.put(.wanting(wish)), let further = wish.wait() else { return false }
            if further.isEmpty { throw lastFailure }
            locations = further
        }
    }

    /// Looks for a claim's content at some of its names; tells of those that are gone, and why the last one did not serve.
    private func finds(_ claim: Claim, at locations: [FileLocation], _ lastFailure: inout Failure) -> Bool {
        var missing: [PathID] = []
        defer { if !missing.isEmpty { events.put(.missing(missing)) } }
        for location in locations {
            do throws(Failure) {
                let isUnchanged = try location.path.isAddress ? download(location) : read(location)
                // A file with the status it had when it was digested holds the same bytes; any other is digested again.
                if isUnchanged || buffer.withBytes({ identify($0).sha256 }) == claim.sha256 { return true }
                lastFailure = Failure(
                    stage: .read, kind: .changed,
                    message: "the file has changed since it was queued; submit again to queue what it holds now")
            } catch {
                lastFailure = error
                if error.kind == .missing { missing.append(location.id) }
            }
        }
        return false
    }

    /// Reads a file; whether its status is still the one it had.
    private func read(_ location: FileLocation) throws(Failure) -> Bool {
        do throws(SystemError) {
            return location.matches(try buffer.read(location.path, limit: largestFile))
        } catch {
            throw Failure(reading: error, limit: largestFile)
        }
    }

    /// Downloads a file; never unchanged, for no server's word is proof of the bytes.
    private func download(_ location: FileLocation) throws(Failure) -> Bool {
        guard case .content(let bytes, _) = try downloader.fetch(location.path) else { return false }
        do throws(SystemError) {
            try buffer.take(bytes)
        } catch {
            throw Failure(reading: error, limit: largestFile)
        }
        return false
    }
}
