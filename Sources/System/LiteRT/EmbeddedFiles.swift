internal import Text
internal import Zlib

/// Files packed behind a model: a zip archive at the file's end, which the flatbuffer does not mind.
///
/// The official writer of TensorFlow Lite Metadata stores them; an archive packed again may deflate them.
package struct EmbeddedFiles {
    private let archive: ZipArchive?
    /// The entries by name, of several with one name the last; an encrypted one is as good as absent.
    private let entries: [String: ZipArchive.Entry]

    /// Reads the archive's directory; an archive that is not there has no files.
    package init(_ bytes: Span<UInt8>) throws(LiteRTError) {
        do throws(ZipError) {
            archive = try ZipArchive(bytes)
        } catch {
            throw LiteRTError(error)
        }
        let readable = (archive?.entries ?? []).filter { !$0.isEncrypted }
        entries = Dictionary(readable.map { ($0.name, $0) }, uniquingKeysWith: { $1 })
    }

    /// Names of the files, in order of their bytes.
    package var names: [String] { entries.keys.sorted() }

    /// A file's contents; nil where there is no such file.
    package func contents(of name: String, in bytes: Span<UInt8>) throws(LiteRTError) -> [UInt8]? {
        guard let archive, let entry = entries[name] else { return nil }
        do throws(ZipError) {
            return try archive.contents(of: entry, in: bytes, limit: limit)
        } catch {
            throw LiteRTError(error)
        }
    }
}

extension LiteRTError {
    /// What a broken archive behind a model says of the model.
    fileprivate init(_ error: ZipError) {
        func file(_ name: String) -> String { "its file \(readable(name))" }
        self =
            switch error {
            case .damaged, .encrypted: .modelRefused(reason: "the files packed behind it are damaged")
            case .zip64: .modelRefused(reason: "the files packed behind it are in the ZIP64 format, which is not read")
            case .method(let name, let method): .modelRefused(reason: "\(file(name)) is packed by method \(method)")
            case .tooLong(let name, let limit):
                .modelRefused(reason: "\(file(name)): the compressed data holds more than \(limit) bytes")
            case .unpacking(let name, let error): .modelRefused(reason: "\(file(name)): \(error)")
            }
    }
}

/// The most bytes one of the files may have.
private let limit = 1 << 24
