package import Crypto
package import Platform
package import Domain

/// The most bytes of one file that are taken into memory: above any picture within the limit of pixels.
package let largestFile: Int64 = 1 << 29

/// Brings the content of images into memory, as a whole or a part at a time; one for each worker thread, which keeps
/// its buffer.
package final class ImageLoader {
    /// What came of looking for a content under some names.
    package struct Result {
        /// The name that held the content; nil where none did.
        package var location: FileLocation?
        /// The names that are gone, whether another one held the content or not.
        package var missing: [PathID] = []
        /// Why the last name did not serve; nil where each of them did.
        package var failure: Failure?
    }

    private let buffer = FileBuffer()
    /// What is in the buffer, or was when its file was opened.
    private var digest: Digest?
    private let downloader: Downloader

    /// A loader of files on this machine and on the web.
    package init(_ settings: DownloadSettings) {
        downloader = Downloader(settings)
    }

    /// Looks for a content under some names, for `use`: the first that still holds it.
    ///
    /// - Parameter digest: the SHA-256 of the content.
    package func load(_ digest: Digest, from names: [FileLocation]) -> Result {
        var result = Result()
        self.digest = digest
        for name in names {
            do throws(Failure) {
                let isUnchanged = try name.path.isAddress ? download(name) : read(name)
                // A file with the status it had when it was digested holds the same bytes; any other is digested again.
                guard isUnchanged || holds(digest) else { throw .changedFile }
                result.location = name
                return result
            } catch {
                result.failure = error
                if error.kind == .missing { result.missing.append(name.id) }
            }
        }
        return result
    }

    /// Does something with the content that was loaded last.
    ///
    /// - Parameters:
    ///   - forward: does it with a long file whose beginning is in memory, going forward through it; nil where it has
    ///     to have all of it.
    ///   - whole: does it with all of the content.
    package func use<Outcome>(
        forward: (FileBuffer) -> Outcome?, whole: (Span<UInt8>) throws(Failure) -> Outcome
    ) throws(Failure) -> Outcome {
        defer { buffer.close() }
        if !buffer.isWhole {
            // The parts are of one content where the file is unchanged at the end.
            if let outcome = forward(buffer), buffer.isUnchanged { return outcome }
            do throws(SystemError) {
                try buffer.readWhole()
            } catch {
                throw Failure(reading: error, limit: largestFile)
            }
            guard buffer.isUnchanged || holds(digest) else { throw .changedFile }
        }
        return try buffer.withBytes(whole)
    }

    /// Whether the buffer holds a content.
    private func holds(_ digest: Digest?) -> Bool { buffer.withBytes { Digest(of: $0) } == digest }

    /// Reads a file, of a long one the beginning; whether its status is still the one it had.
    private func read(_ name: FileLocation) throws(Failure) -> Bool {
        do throws(SystemError) {
            let isUnchanged = name.matches(try buffer.open(name.path, limit: largestFile))
            if !isUnchanged { try buffer.readWhole() }
            return isUnchanged
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

extension Failure {
    /// That of a file that no longer holds what was queued.
    fileprivate static var changedFile: Failure {
        Failure(
            stage: .read, kind: .changed,
            message: "the file has changed since it was queued; submit again to queue what it holds now")
    }
}
