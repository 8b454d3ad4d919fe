internal import Glibc

/// The other end of a `ChildServer`: the requests of the process that started this one, and the replies to them.
package struct ParentConnection {
    /// Begins to watch the parent: this process ends when it does, whatever its other threads do.
    package init() {
        WorkerThreads.start(1, named: "parent") {
            var parent = pollfd(fd: 0, events: 0, revents: 0)
            _ = uninterrupted { unsafe poll(&parent, 1, -1) }
            _exit(0)
        }
    }

    /// Waits for the next request; nil where there is none any more.
    package func next() -> [UInt8]? {
        guard let head = read(frameHeadBytes), let count = frameLength(head) else { return nil }
        return read(count)
    }

    /// Answers the request that came last.
    package func reply(_ bytes: [UInt8]) {
        var frame: [UInt8] = []
        frame.append(counted: bytes)
        _ = Descriptor.input.write(frame)
    }

    private func read(_ wanted: Int) -> [UInt8]? {
        var bytes = [UInt8](repeating: 0, count: wanted)
        var done = 0
        while done < wanted {
            let count = unsafe bytes.withUnsafeMutableBytes { room in
                uninterrupted { unsafe Glibc.read(0, room.baseAddress.map { unsafe $0 + done }, wanted - done) }
            }
            guard count > 0 else { return nil }
            done += count
        }
        return bytes
    }
}

/// How many bytes of a frame say its length.
let frameHeadBytes = 8

/// The length that a frame's first bytes say; nil for one that no process sends.
func frameLength(_ bytes: [UInt8]) -> Int? {
    var head = bytes[...]
    return head.takeNumber().flatMap { (0...maxFrameBytes).contains($0) ? $0 : nil }
}

private let maxFrameBytes = 1 << 30
