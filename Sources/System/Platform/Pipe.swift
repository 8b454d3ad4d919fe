internal import CPlatform
internal import Glibc

/// A pipe from a child process: what it writes, as far as it is kept.
final class Pipe {
    /// The end for the child.
    let writing: Int32
    private let reading: Int32
    private var isWritingOpen = true
    private var isAtEnd = false
    /// The first bytes that came; later ones are read and dropped, so that the child never waits.
    private(set) var bytes: [UInt8] = []

    private static let maxBytes = 1 << 16

    init() throws(SystemError) {
        var ends: [Int32] = [-1, -1]
        guard unsafe cp_pipe(&ends) == 0 else { throw SystemError("open", "a pipe") }
        (reading, writing) = (ends[0], ends[1])
    }

    deinit {
        closeWriting()
        close(reading)
    }

    /// Closes the child's end in this process, once the child has it.
    func closeWriting() {
        guard isWritingOpen else { return }
        isWritingOpen = false
        close(writing)
    }

    /// Reads what is there without waiting.
    func drain() {
        // A child that writes without end must not keep its watcher here.
        for _ in 0..<64 where !isAtEnd && Pipe.isReadable(reading) {
            var chunk = [UInt8](repeating: 0, count: Pipe.maxBytes)
            let count = unsafe chunk.withUnsafeMutableBytes { room in
                uninterrupted { unsafe read(reading, room.baseAddress, room.count) }
            }
            guard count > 0 else {
                isAtEnd = true
                return
            }
            bytes += chunk.prefix(min(count, Pipe.maxBytes - bytes.count))
        }
    }

    /// Waits until one of the pipes has something to read, or for a time.
    static func wait(for pipes: [Pipe], milliseconds: Int32) {
        // A negative number is left out: at its end a pipe is always readable.
        var wanted = pipes.map { pollfd(fd: $0.isAtEnd ? -1 : $0.reading, events: Int16(POLLIN), revents: 0) }
        _ = unsafe poll(&wanted, nfds_t(wanted.count), milliseconds)
    }

    private static func isReadable(_ number: Int32) -> Bool {
        var wanted = pollfd(fd: number, events: Int16(POLLIN), revents: 0)
        return unsafe poll(&wanted, 1, 0) > 0
    }
}
