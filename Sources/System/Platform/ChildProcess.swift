internal import Glibc

/// A program that is run in a process of its own, within limits: for work that may crash, hang or take all memory.
///
/// It is started by posix_spawn(3), which is safe in a process with threads. It has its own process group, so that a
/// Ctrl-C in the terminal reaches this process alone, and the usual handling of every signal.
package struct ChildProcess {
    /// How it ended.
    package enum ExitReason: Equatable, Sendable {
        /// By itself, with an exit status.
        case exited(Int32)
        /// By a signal that was not ours, by its number.
        case killed(Int32)
        /// It was ended, because it ran for too long.
        case tooLong
        /// It was ended, because it took too much memory.
        case tooLarge
        /// It was ended, because the caller was interrupted.
        case interrupted
    }

    /// What came of it.
    package struct Result: Sendable {
        /// How it ended.
        package let exitReason: ExitReason
        /// What it wrote to standard output: the first 64 KiB.
        package let output: [UInt8]
        /// What it wrote to standard error: the first 64 KiB.
        package let errors: [UInt8]
    }

    private let program: FilePath
    private let arguments: [String]
    private let environment: [String: String]
    /// The longest that it may run.
    package var milliseconds: Int64 = 30_000
    /// The most bytes of its memory that may be resident.
    package var memory = Int64.max
    /// Whether it is no longer waited for; asked about every few milliseconds.
    package var isInterrupted: @Sendable () -> Bool = { false }

    /// A program with its arguments, without its own name.
    ///
    /// - Parameter environment: all variables it gets: none of this process's, which may be secrets.
    package init(_ program: FilePath, _ arguments: [String], environment: [String: String]) {
        self.program = program
        self.arguments = arguments
        self.environment = environment
    }

    /// Runs the program to its end, with these bytes as its standard input: a file in memory.
    package func run(input: Span<UInt8>) throws(SystemError) -> Result {
        let file = try MemoryFile(input)
        let output = try Pipe()
        let errors = try Pipe()
        let process = try spawn(input: file.number, output: output.writing, errors: errors.writing)
        output.closeWriting()
        errors.closeWriting()
        return watch(process, output, errors)
    }

    /// Starts the program with these descriptors as its standard input, output and error.
    ///
    /// - Parameter socket: what it has as descriptor 3; nil: nothing.
    func spawn(
        input: Int32, output: Int32, errors: Int32, socket: Int32? = nil
    ) throws(SystemError) -> pid_t {
        var actions = unsafe posix_spawn_file_actions_t()
        _ = unsafe posix_spawn_file_actions_init(&actions)
        defer { _ = unsafe posix_spawn_file_actions_destroy(&actions) }
        for (index, number) in ([input, output, errors] + [socket].compactMap(\.self)).enumerated() {
            _ = unsafe posix_spawn_file_actions_adddup2(&actions, number, Int32(index))
        }
        var attributes = posix_spawnattr_t()
        _ = unsafe posix_spawnattr_init(&attributes)
        defer { _ = unsafe posix_spawnattr_destroy(&attributes) }
        var signals = sigset_t()
        _ = unsafe sigemptyset(&signals)
        _ = unsafe posix_spawnattr_setsigmask(&attributes, &signals)
        _ = unsafe sigfillset(&signals)
        _ = unsafe posix_spawnattr_setsigdefault(&attributes, &signals)
        _ = unsafe posix_spawnattr_setflags(
            &attributes, Int16(POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))
        var words = unsafe ([program.description] + arguments).map { unsafe strdup($0) } + [nil]
        var variables = unsafe environment.map { unsafe strdup("\($0)=\($1)") } + [nil]
        defer { unsafe (words + variables).forEach { unsafe free($0) } }
        var process: pid_t = 0
        let status = unsafe withCPath(program) { path in
            unsafe posix_spawn(&process, path, &actions, &attributes, &words, &variables)
        }
        guard status == 0 else { throw SystemError("start", program, number: status) }
        return process
    }

    /// Reads what it writes until it has ended, and ends it where it leaves its limits.
    private func watch(_ process: pid_t, _ output: Pipe, _ errors: Pipe) -> Result {
        let end = monotonicMilliseconds() + milliseconds
        var stopped: ExitReason?
        var status: Int32 = 0
        while true {
            // Before the pipes are read: what it wrote last is in them when it is over.
            let isOver = uninterrupted { unsafe waitpid(process, &status, WNOHANG) } != 0
            output.drain()
            errors.drain()
            if isOver { break }
            if stopped == nil, let reason = reason(toStop: process, end) {
                stopped = reason
                kill(process, SIGKILL)
            }
            Pipe.wait(for: [output, errors], milliseconds: 5)
        }
        return Result(exitReason: stopped ?? ExitReason(status: status), output: output.bytes, errors: errors.bytes)
    }

    /// Why a process that runs until a monotonic time is ended now; nil where it is not.
    func reason(toStop process: pid_t, _ end: Int64) -> ExitReason? {
        if isInterrupted() { return .interrupted }
        if monotonicMilliseconds() >= end { return .tooLong }
        return ProcessIdentity.residentBytes(of: process) > memory ? .tooLarge : nil
    }
}

extension ChildProcess.ExitReason {
    /// What waitpid(2) says.
    init(status: Int32) {
        let signal = status & 0x7F
        self = signal == 0 ? .exited(status >> 8 & 0xFF) : .killed(signal)
    }
}
