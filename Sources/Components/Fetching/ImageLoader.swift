package import Crypto
package import Platform
package import Domain

/// The most bytes of one file that are taken into memory: above any picture within the limit of pixels.
package let largestFile: Int64 = 1 << 29

/// Brings the content of images into memory; one for each worker thread, which keeps its buffer.
package final class ImageLoader {
    /// What came of looking for a content under some names.
    package struct Result {
        /// The name that held the content, which is in the buffer; nil where none did.
        package var location: FileLocation?
        /// The names that are gone, whether another one held the content or not.
        package var missing: [PathID] = []
        /// Why the last name did not serve; nil where each of them did.
        package var failure: Failure?
    }

    /// The content that was loaded last.
    package let buffer = FileBuffer()
    private let downloader: Downloader

    /// A loader of files on this machine and on the web.
    package init(_ settings: DownloadSettings) {
        downloader = Downloader(settings)
    }

    /// Brings a content into the buffer, from the first of some names that still holds it.
    ///
    /// - Parameter digest: the SHA-256 of the content.
    package func load(_ digest: Digest, from names: [FileLocation]) -> Result {
        var result = Result()
        for name in names {
            do throws(Failure) {
                let isUnchanged = try name.path.isAddress ? download(name) : read(name)
                // A file with the status it had when it was digested holds the same bytes; any other is digested again.
                if isUnchanged || buffer.withBytes({ Digest(of: $0) }) == digest {
                    result.location = name
                    return result
                }
                result.failure = Failure(
                    stage: .read, kind: .changed,
                    message: "the file has changed since it was queued; submit again to queue what it holds now")
            } catch {
                result.failure = error
                if error.kind == .missing { result.missing.append(name.id) }
            }
        }
        return result
    }

    /// Reads a file; whether its status is still the one it had.
    private func read(_ name: FileLocation) throws(Failure) -> Bool {
        do throws(SystemError) {
            return name.matches(try buffer.read(name.path, limit: largestFile))
        } catch {
            throw Failure(reading: error, limit: largestFile)
        }
    }

    /// Downloads a file; never unchanged, since what a server says of a file does not prove its bytes.
    private func download(_ name: FileLocation) throws(Failure) -> Bool {
        guard case .content(let bytes, _) = try downloader.fetch(name.path) else { return false }
        do throws(SystemError) {
            try buffer.take(bytes)
        } catch {
            throw Failure(reading: error, limit: largestFile)
        }
        return false
    }
}
