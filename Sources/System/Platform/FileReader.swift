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

/// A lock between processes, and between the threads of one, on a file that holds nothing (flock(2)).
///
/// It ends with the value that holds it, and with its process however that ends. The file stays: a file that is removed
/// would let two holders lock two files of one name.
package final class FileLock: Sendable {
    private let number: Int32

    private init(_ number: Int32) { self.number = number }

    deinit { _ = close(number) }

    /// Takes the lock; nil while another holder has it.
    ///
    /// A symbolic link is refused (`ELOOP`).
    package static func acquire(_ path: FilePath) throws(SystemError) -> FileLock? {
        let number = unsafe withCPath(path) { path in
            uninterrupted { unsafe cp_open(path, O_RDWR | O_CREAT | O_NOFOLLOW | O_NONBLOCK, 0o600) }
        }
        guard number >= 0 else { throw SystemError("lock", path) }
        if flock(number, LOCK_EX | LOCK_NB) == 0 { return FileLock(number) }
        let error = SystemError("lock", path)
        _ = close(number)
        guard error.number == EWOULDBLOCK else { throw error }
        return nil
    }
}
