internal import CPlatform
internal import Glibc

/// The first bytes of a shared library, checked before the system opens it.
///
/// dlopen maps a file by its header and dies of SIGBUS where a truncated file has no such bytes, and it calls a
/// library of another processor "No such file": neither can be told from its answer.
package enum ELFHeader {
    /// Why a file is not a library for this machine; nil where it may be opened.
    package static func complaint(about path: FilePath) throws(SystemError) -> String? {
        let terminated = path.bytes + [0]
        let file = unsafe terminated.withUnsafeBytes { name -> Int32 in
            guard let start = name.baseAddress else { return -1 }
            return unsafe cp_open(start.assumingMemoryBound(to: CChar.self), O_RDONLY | O_NONBLOCK, 0)
        }
        guard file >= 0 else { throw SystemError("open", path) }
        defer { close(file) }
        var status = stat()
        guard unsafe fstat(file, &status) == 0 else { throw SystemError("look at", path) }
        guard status.st_mode & S_IFMT == S_IFREG else { return "it is not a file" }
        var header = [UInt8](repeating: 0, count: 64)
        let got = unsafe header.withUnsafeMutableBytes { unsafe pread(file, $0.baseAddress, $0.count, 0) }
        return got < 64 ? "it is too short" : complaint(header: header, fileSize: Int64(status.st_size))
    }

    /// The same for a header in memory.
    static func complaint(header: [UInt8], fileSize: Int64) -> String? {
        guard header.count >= 64 else { return "it is too short" }
        func number(_ offset: Int, _ width: Int) -> UInt64 {
            (0..<width).reduce(0) { $0 | UInt64(header[offset + $1]) << UInt64(8 * $1) }
        }
        guard header.starts(with: [0x7F, 0x45, 0x4C, 0x46]) else { return "it is not an ELF file" }
        guard header[4] == 2, header[5] == 1 else { return "it is not for a 64-bit, little-endian processor" }
        let machine = number(18, 2)
        guard machine == ourMachine else {
            return "it is for another processor (ELF machine \(machine), this one is \(ourMachine))"
        }
        let table = number(40, 8)
        let (end, overflow) = table.addingReportingOverflow(number(58, 2) * number(60, 2))
        guard !overflow, end <= UInt64(max(fileSize, 0)) else { return "it is cut short" }
        return nil
    }

    #if arch(arm64)
        private static let ourMachine: UInt64 = 183
    #else
        private static let ourMachine: UInt64 = 62
    #endif
}
