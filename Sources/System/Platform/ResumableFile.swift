internal import CPlatform
internal import Glibc

/// A file of its owner's alone (mode 0600) that is written at its end, piece by piece, by one owner.
@safe package final class ResumableFile {
    /// How long it is by now.
    package private(set) var bytes: Int64
    private let descriptor: Int32
    private let path: FilePath

    /// Opens a file behind the bytes that it has, or makes it; a symbolic link is refused (`ELOOP`).
    package init(_ path: FilePath) throws(SystemError) {
        self.path = path
        descriptor = unsafe withCPath(path) { path in
            uninterrupted { unsafe cp_open(path, O_RDWR | O_CREAT | O_APPEND | O_NOFOLLOW | O_NONBLOCK, 0o600) }
        }
        guard descriptor >= 0 else {
            bytes = 0
            throw SystemError("open", path)
        }
        var status = stat()
        guard unsafe fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            bytes = 0
            close(descriptor)
            throw SystemError("open", path, number: EINVAL)
        }
        bytes = Int64(status.st_size)
    }

    deinit { close(descriptor) }

    /// Writes bytes at the end; what was written of them stays where the disk is full.
    package func append(_ piece: Span<UInt8>) throws(SystemError) {
        var failure: SystemError?
        unsafe piece.withUnsafeBytes { piece in
            var written = 0
            while written < piece.count {
                let rest = unsafe UnsafeRawBufferPointer(rebasing: piece[written...])
                let count = uninterrupted { unsafe write(descriptor, rest.baseAddress, rest.count) }
                guard count > 0 else {
                    failure = SystemError("write", path, number: count == 0 ? EIO : lastError)
                    return
                }
                written += count
                bytes += Int64(count)
            }
        }
        if let failure { throw failure }
    }

    /// Takes away all that lies behind a length.
    package func truncate(to length: Int64) throws(SystemError) {
        guard ftruncate(descriptor, off_t(length)) == 0 else { throw SystemError("write", path) }
        bytes = length
    }

    /// Lends all bytes from the beginning, piece by piece.
    package func read(_ body: (Span<UInt8>) -> Void) throws(SystemError) {
        var piece = [UInt8](repeating: 0, count: 1 << 18)
        var offset: Int64 = 0
        while offset < bytes {
            let count = unsafe piece.withUnsafeMutableBytes { buffer in
                uninterrupted { unsafe pread(descriptor, buffer.baseAddress, buffer.count, off_t(offset)) }
            }
            guard count > 0 else { throw SystemError("read", path, number: count == 0 ? EIO : lastError) }
            body(piece.span.extracting(first: count))
            offset += Int64(count)
        }
    }

    /// Waits until its bytes are on the disk.
    package func sync() throws(SystemError) {
        guard fsync(descriptor) == 0 else { throw SystemError("write", path) }
    }
}
