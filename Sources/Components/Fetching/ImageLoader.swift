internal import Crypto
internal import Imaging
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

    /// Does something with an image, from the first of some names that still holds it.
    ///
    /// Two files of one picture differ in their metadata, and so one of them may be damaged alone: the next name is
    /// tried then.
    ///
    /// - Parameters:
    ///   - key: by what the image is known.
    ///   - forward: does it with a long file whose beginning is in memory, going forward through it; nil where it has
    ///     to have all of it.
    ///   - whole: does it with all of the file; what it throws ends the search, unless another file of the picture may
    ///     do better.
    package func load<Outcome>(
        _ key: ImageKey, from names: [FileLocation], forward: (FileBuffer, FileLocation) -> Outcome?,
        whole: (Span<UInt8>, FileLocation) throws(Failure) -> Outcome
    ) throws(Failure) -> Result<Outcome> {
        defer { buffer.close() }
        var result = Result<Outcome>()
        for name in names {
            do throws(Failure) {
                result.outcome = try bring(key, from: name, forward)
            } catch {
                // Why the picture itself was refused says more.
                if result.failure?.kind != .damaged { result.failure = error }
                if error.kind == .missing { result.missing.append(name.id) }
                continue
            }
            if result.outcome != nil { return result }
            do throws(Failure) {
                result.outcome = try buffer.withBytes { bytes throws(Failure) in try whole(bytes, name) }
                return result
            } catch {
                guard key.kind == .picture, error.kind == .damaged else { throw error.naming(name.path) }
                result.failure = error
            }
        }
        return result
    }

    /// Brings a file into the buffer as a whole, unless `forward` does with less.
    private func bring<Outcome>(
        _ key: ImageKey, from name: FileLocation, _ forward: (FileBuffer, FileLocation) -> Outcome?
    ) throws(Failure) -> Outcome? {
        if name.path.isAddress {
            // What a server says of a file does not prove its bytes.
            try download(name)
            guard holds(key, name.reading) else { throw .changedFile }
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
        guard (isKnown && buffer.isUnchanged) || holds(key, name.reading) else { throw .changedFile }
        return nil
    }

    /// Whether the file in the buffer is one of an image: its metadata may be another than when the image was queued,
    /// but for an orientation that turns it.
    private func holds(_ key: ImageKey, _ reading: Reading) -> Bool {
        buffer.withBytes { ImageIdentity(of: $0, as: reading).key == key }
    }

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
