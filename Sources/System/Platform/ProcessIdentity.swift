internal import CPlatform
internal import Glibc

/// A process that can be told from every other, also after its number is used again.
package struct ProcessIdentity: Hashable, Sendable {
    /// Boot and process namespace: within one of these, a process number means something.
    package let host: String
    /// The process number.
    package let pid: Int32
    /// When it started, in clock ticks since boot (field 22 of /proc/PID/stat, proc(5)).
    package let started: Int64

    /// An identity from a store.
    package init(host: String, pid: Int32, started: Int64) {
        self.host = host
        self.pid = pid
        self.started = started
    }

    /// The identity of this very process.
    package static func current() throws(SystemError) -> ProcessIdentity {
        let pid = getpid()
        guard let started = startOf(pid) else {
            // Asked once more for the reason: the file may be there, and no descriptor left to read it.
            _ = try contents(of: "/proc/self/stat")
            throw SystemError("read", "/proc/self/stat", number: EINVAL)
        }
        return ProcessIdentity(host: try currentHost(), pid: pid, started: started)
    }

    /// Whether the process is certainly dead; false where this host cannot tell.
    package func isDead(seenFrom host: String) -> Bool {
        guard host == self.host else { return false }
        if let start = ProcessIdentity.startOf(pid) { return start != started }
        // /proc may hide another user's process (hidepid) or this one may have no descriptor left; kill(2) still knows.
        return kill(pid, 0) != 0 && lastError == ESRCH || ProcessIdentity.isZombie(pid)
    }

    /// Boot id and pid namespace, so that a container never judges another's processes by their numbers.
    private static func currentHost() throws(SystemError) -> String {
        let boot = String(decoding: try contents(of: "/proc/sys/kernel/random/boot_id"), as: UTF8.self)
        var target = [UInt8](repeating: 0, count: 64)
        let count = unsafe target.withUnsafeMutableBytes { buffer in
            unsafe buffer.withMemoryRebound(to: CChar.self) { text in
                unsafe text.baseAddress.map { unsafe readlink("/proc/self/ns/pid", $0, text.count) } ?? 0
            }
        }
        let namespace = String(decoding: target.prefix(max(0, count)), as: UTF8.self)
        return boot.filter { !$0.isWhitespace } + "/" + namespace
    }

    /// The start of a process that lives; nil for one that is gone, only waits to be reaped, or cannot be looked at.
    private static func startOf(_ pid: Int32) -> Int64? {
        guard let fields = fields(of: pid), !isOver(fields) else { return nil }
        return Int64(String(decoding: fields[19], as: UTF8.self))
    }

    /// Whether a process is dead and waits to be reaped.
    private static func isZombie(_ pid: Int32) -> Bool { fields(of: pid).map(isOver) ?? false }

    private static func isOver(_ fields: [ArraySlice<UInt8>]) -> Bool {
        fields[0].first == UInt8(ascii: "Z") || fields[0].first == UInt8(ascii: "X")
    }

    /// How much of this process's memory is resident, in bytes.
    package static var ownResidentBytes: Int64 { residentBytes(of: getpid()) }

    /// How much of a process's memory is resident; 0 for one that is gone.
    static func residentBytes(of pid: Int32) -> Int64 {
        // Field 24 is in pages.
        guard let fields = fields(of: pid), fields.count > 21 else { return 0 }
        return (Int64(String(decoding: fields[21], as: UTF8.self)) ?? 0) * Int64(sysconf(Int32(_SC_PAGESIZE)))
    }

    /// The parent of a process that lives; nil for one that is gone, or only waits to be reaped.
    static func livingParent(of pid: Int32) -> Int32? {
        guard let fields = fields(of: pid), !isOver(fields) else { return nil }
        return Int32(String(decoding: fields[1], as: UTF8.self))
    }

    /// The fields of /proc/PID/stat from the third on, at least 20 of them.
    private static func fields(of pid: Int32) -> [ArraySlice<UInt8>]? {
        guard let stat = try? contents(of: "/proc/\(pid)/stat"),
            // The name in field 2 may hold spaces and parentheses; the fields behind it start after its last one.
            let end = stat.lastIndex(of: UInt8(ascii: ")"))
        else { return nil }
        let fields = stat[(end + 1)...].split(separator: UInt8(ascii: " "))
        return fields.count > 19 ? fields : nil
    }

    /// A small file of /proc, whose size is not known before it is read.
    static func contents(of path: String) throws(SystemError) -> [UInt8] {
        let file = uninterrupted { unsafe cp_open(path, O_RDONLY, 0) }
        guard file >= 0 else { throw SystemError("open", path) }
        defer { close(file) }
        var bytes = [UInt8](repeating: 0, count: 4096)
        let count = unsafe bytes.withUnsafeMutableBytes { buffer in
            uninterrupted { unsafe read(file, buffer.baseAddress, buffer.count) }
        }
        guard count >= 0 else { throw SystemError("read", path) }
        return Array(bytes.prefix(count))
    }
}
