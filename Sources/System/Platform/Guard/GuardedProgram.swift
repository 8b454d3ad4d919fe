internal import CPlatform
internal import Glibc

/// A program that speaks by lines, started and watched by a guard (`ProcessGuard`).
///
/// What is sent waits here until the program reads it, and what the program writes is read meanwhile, so that no pipe
/// that is full holds another one. One thread at a time.
package final class GuardedProgram {
    /// What happened first.
    package enum Event: Equatable, Sendable {
        /// The program wrote a line; without its end.
        case line([UInt8])
        /// It wrote more on one line than is taken.
        case lineTooLong
        /// It has taken all that was sent.
        case hasRoom
        /// It has closed its standard input, and what was sent does not reach it.
        case deaf
        /// It has ended, and has written nothing more.
        case ended(ProgramEnd)
        /// Nothing, for as long as was waited.
        case silence
    }

    private let launch: GuardedLaunch
    private let process: pid_t
    /// The ends of the pipes and of the guard's socket that this process has; -1 once closed.
    private var (input, output, errors, socket): (Int32, Int32, Int32, Int32)
    private var outgoing: [UInt8] = []
    private var incoming = LineBuffer()
    private var report: [UInt8] = []
    private var end: ProgramEnd?
    private var isDeaf = false
    /// The last lines that it wrote to standard error.
    package private(set) var lastErrors = ErrorLines()

    /// Starts a program.
    ///
    /// - Parameter guardProgram: the program that answers `ProcessGuard.word`.
    package init(_ launch: GuardedLaunch, by guardProgram: FilePath) throws(SystemError) {
        self.launch = launch
        var open: [Int32] = []
        do throws(SystemError) {
            for _ in 0..<3 {
                var ends: [Int32] = [-1, -1]
                guard unsafe cp_pipe(&ends) == 0 else { throw SystemError("open", "a pipe") }
                open += ends
            }
            var ends: [Int32] = [-1, -1]
            guard unsafe cp_socket_pair(&ends) == 0 else { throw SystemError("open", "a pair of sockets") }
            open += ends
            let child = ChildProcess(
                guardProgram, [ProcessGuard.word] + launch.words, environment: launch.environment)
            process = try child.spawn(input: open[0], output: open[3], errors: open[5], socket: open[7])
        } catch {
            for number in open { close(number) }
            removeTree(launch.privateFolder)
            throw error
        }
        for number in [open[0], open[3], open[5], open[7]] { close(number) }
        (input, output, errors, socket) = (open[1], open[2], open[4], open[6])
        for number in [input, output, errors, socket] { _ = cp_set_nonblocking(number) }
    }

    deinit { finish() }

    /// The folder that the program alone has.
    package var privateFolder: FilePath { launch.privateFolder }
    /// Whether the program has not taken yet what was sent.
    package var isSending: Bool { !outgoing.isEmpty }

    /// Sends bytes, as soon as the program takes them.
    package func send(_ bytes: [UInt8]) {
        outgoing += bytes
        write()
    }

    /// Waits for what happens next.
    package func next(within milliseconds: Int64) -> Event {
        let wasSending = isSending
        let limit = monotonicMilliseconds() + milliseconds
        while true {
            if let line = incoming.next() { return line.map(Event.line) ?? .lineTooLong }
            if let end, output < 0 { return .ended(end) }
            if isDeaf, end == nil { return .deaf }
            if wasSending, !isSending { return .hasRoom }
            let rest = limit - monotonicMilliseconds()
            if rest < 0 { return .silence }
            // An end is told before all that was written is read; a process that the program left may keep the pipe.
            poll(within: end == nil ? rest : 0)
        }
    }

    /// Lets the program end by itself, or orders its end, and waits until nothing is left of it.
    ///
    /// - Parameter isOrdered: whether it is ended at once.
    package func finish(isOrdered: Bool = false) {
        guard socket >= 0 else { return }
        if isOrdered {
            var byte: UInt8 = 0
            _ = unsafe Glibc.send(socket, &byte, 1, Int32(MSG_NOSIGNAL))
        }
        for number in [input, output, errors, socket] where number >= 0 { close(number) }
        (input, output, errors, socket) = (-1, -1, -1, -1)
        var status: Int32 = 0
        _ = uninterrupted { unsafe waitpid(process, &status, 0) }
        // A guard that was killed has removed nothing.
        removeTree(launch.privateFolder)
    }

    /// Waits until one of the descriptors is ready, and serves all that are.
    private func poll(within milliseconds: Int64) {
        // A negative number is left out.
        var wanted = [
            pollfd(fd: outgoing.isEmpty ? -1 : input, events: Int16(POLLOUT), revents: 0),
            pollfd(fd: output, events: Int16(POLLIN), revents: 0),
            pollfd(fd: errors, events: Int16(POLLIN), revents: 0),
            pollfd(fd: end == nil ? socket : -1, events: Int16(POLLIN), revents: 0),
        ]
        let count = unsafe Glibc.poll(&wanted, nfds_t(wanted.count), Int32(clamping: max(0, milliseconds)))
        let isOver = end != nil
        if count > 0 {
            if wanted[0].revents != 0 { write() }
            if wanted[1].revents != 0 { take(&output) { incoming.add($0) } }
            if wanted[2].revents != 0 { take(&errors) { lastErrors.add($0) } }
            if wanted[3].revents != 0 { readReport() }
        }
        if isOver, wanted[1].revents == 0 { closeOutput() }
    }

    private func write() {
        guard !outgoing.isEmpty, input >= 0 else { return }
        let count = unsafe outgoing.withUnsafeBytes { buffer in
            uninterrupted { unsafe Glibc.write(input, buffer.baseAddress, buffer.count) }
        }
        if count > 0 {
            outgoing.removeFirst(count)
        } else if lastError != EAGAIN {
            isDeaf = true
            outgoing = []
        }
    }

    /// Reads what is there, at most 64 KiB, and closes a descriptor at its end.
    private func take(_ number: inout Int32, _ body: (ArraySlice<UInt8>) -> Void) {
        var chunk = [UInt8](repeating: 0, count: 1 << 16)
        let count = unsafe chunk.withUnsafeMutableBytes { room in
            uninterrupted { unsafe read(number, room.baseAddress, room.count) }
        }
        if count > 0 { return body(chunk.prefix(count)) }
        if count < 0, lastError == EAGAIN { return }
        close(number)
        number = -1
    }

    private func closeOutput() {
        guard output >= 0 else { return }
        close(output)
        output = -1
    }

    /// Reads how the program ended; a socket that is closed without a word is a guard's that was killed.
    private func readReport() {
        var isOpen = true
        var chunk = [UInt8](repeating: 0, count: 64)
        let count = unsafe chunk.withUnsafeMutableBytes { room in
            uninterrupted { unsafe recv(socket, room.baseAddress, room.count, 0) }
        }
        if count > 0 { report += chunk.prefix(count) } else { isOpen = count < 0 && lastError == EAGAIN }
        if let cut = report.firstIndex(of: UInt8(ascii: "\n")) {
            end = ProgramEnd(line: String(decoding: report[..<cut], as: UTF8.self)) ?? .lost
        } else if !isOpen {
            end = .lost
        }
    }
}
