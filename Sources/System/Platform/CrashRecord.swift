/// A line that a process left when a signal ended it.
package struct CrashRecord: Equatable, Sendable {
    /// How far the thread was.
    package enum Phase: Int32, Sendable {
        /// It worked on no picture that is known: a thread of a library.
        case other = 0
        /// It read or decoded a picture.
        case reading = 1
        /// It ran a local model.
        case model = 2
    }

    /// The process, as in `ProcessIdentity`.
    package let pid: Int32, started: Int64
    package let signal: Int32
    /// How far the thread was.
    package let phase: Phase
    /// The shared object whose code was running: `libLiteRt.so`, or `cairn`; nil where it is not known, and where it is
    /// one of the system's that all others call.
    package let library: String?
    /// The attempts whose pictures the thread worked on.
    package let attempts: [Int64]

    /// A record of these parts.
    package init(
        pid: Int32, started: Int64, signal: Int32, phase: Phase, library: String?, attempts: [Int64]
    ) {
        (self.pid, self.started, self.signal, self.phase) = (pid, started, signal, phase)
        self.library = library
        self.attempts = attempts
    }

    /// Reads a line, `PID STARTED SIGNAL PHASE OBJECT ATTEMPT...`; nil for a damaged one.
    package init?(line: ArraySlice<UInt8>) {
        // A name that the system allows and people cannot read is none of a library.
        guard line.allSatisfy({ (0x20..<0x7F).contains($0) }) else { return nil }
        let fields = line.split(separator: UInt8(ascii: " ")).map { String(decoding: $0, as: UTF8.self) }
        guard fields.count >= 5, let pid = Int32(fields[0]), let started = Int64(fields[1]),
            let signal = Int32(fields[2]), (1..<65).contains(signal),
            let phase = Int32(fields[3]).flatMap(Phase.init)
        else { return nil }
        let attempts = fields[5...].compactMap { Int64($0) }
        guard pid > 0, started >= 0, attempts.count == fields.count - 5, attempts.allSatisfy({ $0 > 0 }) else {
            return nil
        }
        let isShared = shared.contains { fields[4].hasPrefix($0) }
        self.init(
            pid: pid, started: started, signal: signal, phase: phase,
            library: fields[4] == "-" || isShared ? nil : fields[4], attempts: attempts)
    }

    /// Whether a process left it.
    package func isOf(_ process: ProcessIdentity) -> Bool { process.pid == pid && process.started == started }
}

/// Libraries in which others crash: `abort` and `memcpy` are in them.
private let shared = ["libc.", "libc-", "libm.", "libpthread", "libstdc++.", "libc++", "libgcc_s.", "ld-linux"]
