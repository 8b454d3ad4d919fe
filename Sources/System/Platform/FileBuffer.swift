internal import CPlatform
internal import Glibc

/// Memory that files are read into, one after another, without new pages for each: as a whole, or as a window that goes
/// forward through the file.
///
/// Aligned to 64 bytes with zeroed slack behind the contents, as LiteRT wants it. One owner at a time.
@safe package final class FileBuffer {
    /// How long a window is at first: a file that is not longer than that is taken as a whole.
    package static let defaultWindow = 256 * 1024

    private var memory: UnsafeMutableRawPointer?
    private var capacity = 0
    /// Where in the file the bytes in memory begin.
    package private(set) var start = 0
    /// How many bytes are in memory.
    package private(set) var count = 0
    /// The file that is open; none where it was read as a whole at once, or closed.
    private var file: (number: Int32, path: FilePath, status: FileStatus)?
    /// Where that file ends; earlier than its status says where it was cut meanwhile.
    private var end = 0
    private var window = 0
    /// Whether the file was unchanged when it was closed.
    private var wasUnchanged = true

    /// An empty buffer; memory is taken at the first read.
    package init() {}

    deinit {
        close()
        unsafe free(memory)
    }

    /// Whether the bytes in memory are the whole file.
    package var isWhole: Bool { start == 0 && isAtEnd }

    /// Whether the bytes in memory reach to the file's end.
    package var isAtEnd: Bool { start + count >= end }

    /// Lends the bytes in memory.
    package func withBytes<Result, Problem: Error>(
        _ body: (Span<UInt8>) throws(Problem) -> Result
    ) throws(Problem) -> Result {
        let start = unsafe UnsafeBufferPointer(start: memory?.assumingMemoryBound(to: UInt8.self), count: count)
        return try body(unsafe Span(_unsafeElements: start))
    }

    /// A copy of the bytes in memory.
    package var copy: [UInt8] {
        unsafe Array(UnsafeBufferPointer(start: memory?.assumingMemoryBound(to: UInt8.self), count: count))
    }

    /// Reads a whole regular file, and answers the status that it had before.
    ///
    /// - Parameter limit: the most bytes that are taken into memory; a longer file is `EFBIG`.
    @discardableResult
    package func read(_ path: FilePath, limit: Int64) throws(SystemError) -> FileStatus {
        try open(path, limit: limit, window: .max)
    }

    /// Reads the beginning of a regular file, or all of a short one, and answers the status that it had before.
    ///
    /// A file that is longer than the window stays open until `close`, or until the next one is opened.
    ///
    /// - Parameters:
    ///   - limit: as of `read`.
    ///   - window: how many bytes are in memory at first.
    @discardableResult
    package func open(
        _ path: FilePath, limit: Int64, window: Int = defaultWindow
    ) throws(SystemError) -> FileStatus {
        close()
        (start, count, end) = (0, 0, 0)
        // O_NONBLOCK: a pipe without a writer must not hang the worker; regular files ignore it.
        let number = unsafe withCPath(path) { path in
            uninterrupted { unsafe cp_open(path, O_RDONLY | O_NONBLOCK, 0) }
        }
        guard number >= 0 else { throw SystemError("open", path) }
        var raw = stat()
        let isKnown = unsafe fstat(number, &raw) == 0
        let status = FileStatus(raw)
        file = (number, path, status)
        do throws(SystemError) {
            guard isKnown else { throw SystemError("look at", path) }
            guard status.kind != .folder else { throw SystemError("read", path, number: EISDIR) }
            guard status.kind == .file else { throw SystemError("read", path, number: EINVAL) }
            guard status.bytes <= limit else { throw SystemError("read", path, number: EFBIG) }
            end = Int(status.bytes)
            self.window = min(window, end)
            try fill()
        } catch {
            close()
            throw error
        }
        if isWhole { close() }
        return status
    }

    /// Moves the window on to a place in the file that is open; one that begins there already becomes twice as long.
    package func move(to place: Int) throws(SystemError) {
        precondition(file != nil && place >= start, "a window goes forward through an open file")
        if place == start { window *= 2 }
        let kept = max(0, start + count - place)
        if let memory = unsafe memory, kept > 0 { unsafe memmove(memory, memory + count - kept, kept) }
        (start, count) = (place, kept)
        try fill()
    }

    /// Brings the whole of the file that is open into memory.
    package func readWhole() throws(SystemError) {
        guard !isWhole else { return }
        precondition(file != nil, "the file is closed")
        if start > 0 { (start, count) = (0, 0) }
        window = end
        try fill()
    }

    /// Whether the file has the length and the time of its last change that it had when it was opened; of one that is
    /// closed, whether it had them then.
    package var isUnchanged: Bool {
        guard let file else { return wasUnchanged }
        var raw = stat()
        guard unsafe fstat(file.number, &raw) == 0 else { return false }
        let status = FileStatus(raw)
        return status.bytes == file.status.bytes && status.modifiedNanoseconds == file.status.modifiedNanoseconds
    }

    /// Closes the file; the bytes in memory stay.
    package func close() {
        guard let file else { return }
        wasUnchanged = isUnchanged
        _ = Glibc.close(file.number)
        self.file = nil
    }

    /// Gives the memory back where it is more than a number of bytes, and the bytes in it.
    package func shrink(to limit: Int) {
        guard capacity > limit else { return }
        close()
        unsafe free(memory)
        unsafe memory = nil
        (start, count, end, capacity) = (0, 0, 0, 0)
    }

    /// Takes in bytes that came from elsewhere than a file.
    package func take(_ bytes: [UInt8]) throws(SystemError) {
        close()
        (start, count, end, wasUnchanged) = (0, 0, bytes.count, true)
        try reserve(bytes.count, for: FilePath("a buffer"))
        guard let memory = unsafe memory else { return }
        unsafe bytes.withUnsafeBytes { bytes in
            if let start = bytes.baseAddress { unsafe memcpy(memory, start, bytes.count) }
        }
        unsafe memset(memory + bytes.count, 0, slack)
        count = bytes.count
    }

    /// Reads on until the window is full or the file ends.
    private func fill() throws(SystemError) {
        guard let file else { return }
        let wanted = min(window, end - start)
        try reserve(wanted, for: file.path)
        while count < wanted, let memory = unsafe memory {
            let free = wanted - count
            let got = uninterrupted { unsafe pread(file.number, memory + count, free, off_t(start + count)) }
            guard got >= 0 else {
                count = 0
                throw SystemError("read", file.path)
            }
            if got == 0 { end = start + count }
            count += got
            if got == 0 { break }
        }
        if let memory = unsafe memory { unsafe memset(memory + count, 0, slack) }
    }

    /// Makes room for `size` bytes and the slack, and keeps those that are in memory.
    private func reserve(_ size: Int, for path: FilePath) throws(SystemError) {
        guard size > capacity || (unsafe memory == nil) else { return }
        let wanted = (size + slack + 4095) & ~4095
        guard let fresh = unsafe aligned_alloc(64, wanted) else {
            throw SystemError("read", path, number: ENOMEM)
        }
        if let memory = unsafe memory { unsafe memcpy(fresh, memory, count) }
        unsafe free(memory)
        unsafe memory = fresh
        capacity = wanted - slack
    }
}

/// Bytes of zeroes kept behind the contents: XNNPACK reads past the end of its buffers.
private let slack = 64
