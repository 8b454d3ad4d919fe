internal import CPlatform
internal import Glibc

/// Memory that files are read into, one after another, without new pages for each.
///
/// Aligned to 64 bytes with zeroed slack behind the contents, as LiteRT wants it. One owner at a time.
@safe package final class FileBuffer {
    private var memory: UnsafeMutableRawPointer?
    private var capacity = 0
    /// How many bytes the last read brought.
    package private(set) var count = 0

    /// An empty buffer; memory is taken at the first read.
    package init() {}

    deinit { unsafe free(memory) }

    /// Lends the bytes of the last read.
    package func withBytes<Result, Problem: Error>(
        _ body: (Span<UInt8>) throws(Problem) -> Result
    ) throws(Problem) -> Result {
        let start = unsafe UnsafeBufferPointer(start: memory?.assumingMemoryBound(to: UInt8.self), count: count)
        return try body(unsafe Span(_unsafeElements: start))
    }

    /// A copy of the bytes of the last read.
    package var copy: [UInt8] {
        unsafe Array(UnsafeBufferPointer(start: memory?.assumingMemoryBound(to: UInt8.self), count: count))
    }

    /// Reads a whole regular file, and answers its status as of the read.
    ///
    /// - Parameter limit: the most bytes that are taken into memory; a longer file is `EFBIG`.
    @discardableResult
    package func read(_ path: FilePath, limit: Int64) throws(SystemError) -> FileStatus {
        count = 0
        // O_NONBLOCK: a pipe without a writer must not hang the worker; regular files ignore it.
        let file = unsafe withCPath(path) { path in
            uninterrupted { unsafe cp_open(path, O_RDONLY | O_NONBLOCK, 0) }
        }
        guard file >= 0 else { throw SystemError("open", path) }
        defer { close(file) }
        var raw = stat()
        guard unsafe fstat(file, &raw) == 0 else { throw SystemError("look at", path) }
        let status = FileStatus(raw)
        guard status.kind != .folder else { throw SystemError("read", path, number: EISDIR) }
        guard status.kind == .file else { throw SystemError("read", path, number: EINVAL) }
        guard status.bytes <= limit else { throw SystemError("read", path, number: EFBIG) }
        try reserve(Int(status.bytes), for: path)
        while count < Int(status.bytes), let memory = unsafe memory {
            let free = Int(status.bytes) - count
            let got = uninterrupted { unsafe readBytes(file, memory + count, free) }
            guard got >= 0 else {
                let error = SystemError("read", path)
                count = 0
                throw error
            }
            if got == 0 { break }
            count += got
        }
        if let memory = unsafe memory { unsafe memset(memory + count, 0, slack) }
        return status
    }

    /// Takes in bytes that came from elsewhere than a file.
    package func take(_ bytes: [UInt8]) throws(SystemError) {
        count = 0
        try reserve(bytes.count, for: FilePath("a buffer"))
        guard let memory = unsafe memory else { return }
        unsafe bytes.withUnsafeBytes { bytes in
            if let start = bytes.baseAddress { unsafe memcpy(memory, start, bytes.count) }
        }
        unsafe memset(memory + bytes.count, 0, slack)
        count = bytes.count
    }

    /// Makes room for `size` bytes and the slack.
    private func reserve(_ size: Int, for path: FilePath) throws(SystemError) {
        guard size > capacity || (unsafe memory == nil) else { return }
        let wanted = (size + slack + 4095) & ~4095
        guard let fresh = unsafe aligned_alloc(64, wanted) else {
            throw SystemError("read", path, number: ENOMEM)
        }
        unsafe free(memory)
        unsafe memory = fresh
        capacity = wanted - slack
    }
}

/// Bytes of zeroes kept behind the contents: XNNPACK reads past the end of its buffers.
private let slack = 64

/// read(2) by a name that no method of ours hides.
private func readBytes(_ file: Int32, _ memory: UnsafeMutableRawPointer, _ count: Int) -> Int {
    unsafe read(file, memory, count)
}
