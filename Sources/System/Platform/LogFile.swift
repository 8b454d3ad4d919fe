internal import CPlatform
internal import Glibc

/// A file of lines that several processes append to, and that may be rotated meanwhile.
///
/// Each piece goes out by one write(2) with O_APPEND, under a lock (flock(2)) that is only ever tried, so that no
/// writer waits for another. The file that has the name is written: when the name is another file's or gone, it is
/// opened again. Where a full disk cuts a piece short, its last line is taken back, so that every line in the file is
/// whole. A symbolic link is refused (`ELOOP`), but the system's own to what is open, such as `/dev/stderr`.
package final class LogFile {
    /// What became of a piece.
    package struct Appended: Equatable, Sendable {
        /// How many of its bytes were taken: whole lines.
        package var bytes: Int
        /// Why the rest was not; nil where all was, and where another process has the lock.
        package var error: SystemError?

        /// What became of a piece; of one that was not tried, nothing.
        package init(bytes: Int = 0, error: SystemError? = nil) {
            self.bytes = bytes
            self.error = error
        }
    }

    private let path: FilePath
    private var number: Int32 = -1
    private var status: FileStatus?
    /// Where this process's last piece ended; another length means that another process wrote, or cut the file.
    private var end: Int64 = -1
    /// Whether this process's last piece ended within a line, which the next one closes.
    private var isTorn = false
    private var lastLook: Int64 = .min
    private var refusals = 0

    /// A file that its first piece opens or makes.
    package init(_ path: FilePath) {
        self.path = path
    }

    deinit { close() }

    /// Closes the file; the next piece opens the name again.
    package func close() {
        if number >= 0 { _ = Glibc.close(number) }
        (number, status, end, isTorn) = (-1, nil, -1, false)
    }

    /// Appends whole lines, each with its line feed.
    ///
    /// While another process holds the lock nothing is taken, and there is no error; after four such calls the lines go
    /// out without the lock.
    ///
    /// - Parameter now: milliseconds of a clock that never jumps; the name is looked at once a second.
    package func append(_ lines: [UInt8], at now: Int64 = monotonicMilliseconds()) -> Appended {
        if let error = follow(at: now) { return Appended(error: error) }
        guard status?.kind == .file else { return write(lines, isLocked: false) }
        let isLocked = flock(number, LOCK_EX | LOCK_NB) == 0
        guard isLocked || lastError != EWOULDBLOCK || refusals >= maxRefusals else {
            refusals += 1
            return Appended()
        }
        refusals = 0
        defer { if isLocked { _ = flock(number, LOCK_UN) } }
        return write(lines, isLocked: isLocked)
    }

    /// Opens the name where it is not open, or is another file's by now.
    private func follow(at now: Int64) -> SystemError? {
        if let status, now - lastLook >= lookEvery {
            lastLook = now
            let named = try? FileStatus(of: path)
            if named?.inode != status.inode || named?.device != status.device { close() }
        }
        guard number < 0 else { return nil }
        lastLook = now
        // A file is read, too: its last byte. Opening a pipe must not wait for a reader.
        let isFile = (try? FileStatus(of: path)).map { $0.kind == .file } ?? true
        let flags = O_CREAT | O_APPEND | O_NONBLOCK | O_NOCTTY | (path.isOfDescriptor ? 0 : O_NOFOLLOW)
        number = open(flags | (isFile ? O_RDWR : O_WRONLY))
        if number < 0, isFile, lastError == EACCES { number = open(flags | O_WRONLY) }
        guard number >= 0 else { return SystemError("append to", path) }
        status = openStatus()
        return nil
    }

    private func open(_ flags: Int32) -> Int32 {
        unsafe withCPath(path) { path in uninterrupted { unsafe cp_open(path, flags, 0o644) } }
    }

    private func write(_ lines: [UInt8], isLocked: Bool) -> Appended {
        let lead = isTorn || (isLocked && endsWithinLine()) ? 1 : 0
        let piece = lead == 0 ? lines : [lineFeed] + lines
        var written = 0
        var error: SystemError?
        repeat {
            let count = unsafe piece[written...].withUnsafeBytes { buffer in
                uninterrupted { unsafe Glibc.write(number, buffer.baseAddress, buffer.count) }
            }
            if count <= 0 { error = SystemError("write", path, number: count == 0 ? EIO : lastError) }
            written += max(0, count)
            // A second write without the lock could come behind another process's line.
        } while error == nil && written < piece.count && isLocked
        let whole = piece.prefix(written).lastIndex(of: lineFeed).map { $0 + 1 } ?? 0
        isTorn = written > whole || (isTorn && written == 0)
        // With the lock no other process of ours has written behind the line that was cut.
        if isLocked, written > whole, let length = openStatus()?.bytes {
            isTorn = ftruncate(number, off_t(length - Int64(written - whole))) != 0
        }
        end = isLocked ? openStatus()?.bytes ?? -1 : -1
        return Appended(bytes: max(0, whole - lead), error: error)
    }

    /// Whether a process was ended within a line; looked at where another one may have written last.
    private func endsWithinLine() -> Bool {
        guard let length = openStatus()?.bytes, length > 0, length != end else { return false }
        var last = lineFeed
        let count = unsafe pread(number, &last, 1, off_t(length - 1))
        return count == 1 && last != lineFeed
    }

    private func openStatus() -> FileStatus? {
        var status = stat()
        return unsafe fstat(number, &status) == 0 ? FileStatus(status) : nil
    }
}

private let lineFeed = UInt8(ascii: "\n")
/// Milliseconds between two looks at the name.
private let lookEvery: Int64 = 1000
/// How often the lock may be refused: a process that was stopped (SIGSTOP) with it keeps it.
private let maxRefusals = 4
