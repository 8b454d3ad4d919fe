internal import CPlatform
internal import Glibc

/// A program in a process of its own that answers one request after another: for work that may crash, hang or take all
/// memory, and whose preparation is dear.
///
/// Requests and replies are frames, a length of 8 bytes (little-endian) and as many bytes, through one socket, which is
/// the program's standard input. It ends with this object, or when this process ends. One request at a time.
package final class ChildServer {
    /// How the program ended before it answered, and what it wrote to standard output and error.
    package struct Loss: Error {
        /// How it ended.
        package let exitReason: ChildProcess.ExitReason
        /// The first 64 KiB of what it wrote.
        package let errors: [UInt8]
    }

    private let child: ChildProcess
    private let process: pid_t
    private let socket: Int32
    private let errors: Pipe
    private var hasEnded = false

    /// Starts a program, whose time is limited for each request.
    package init(_ child: ChildProcess) throws(SystemError) {
        self.child = child
        errors = try Pipe()
        var ends: [Int32] = [-1, -1]
        guard unsafe cp_socket_pair(&ends) == 0 else { throw SystemError("open", "a pair of sockets") }
        defer { close(ends[1]) }
        do throws(SystemError) {
            // A library's own words on standard output must not come between the frames.
            process = try child.spawn(input: ends[1], output: errors.writing, errors: errors.writing)
        } catch {
            close(ends[0])
            throw error
        }
        socket = ends[0]
        errors.closeWriting()
    }

    deinit {
        if !hasEnded { end() }
        close(socket)
    }

    /// Sends a request in two parts, and waits for the reply; after a loss there is no further one.
    ///
    /// - Parameters:
    ///   - head: the first bytes of the request.
    ///   - body: the bytes behind them.
    ///   - milliseconds: the longest that request and reply may take.
    package func reply(
        to head: [UInt8], _ body: Span<UInt8>, milliseconds: Int64
    ) throws(Loss) -> [UInt8] {
        let end = monotonicMilliseconds() + milliseconds
        var first: [UInt8] = []
        first.append(number: head.count + body.count)
        try send((first + head).span, until: end)
        try send(body, until: end)
        guard let count = frameLength(try receive(frameHeadBytes, until: end)) else { throw lose(.exited(0)) }
        return try receive(count, until: end)
    }

    private func send(_ bytes: Span<UInt8>, until end: Int64) throws(Loss) {
        var sent = 0
        while sent < bytes.count {
            try wait(for: POLLOUT, until: end)
            let count = unsafe bytes.extracting(droppingFirst: sent).withUnsafeBytes { rest in
                uninterrupted {
                    unsafe Glibc.send(
                        socket, rest.baseAddress, rest.count, Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT))
                }
            }
            if count < 0, lastError == EAGAIN { continue }
            guard count > 0 else { throw lose() }
            sent += count
        }
    }

    private func receive(_ wanted: Int, until end: Int64) throws(Loss) -> [UInt8] {
        var bytes: [UInt8] = []
        while bytes.count < wanted {
            try wait(for: POLLIN, until: end)
            var chunk = [UInt8](repeating: 0, count: min(wanted - bytes.count, 1 << 16))
            let count = unsafe chunk.withUnsafeMutableBytes { room in
                uninterrupted { unsafe read(socket, room.baseAddress, room.count) }
            }
            guard count > 0 else { throw lose() }
            bytes += chunk.prefix(count)
        }
        return bytes
    }

    /// Waits until the socket is ready, and ends the program where it leaves its limits.
    private func wait(for events: Int32, until end: Int64) throws(Loss) {
        while true {
            let left = end - monotonicMilliseconds()
            guard left > 0 else { throw lose(.tooLong) }
            var wanted = pollfd(fd: socket, events: Int16(events), revents: 0)
            if unsafe poll(&wanted, 1, Int32(min(left, lookInterval))) > 0 { return }
            errors.drain()
            if let reason = child.reason(toStop: process, end) { throw lose(reason) }
        }
    }

    /// Ends the program for a reason, or tells how it has ended by itself: then its socket is closed.
    private func lose(_ reason: ChildProcess.ExitReason? = nil) -> Loss {
        let exitReason = end()
        errors.drain()
        return Loss(exitReason: reason ?? exitReason, errors: errors.bytes)
    }

    /// Ends the program; one that is ending already keeps the status that it has.
    @discardableResult
    private func end() -> ChildProcess.ExitReason {
        var status: Int32 = 0
        kill(process, SIGKILL)
        _ = uninterrupted { unsafe waitpid(process, &status, 0) }
        hasEnded = true
        return ChildProcess.ExitReason(status: status)
    }
}

/// Milliseconds between looks at a program that is waited for.
private let lookInterval: Int64 = 100
