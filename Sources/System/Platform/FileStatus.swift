internal import CPlatform
internal import Glibc

/// What the system knows of a file without reading it.
package struct FileStatus: Equatable, Sendable {
    /// The kinds of thing a name can stand for.
    package enum Kind: Sendable {
        case file, folder, other
    }

    /// What the name stands for, links followed.
    package let kind: Kind
    /// Its length in bytes.
    package let bytes: Int64
    /// Its last change, in nanoseconds since 1970; before 1677 and after 2262 the nearest that 64 bits hold.
    package let modifiedNanoseconds: Int64
    /// The last change of anything about it, in the same way; no program can set it.
    ///
    /// Of a folder that of a name in it counts.
    package let changedNanoseconds: Int64
    /// Its number on its device.
    package let inode: UInt64
    package let device: UInt64
    /// How many names it has: 0 once it is deleted while a process still has it open, more than 1 with hard links.
    package let links: Int
    /// Its permission bits: `0o600`.
    package let mode: UInt32
    /// The number of the user who owns it.
    package let owner: UInt32

    /// The status of what `path` names, links followed.
    package init(of path: FilePath) throws(SystemError) {
        var status = stat()
        guard unsafe withCPath(path, { unsafe stat($0, &status) }) == 0 else { throw SystemError("look at", path) }
        self.init(status)
    }

    /// The status of a name itself; of a link its own.
    package init(ofName path: FilePath) throws(SystemError) {
        var status = stat()
        guard unsafe withCPath(path, { unsafe lstat($0, &status) }) == 0 else { throw SystemError("look at", path) }
        self.init(status)
    }

    /// The status from the system's own structure.
    init(_ status: stat) {
        kind =
            switch status.st_mode & S_IFMT {
            case S_IFREG: .file
            case S_IFDIR: .folder
            default: .other
            }
        bytes = Int64(status.st_size)
        modifiedNanoseconds = nanoseconds(status.st_mtim)
        changedNanoseconds = nanoseconds(status.st_ctim)
        inode = UInt64(status.st_ino)
        device = UInt64(status.st_dev)
        links = Int(status.st_nlink)
        mode = status.st_mode & 0o7777
        owner = status.st_uid
    }
}

/// A moment in nanoseconds since 1970.
///
/// Anybody may set a time that 64 bits of nanoseconds do not hold (they end in 2262); it is kept as the last one.
private func nanoseconds(_ moment: timespec) -> Int64 {
    let (seconds, isTooFar) = Int64(moment.tv_sec).multipliedReportingOverflow(by: 1_000_000_000)
    let (sum, isPastEnd) = seconds.addingReportingOverflow(Int64(moment.tv_nsec))
    return isTooFar || isPastEnd ? (moment.tv_sec < 0 ? .min : .max) : sum
}

/// Lends a path to C as a NUL-terminated string.
func withCPath<Result>(_ path: FilePath, _ body: (UnsafePointer<CChar>) -> Result) -> Result {
    let terminated = path.bytes + [0]
    return unsafe terminated.withUnsafeBufferPointer { buffer in
        unsafe buffer.withMemoryRebound(to: CChar.self) { text in
            guard let start = text.baseAddress else { preconditionFailure("a terminated path has a first byte") }
            return unsafe body(start)
        }
    }
}
