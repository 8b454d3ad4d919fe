internal import JSON
internal import Platform
internal import Text

/// A download as far as it has come, kept beside the cache so that the next try continues it; its user holds the
/// source's lock.
final class PartialDownload {
    /// What the bytes are of.
    struct Label: Equatable {
        /// The service's name of the version; nil where only the validator tells.
        var version: String?
        /// The ETag or date of the file behind the address, for `If-Range`.
        var validator: String?
        /// The version as it will be recorded: the service's name of it, else its ETag or date.
        var name: String?
        /// The length of the whole.
        var total: Int64?
    }

    /// What the bytes are of; nil where there are none, or nothing says.
    private(set) var label: Label?
    /// How many bytes are here.
    var bytes: Int64 { file.bytes }
    /// Where they lie.
    let path: FilePath
    private let file: ResumableFile

    private static func labelFile(of path: FilePath) -> FilePath {
        FilePath(bytes: path.bytes + Array(".json".utf8))
    }

    /// Opens what is there, or begins.
    init(_ path: FilePath) throws(HostingError) {
        self.path = path
        do throws(SystemError) { file = try ResumableFile(path) } catch { throw .cache(error) }
        let buffer = FileBuffer()
        guard file.bytes > 0, (try? buffer.read(PartialDownload.labelFile(of: path), limit: 1 << 20)) != nil,
            let root = try? JSONDocument(buffer.copy).root, root.isObject
        else { return }
        label = Label(
            version: root["version"]?.string, validator: root["validator"]?.string, name: root["name"]?.string,
            total: root["total"]?.integer.map { Int64($0) })
    }

    /// Takes all bytes away, and begins with those of a version.
    func restart(as label: Label?) throws(HostingError) {
        do throws(SystemError) {
            // First without a label, so that bytes are never taken for those of another version.
            removeFile(PartialDownload.labelFile(of: path))
            try file.truncate(to: 0)
            guard let label else {
                self.label = nil
                return
            }
            try replaceFile(PartialDownload.labelFile(of: path), with: json(of: label), isPrivate: true)
        } catch {
            throw .cache(error)
        }
        self.label = label
    }

    /// Takes the next bytes.
    func append(_ piece: Span<UInt8>) throws(SystemError) { try file.append(piece) }

    /// Lends all bytes from the beginning, piece by piece.
    func read(_ body: (Span<UInt8>) -> Void) throws(HostingError) {
        do throws(SystemError) { try file.read(body) } catch { throw .cache(error) }
    }

    /// Gives the whole download the name of a version, once its bytes are on the disk.
    func publish(as version: FilePath) throws(HostingError) {
        do throws(SystemError) {
            try file.sync()
            try moveFile(path, to: version)
        } catch {
            throw .cache(error)
        }
        removeFile(PartialDownload.labelFile(of: path))
    }

    /// Removes all of it.
    static func discard(_ path: FilePath) {
        removeFile(labelFile(of: path))
        removeFile(path)
    }

    private func json(of label: Label) -> [UInt8] {
        jsonObject([
            ("version", label.version), ("validator", label.validator), ("name", label.name),
            ("total", label.total.map { "\($0)" }),
        ]) + Array("\n".utf8)
    }
}
