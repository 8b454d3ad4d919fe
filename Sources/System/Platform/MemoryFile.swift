internal import CPlatform
internal import Glibc

/// A file without a name that lies in memory (memfd_create(2)), with some bytes and its offset at the first of them.
final class MemoryFile {
    /// Its descriptor.
    let number: Int32

    init(_ bytes: Span<UInt8>) throws(SystemError) {
        number = cp_memory_file()
        guard number >= 0 else { throw SystemError("make", "a file in memory") }
        var written = 0
        while written < bytes.count {
            let count = unsafe bytes.extracting(written..<bytes.count).withUnsafeBytes { rest in
                uninterrupted { unsafe write(number, rest.baseAddress, rest.count) }
            }
            guard count > 0 else { throw SystemError("write", "a file in memory") }
            written += count
        }
        lseek(number, 0, SEEK_SET)
    }

    deinit { close(number) }
}
