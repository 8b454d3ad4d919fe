internal import CPlatform
internal import Glibc

/// The part of this program, in a process of its own, that starts another program and leaves nothing of it behind.
///
/// It holds one end of a socket (descriptor 3), whose other end only the process that asked for the program has. Once
/// that is closed, however its owner ended, the guard ends the program, all that the program has started, and the
/// program's private folder. It tells how the program ended by one line on the socket.
package enum ProcessGuard {
    /// The word that starts the guard's part of this program.
    package static let word = "--process-guard"

    /// Does the work of a guard; answers its exit status.
    ///
    /// - Parameter words: those of `GuardedLaunch`.
    package static func run(_ words: [String]) -> Int32 {
        guard let launch = GuardedLaunch(words: words) else { return 2 }
        // Ctrl-C in the terminal is for the process that asked; it ends the guard by closing the socket.
        for number in [SIGINT, SIGTERM, SIGHUP, SIGPIPE] { _ = signal(number, SIG_IGN) }
        _ = cp_close_on_exec(socket)
        _ = cp_adopt_orphans()
        defer { removeTree(launch.privateFolder) }
        do throws(SystemError) {
            guard unsafe withCPath(launch.folder, { unsafe chdir($0) }) == 0 else {
                throw SystemError("go to", launch.folder)
            }
            let child = ChildProcess(launch.program, launch.arguments, environment: launch.environment)
            let process = try child.spawn(input: 0, output: 1, errors: 2)
            leavePipes()
            watch(process, memory: launch.memory)
        } catch {
            tell(.notStarted(error.number))
            return 1
        }
        return 0
    }

    /// What the owner of the other end wants.
    private enum EndRequest {
        /// Nothing new.
        case none
        /// That the program is ended now.
        case end
        /// That the program, which gets no more input, ends by itself: the other end is closed.
        case leave
    }

    /// Watches a program to its end, and ends what it leaves.
    private static func watch(_ process: pid_t, memory: Int64?) {
        var nextLook = monotonicMilliseconds() + memoryInterval
        var leaveBy: Int64?
        while true {
            var status: Int32 = 0
            if uninterrupted({ unsafe waitpid(process, &status, WNOHANG) }) == process {
                tell(ProgramEnd(status: status))
                return ProcessTree.end(within: grace)
            }
            let now = monotonicMilliseconds()
            if let leaveBy {
                if now >= leaveBy { return ProcessTree.end(within: grace) }
                pauseThread(milliseconds: 5)
            } else {
                switch endRequest(within: 20) {
                case .none: break
                case .end: return ProcessTree.end(within: grace)
                case .leave: leaveBy = now + leaving
                }
            }
            guard let memory, now >= nextLook else { continue }
            nextLook = now + memoryInterval
            if ProcessTree.isLarger(than: memory) {
                tell(.tooLarge)
                return ProcessTree.end(within: 0)
            }
        }
    }

    private static func endRequest(within milliseconds: Int32) -> EndRequest {
        var wanted = pollfd(fd: socket, events: Int16(POLLIN), revents: 0)
        guard unsafe poll(&wanted, 1, milliseconds) > 0 else { return .none }
        var byte: UInt8 = 0
        return uninterrupted { unsafe read(socket, &byte, 1) } == 1 ? .end : .leave
    }

    private static func tell(_ end: ProgramEnd) {
        let bytes = Array("\(end.line)\n".utf8)
        _ = unsafe bytes.withUnsafeBytes { buffer in
            uninterrupted { unsafe send(socket, buffer.baseAddress, buffer.count, Int32(MSG_NOSIGNAL)) }
        }
    }

    /// Closes the program's pipes in this process, which would keep them open.
    private static func leavePipes() {
        let null = unsafe cp_open("/dev/null", O_RDWR, 0)
        for number: Int32 in 0...2 { dup2(null, number) }
    }
}

/// The end of the socket that the guard has.
private let socket: Int32 = 3
/// Milliseconds that a program has to end by itself once it gets no more input.
private let leaving: Int64 = 1500
/// Milliseconds that it has behind SIGTERM.
private let grace: Int64 = 2000
/// Milliseconds between looks at its memory.
private let memoryInterval: Int64 = 500
