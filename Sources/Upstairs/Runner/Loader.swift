internal import Imaging
internal import Platform
internal import Storage
internal import Vocabulary

/// Brings the content of tasks into memory; one for each worker, which keeps its buffer.
final class Loader {
    /// The content of the last task that was loaded.
    let buffer = FileBuffer()
    private let downloader: Downloader

    /// A loader of files here and on the web.
    init(_ web: Web) { downloader = Downloader(web) }

    /// Brings a task's content into the buffer, from the first of its names that still holds it.
    ///
    /// - Parameter missing: takes up names that are found to be gone.
    func load(_ claim: Claim, missing: inout [PathID]) throws(Failure) {
        var lastFailure = Failure(
            stage: .read, kind: .missing, message: "no name of this image is known any more; submit again to find it")
        for location in claim.locations {
            do throws(Failure) {
                let isUnchanged = try location.path.isAddress ? download(location) : read(location)
                // A file with the status it had when it was digested holds the same bytes; any other is digested again.
                if isUnchanged || buffer.withBytes({ identify($0).sha256 }) == claim.sha256 { return }
                lastFailure = Failure(
                    stage: .read, kind: .changed,
                    message: "the file has changed since it was queued; submit again to queue what it holds now")
            } catch {
                lastFailure = error
                if error.kind == .missing { missing.append(location.id) }
            }
        }
        throw lastFailure
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
