internal import CPlatform
internal import Glibc

/// A lock between processes, and between the threads of one, on a file that holds nothing (flock(2)).
///
/// It ends with the value that holds it, and with its process however that ends. The file stays: a file that is removed
/// would let two holders lock two files of one name.
package final class FileLock: Sendable {
    private let number: Int32

    private init(_ number: Int32) { self.number = number }

    deinit { _ = close(number) }

    /// Takes the lock; nil while another holder has it.
    package static func take(_ path: FilePath) throws(SystemError) -> FileLock? {
        let number = unsafe withCPath(path) { path in
            uninterrupted { unsafe cp_open(path, O_RDWR | O_CREAT | O_NONBLOCK, 0o600) }
        }
        guard number >= 0 else { throw SystemError("lock", path) }
        if flock(number, LOCK_EX | LOCK_NB) == 0 { return FileLock(number) }
        let error = SystemError("lock", path)
        _ = close(number)
        guard error.number == EWOULDBLOCK else { throw error }
        return nil
    }
}
