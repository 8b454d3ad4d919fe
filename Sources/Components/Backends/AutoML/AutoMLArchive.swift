internal import LiteRT
internal import Text
internal import Zlib
internal import Platform
internal import Domain

/// The ZIP archive of an AutoML export, as it was downloaded: its files are read in memory and never written.
struct AutoMLArchive {
    let path: FilePath
    private let buffer = FileBuffer()
    private let archive: ZipArchive

    /// Reads an archive's directory.
    init(_ path: FilePath) throws(BackendError) {
        self.path = path
        do {
            try buffer.read(path, limit: ModelFile.maximumBytes)
        } catch {
            throw BackendError.modelUnreadable(error)
        }
        let found = try buffer.withBytes { bytes throws(BackendError) in
            do throws(ZipError) {
                return try ZipArchive(bytes)
            } catch {
                throw AutoMLArchive.refused(path, error)
            }
        }
        guard let found else {
            throw BackendError.modelRefused(path, reason: "it is not a ZIP archive, or one that is cut short")
        }
        archive = found
    }

    /// Whether a file begins as ZIP archives do.
    static func isOne(_ path: FilePath) -> Bool {
        guard let file = Descriptor.reading(path) else { return false }
        defer { file.close() }
        let start = (try? file.read(at: 0).prefix(4)).map { Array($0) }
        return start == [0x50, 0x4B, 0x03, 0x04] || start == [0x50, 0x4B, 0x05, 0x06]
    }

    /// The names of its files.
    var names: [String] { archive.entries.map(\.name) }

    /// A small file's bytes.
    func file(_ name: String, limit: Int) throws(BackendError) -> [UInt8] { try contents(name, limit: limit) }

    /// The model's bytes, as a file's.
    func model(_ name: String) throws(BackendError) -> FileBuffer {
        let bytes = try contents(name, limit: maxModelBytes)
        let buffer = FileBuffer()
        do {
            try buffer.take(bytes)
        } catch {
            throw BackendError.modelUnreadable(error)
        }
        return buffer
    }

    private func contents(_ name: String, limit: Int) throws(BackendError) -> [UInt8] {
        let found = archive.entries.filter { $0.name == name }
        guard let entry = found.first else { throw missing(name) }
        guard found.count == 1 else {
            // Programs that unpack archives do not agree on which of them is meant.
            throw BackendError.modelRefused(path, reason: "it has \(found.count) files named \(printable(name))")
        }
        return try buffer.withBytes { bytes throws(BackendError) in
            do throws(ZipError) {
                return try archive.contents(of: entry, in: bytes, limit: limit)
            } catch {
                throw AutoMLArchive.refused(path, error)
            }
        }
    }

    /// That a file is not at the archive's top, and where it lies instead.
    private func missing(_ name: String) -> BackendError {
        let elsewhere = archive.entries.lazy.map(\.name).first { $0.hasSuffix("/\(name)") }
        guard let elsewhere else {
            let list = shortList(archive.entries.map { printable($0.name) })
            return .modelRefused(
                path, reason: "it has no \(printable(name)) (its files: \(list.isEmpty ? "none" : list))")
        }
        return .modelRefused(
            path,
            reason: "its \(printable(name)) lies in a folder, as \(printable(elsewhere)); "
                + "unzip the archive, and name that folder")
    }

    private static func refused(_ path: FilePath, _ error: ZipError) -> BackendError {
        let reason =
            switch error {
            case .damaged: "the archive is damaged"
            case .zip64: "the archive is in the ZIP64 format, which is not read; unzip it, and name its folder"
            case .encrypted(let name):
                "its file \(printable(name)) is encrypted; unzip the archive with its password, and name the folder"
            case .method(let name, let method):
                "its file \(printable(name)) is packed by method \(method); unzip the archive, and name its folder"
            case .tooLong(let name, let limit):
                "its file \(printable(name)) has more than \(limit) bytes; unzip the archive, and name its folder"
            case .unpacking(let name, let error): "its file \(printable(name)): \(error)"
            }
        return .modelRefused(path, reason: reason)
    }
}

/// A name from an archive on one line.
private func printable(_ name: String) -> String { readable(Array(name.utf8.prefix(200))) }

/// The most bytes of a model inside an archive: exports have some megabytes, and unpacking takes memory.
private let maxModelBytes = 1 << 28
