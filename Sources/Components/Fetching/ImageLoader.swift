package import Crypto
package import Platform
package import Domain

/// The most bytes of one file that are taken into memory: above any picture within the limit of pixels.
package let maxFileBytes: Int64 = 1 << 29

/// Brings the content of images into memory, as a whole or a part at a time; one for each worker thread, which keeps
/// its buffer.
package final class ImageLoader {
    /// What came of looking for a content under some names.
    package struct Result<Outcome> {
        /// What was made of the content; nil where no name held it.
        package var outcome: Outcome?
        /// The names that are gone, whether another one held the content or not.
        package var missing: [PathID] = []
        /// Why the last name did not serve; nil where each of them did.
        package var failure: Failure?
    }

    private let buffer = FileBuffer()
    private let downloader: Downloader

    /// A loader of files on this machine and on the web.
    package init(_ settings: DownloadSettings) {
        downloader = Downloader(settings)
    }

    /// Does something with a content, from the first of some names that still holds it.
    ///
    /// - Parameters:
    ///   - digest: the SHA-256 of the content.
    ///   - forward: does it with a long file whose beginning is in memory, going forward through it; nil where it has
    ///     to have all of it.
    ///   - whole: does it with all of the content; what it throws ends the search.
    package func load<Outcome>(
        _ digest: Digest, from names: [FileLocation], forward: (FileBuffer, FileLocation) -> Outcome?,
        whole: (Span<UInt8>, FileLocation) throws(Failure) -> Outcome
    ) throws(Failure) -> Result<Outcome> {
        defer { buffer.close() }
        var result = Result<Outcome>()
        for name in names {
            do throws(Failure) {
                result.outcome = try bring(digest, from: name, forward)
            } catch {
                result.failure = error
                if error.kind == .missing { result.missing.append(name.id) }
                continue
            }
            if result.outcome == nil {
                result.outcome = try buffer.withBytes { bytes throws(Failure) in try whole(bytes, name) }
            }
            return result
        }
        return result
    }

    /// Brings a content into the buffer as a whole, unless `forward` does with less.
    private func bring<Outcome>(
        _ digest: Digest, from name: FileLocation, _ forward: (FileBuffer, FileLocation) -> Outcome?
    ) throws(Failure) -> Outcome? {
        if name.path.isAddress {
            // What a server says of a file does not prove its bytes.
            try download(name)
            guard holds(digest) else { throw .changedFile }
            return nil
        }
        let isKnown: Bool
        do throws(SystemError) {
            isKnown = name.matches(try buffer.open(name.path, limit: maxFileBytes))
            if isKnown, !buffer.isWhole, let outcome = forward(buffer, name), buffer.isUnchanged { return outcome }
            try buffer.readWhole()
        } catch {
            throw Failure(reading: error, limit: maxFileBytes)
        }
        // A file with the status it had when it was digested holds the same bytes; any other is digested again.
        guard (isKnown && buffer.isUnchanged) || holds(digest) else { throw .changedFile }
        return nil
    }

    /// Whether the buffer holds a content.
    private func holds(_ digest: Digest) -> Bool { buffer.withBytes { Digest(of: $0) } == digest }

    private func download(_ name: FileLocation) throws(Failure) {
        guard case .content(let bytes, _) = try downloader.fetch(name.path) else { throw .changedFile }
        do throws(SystemError) {
            try buffer.take(bytes)
        } catch {
            throw Failure(reading: error, limit: maxFileBytes)
        }
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
