internal import CPlatform
internal import Glibc

/// A file, pipe or terminal read from its beginning to its end, piece by piece, in flat memory.
@safe package final class FileReader {
    private let descriptor: Int32
    private let subject: FilePath

    /// Opens a file, links followed; a folder is refused at the first read.
    package init(_ path: FilePath) throws(SystemError) {
        let opened = unsafe withCPath(path) { path in
            uninterrupted { unsafe cp_open(path, O_RDONLY, 0) }
        }
        guard opened >= 0 else { throw SystemError("open", path) }
        descriptor = opened
        subject = path
    }

    /// Reads what the process was given as standard input.
    package init(standardInput: Void = ()) throws(SystemError) {
        subject = FilePath("standard input")
        descriptor = cp_duplicate(STDIN_FILENO)
        guard descriptor >= 0 else { throw SystemError("open", subject) }
    }

    deinit { close(descriptor) }

    /// The next bytes, at most `count`; none at the end.
    package func next(_ count: Int = 65_536) throws(SystemError) -> [UInt8] {
        var got = 0
        let piece = unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            got = uninterrupted { unsafe read(descriptor, buffer.baseAddress, buffer.count) }
            filled = max(got, 0)
        }
        guard got >= 0 else { throw SystemError("read", subject) }
        return piece
    }
}
