internal import CPlatform
internal import Glibc

/// An open descriptor for words or data: standard output, standard error, standard input.
package struct Descriptor: Sendable {
    /// The system's number.
    package let number: Int32

    /// 0.
    package static let input = Descriptor(number: 0)
    /// 1.
    package static let output = Descriptor(number: 1)
    /// A copy of 2, made when it is first asked for, so that `StandardError.silenced` never swallows our own words.
    package static let error = Descriptor(number: copyOfStandardError())

    /// A new file, to be written; nil where it cannot be made, and where something has its name, be it a link.
    ///
    /// The caller that makes it closes it.
    ///
    /// - Parameter isPrivate: whether only its owner may read it (mode 0600).
    package static func create(_ path: FilePath, isPrivate: Bool = false) -> Descriptor? {
        let flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW
        let number = unsafe withCPath(path) { path in
            uninterrupted { unsafe cp_open(path, flags, isPrivate ? 0o600 : 0o644) }
        }
        return number >= 0 ? Descriptor(number: number) : nil
    }

    /// A file that is there, to be read; nil where it cannot be opened.
    package static func reading(_ path: FilePath) -> Descriptor? {
        let number = unsafe withCPath(path) { path in uninterrupted { unsafe cp_open(path, O_RDONLY, 0) } }
        return number >= 0 ? Descriptor(number: number) : nil
    }

    /// A file that is there, to be written from its first byte on; nil where it cannot be opened.
    static func writing(_ path: FilePath) -> Descriptor? {
        let number = unsafe withCPath(path) { path in uninterrupted { unsafe cp_open(path, O_WRONLY, 0) } }
        return number >= 0 ? Descriptor(number: number) : nil
    }

    /// Gives the descriptor back to the system.
    package func close() { Glibc.close(number) }

    /// Writes all bytes; answers why not where the reader has gone or the disk is full.
    package func write(_ bytes: Span<UInt8>) -> SystemError? {
        var done = 0
        while done < bytes.count {
            let written = unsafe bytes.extracting(droppingFirst: done).withUnsafeBytes { buffer in
                uninterrupted { unsafe Glibc.write(number, buffer.baseAddress, buffer.count) }
            }
            guard written > 0 else { return SystemError("write", "descriptor \(number)") }
            done += written
        }
        return nil
    }

    /// The same of bytes in an array.
    package func write(_ bytes: [UInt8]) -> SystemError? { write(bytes.span) }

    /// The next bytes, at most 64 KiB; empty at the end.
    package func read() throws(SystemError) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: 65536)
        let count = unsafe bytes.withUnsafeMutableBytes { buffer in
            uninterrupted { unsafe Glibc.read(number, buffer.baseAddress, buffer.count) }
        }
        guard count >= 0 else { throw SystemError("read", "standard input") }
        return Array(bytes.prefix(count))
    }

    /// The next line of a terminal, without its end; nil behind the last one, or when a condition comes true before.
    ///
    /// - Parameter isOver: is asked ten times a second.
    package func readLine(until isOver: () -> Bool) -> String? {
        var bytes: [UInt8] = []
        while !isOver() {
            var wait = pollfd(fd: number, events: Int16(POLLIN), revents: 0)
            guard unsafe poll(&wait, 1, 100) > 0 else { continue }
            guard let more = try? read(), !more.isEmpty else { return nil }
            bytes += more
            if let end = bytes.firstIndex(of: UInt8(ascii: "\n")) {
                return String(decoding: bytes[..<end], as: UTF8.self)
            }
        }
        return nil
    }

    /// The bytes of a file from an offset on, at most 64 KiB; none behind its end.
    package func read(at offset: Int64) throws(SystemError) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: 65536)
        let count = unsafe bytes.withUnsafeMutableBytes { buffer in
            uninterrupted { unsafe pread(number, buffer.baseAddress, buffer.count, off_t(offset)) }
        }
        guard count >= 0 else { throw SystemError("read", "descriptor \(number)") }
        return Array(bytes.prefix(count))
    }

    /// Whether a person sees it.
    package var isTerminal: Bool { isatty(number) == 1 }

    /// Columns of the terminal; nil where there is none.
    package var columns: Int? {
        let columns = Int(cp_columns(number))
        return columns > 0 ? columns : nil
    }

    /// Rows of the terminal; nil where there is none.
    package var rows: Int? {
        let rows = Int(cp_rows(number))
        return rows > 0 ? rows : nil
    }
}

/// Lets a write to a closed pipe, or beyond the length that `ulimit -f` allows, fail instead of ending the process.
package func ignoreBrokenPipes() {
    for number in [SIGPIPE, SIGXFSZ] { _ = signal(number, SIG_IGN) }
}

/// Descriptor 2 under another number; itself where the system refuses a copy.
private func copyOfStandardError() -> Int32 {
    let copy = cp_duplicate(2)
    return copy >= 0 ? copy : 2
}

/// Whether this process may open `count` files beside those it has open; the error says why not.
///
/// Libraries that find none left end the process (libdispatch), or say that a file is not there.
package func mayOpen(_ count: Int) -> SystemError? {
    var opened: [Int32] = []
    defer { for number in opened { close(number) } }
    while opened.count < count {
        let number = unsafe cp_open("/dev/null", O_RDONLY, 0)
        guard number >= 0 else {
            let error = SystemError("open", "\(count) files")
            return error.isOutOfDescriptors ? error : nil
        }
        opened.append(number)
    }
    return nil
}

/// How many files this process may have open: `ulimit -n`.
func maxDescriptors() -> UInt64 {
    var limit = rlimit()
    return unsafe getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 ? UInt64(limit.rlim_cur) : 0
}

/// Looks for files among those that this process has open.
package enum OpenFile {
    /// Where a file that is open lies by now, by the device and the number it has; nil where it has no name any more.
    ///
    /// Without opening it: that would end locks on it when it is closed again.
    package static func place(device: UInt64, inode: UInt64) -> FilePath? {
        let descriptors = FilePath("/proc/self/fd")
        guard let folder = try? Directory(descriptors) else { return nil }
        while let entry = try? folder.next() {
            guard let status = try? folder.entryStatus(), status.device == device, status.inode == inode,
                status.links > 0
            else { continue }
            return try? descriptors.appending(FilePath(bytes: entry.name)).resolved()
        }
        return nil
    }
}
