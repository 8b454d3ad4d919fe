internal import Imaging
internal import Platform
internal import Storage
internal import Vocabulary

/// Brings the content of tasks into memory; one for each worker, which keeps its buffer.
final class Loader {
    /// The content of the last task that was loaded.
    let buffer = FileBuffer()

    /// Brings a task's content into the buffer, from the first of its names that still holds it.
    ///
    /// - Parameter missing: takes up names that are found to be gone.
    func load(_ claim: Claim, missing: inout [PathID]) throws(Failure) {
        var lastFailure = Failure(
            stage: .read, kind: .missing, message: "no name of this image is known any more; submit again to find it")
        for location in claim.locations {
            let status: FileStatus
            do throws(SystemError) {
                status = try buffer.read(location.path, limit: largestFile)
            } catch {
                lastFailure = Failure(reading: error, limit: largestFile)
                if lastFailure.kind == .missing { missing.append(location.id) }
                continue
            }
            // A file with the status it had when it was digested holds the same bytes; any other is digested again.
            if location.matches(status) || buffer.withBytes({ identify($0).sha256 }) == claim.sha256 { return }
            lastFailure = Failure(
                stage: .read, kind: .changed,
                message: "the file has changed since it was queued; submit again to queue what it holds now")
        }
        throw lastFailure
    }
}
