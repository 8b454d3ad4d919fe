internal import CPlatform
internal import Glibc

/// One folder open for reading: its entries in the system's order, and their status relative to it.
///
/// One owner at a time. Names are the system's bytes; `.` and `..` are left out.
@safe package final class Directory {
    /// What the folder itself says of an entry, which may be less than its status says.
    package enum Hint: Sendable {
        case file, folder, link, other
        /// The file system keeps no kinds in its folders; only the status can tell.
        case unknown
    }

    /// The folder's own status.
    package let status: FileStatus

    private let stream: OpaquePointer
    private let descriptor: Int32
    private let path: FilePath
    private let nameOffset = MemoryLayout<dirent>.offset(of: \dirent.d_name) ?? 19
    private var entry: UnsafeMutablePointer<dirent>?

    /// Opens a folder, links followed.
    package init(_ path: FilePath) throws(SystemError) {
        // Straight to a failable open: opendir sets O_CLOEXEC and O_DIRECTORY, so a file is ENOTDIR and a pipe does not
        // hang.
        guard let stream = unsafe withCPath(path, { unsafe opendir($0) }) else { throw SystemError("read", path) }
        var raw = stat()
        let descriptor = unsafe dirfd(stream)
        guard unsafe fstat(descriptor, &raw) == 0 else {
            let error = SystemError("look at", path)
            unsafe closedir(stream)
            throw error
        }
        unsafe self.stream = stream
        self.descriptor = descriptor
        self.path = path
        status = FileStatus(raw)
    }

    deinit { unsafe closedir(stream) }

    /// Goes to the next entry; nil at the end.
    package func next() throws(SystemError) -> (name: [UInt8], hint: Hint)? {
        while true {
            // readdir answers NULL for the end and for a failure; only errno tells them apart.
            errno = 0
            guard let found = unsafe readdir(stream) else {
                unsafe entry = nil
                guard lastError == 0 else { throw SystemError("read", path) }
                return nil
            }
            unsafe entry = found
            let text = unsafe name(of: found)
            let length = unsafe strlen(text)
            let bytes = unsafe UnsafeRawBufferPointer(start: text, count: length)
            if length <= 2, unsafe bytes[0] == dot, unsafe length == 1 || bytes[1] == dot { continue }
            return (unsafe [UInt8](bytes), unsafe Self.hint(found.pointee.d_type))
        }
    }

    /// The status of the entry that `next` went to last, links followed.
    package func entryStatus() throws(SystemError) -> FileStatus {
        guard let entry = unsafe entry else { throw SystemError("look at", path, number: EINVAL) }
        var raw = stat()
        guard unsafe fstatat(descriptor, name(of: entry), &raw, 0) == 0 else {
            let number = lastError
            let text = unsafe name(of: entry)
            let bytes = unsafe [UInt8](UnsafeRawBufferPointer(start: text, count: strlen(text)))
            throw SystemError("look at", path.appending(FilePath(bytes: bytes)), number: number)
        }
        return FileStatus(raw)
    }

    /// The name inside the system's entry, which may be shorter in memory than its C type claims.
    private func name(of entry: UnsafeMutablePointer<dirent>) -> UnsafePointer<CChar> {
        let start = unsafe UnsafeRawPointer(entry) + nameOffset
        return unsafe start.assumingMemoryBound(to: CChar.self)
    }

    private static func hint(_ type: UInt8) -> Hint {
        switch Int(type) {
        case Int(DT_REG): .file
        case Int(DT_DIR): .folder
        case Int(DT_LNK): .link
        case Int(DT_UNKNOWN): .unknown
        default: .other
        }
    }
}

private let dot = UInt8(ascii: ".")

extension FileStatus {
    /// Whether the name itself is a symbolic link, wherever it leads.
    package static func isLink(_ path: FilePath) -> Bool {
        var raw = stat()
        return unsafe withCPath(path) { unsafe lstat($0, &raw) } == 0 && raw.st_mode & S_IFMT == S_IFLNK
    }
}
