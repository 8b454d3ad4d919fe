internal import Dispatch
package import Platform
package import Domain

/// The log of `--log FILE`: one line of JSON per event, for programs to follow.
///
/// Events are kept in memory, and written together at the latest 250 ms after the first of them, or at 64 KiB. Trouble
/// with the file never stops the work: what a full disk or an unwritable file refuses is tried again each second, at
/// most 1 MiB of it is kept, and further events are lost, counted, and told by an event `lost` when writing works
/// again. A disk that works and is slower than the events are waits for, one second at most.
package final class EventLog: Sendable {
    private let clock: Clock
    private let incoming: Monitor<Incoming>
    private let outgoing: Monitor<LogBuffer>
    private let queue = DispatchQueue(label: "cairn.log")

    /// A log, whose file is opened by its first events.
    ///
    /// - Parameters:
    ///   - pid: this process's number, which each line has.
    ///   - clock: the time of the events.
    ///   - onTrouble: hears the first time that the file cannot be written, and never again; on a queue of its own.
    package init(
        _ path: FilePath, pid: Int32, clock: Clock, onTrouble: @escaping @Sendable (SystemError) -> Void
    ) {
        self.clock = clock
        incoming = Monitor(Incoming(pid: pid))
        outgoing = Monitor(LogBuffer(path, onTrouble: onTrouble))
    }

    /// Whether some bytes begin as each line of a log does.
    package static func isLine(_ bytes: ArraySlice<UInt8>) -> Bool {
        let moment = "2026-11-21T15:33:16.042Z".utf8.count
        let head = #"{"time":""#.utf8
        return bytes.starts(with: head) && bytes.dropFirst(head.count + moment).starts(with: #"","event":""#.utf8)
    }

    /// Writes an event behind those that were added before.
    package func add(_ event: LogEvent) {
        let now = clock.now()
        var order = incoming.with { $0.add(event, at: now) }
        if order == nil { order = incoming.wait(within: maxWait) { $0.add(event, at: now) } }
        switch order {
        case .kept, .lost: break
        case .writeSoon: write(in: flushEvery)
        case .writeNow: queue.async { @Sendable [weak self] in self?.write() }
        case nil: incoming.with { $0.lose() }
        }
    }

    /// Writes what waits, and then opens the name again, as after SIGHUP.
    package func reopen() {
        queue.async { @Sendable [weak self] in
            self?.write()
            self?.outgoing.with { $0.reopen() }
        }
    }

    /// Writes what waits, and closes the file; waits two seconds at most for a disk that does not answer.
    ///
    /// - Returns: how many events are not in the file, and not told there by an event `lost`.
    @discardableResult
    package func close() -> Int {
        let written = DispatchGroup()
        queue.async(group: written) { @Sendable [self] in
            incoming.with { $0.isClosed = true }
            // Another process may be writing just then.
            for _ in 0..<maxAttempts where write() { pauseThread(milliseconds: Int64(lockedFor)) }
            outgoing.with { $0.reopen() }
        }
        _ = written.wait(timeout: .now() + .seconds(2))
        return incoming.with { $0.unwritten }
    }

    private func write(in milliseconds: Int) {
        queue.asyncAfter(deadline: .now() + .milliseconds(milliseconds)) { @Sendable [weak self] in self?.write() }
    }

    /// Writes what waits, on the queue; answers whether another process was writing.
    @discardableResult
    private func write() -> Bool {
        let now = clock.now()
        let taken = incoming.with { $0.take() }
        var rest = outgoing.with { $0.write(taken.bytes, taken.count) }
        // The lost ones are told behind the last ones that were kept.
        let code = rest.lastCode
        if rest.lines == 0, let line = incoming.with({ $0.takeLost(code, at: now) }) {
            rest = outgoing.with { $0.write(line, 1) }
        }
        let left = rest
        if incoming.with({ $0.left(left) }) { write(in: left.isRefused ? retryEvery : lockedFor) }
        return left.lines > 0 && !left.isRefused
    }
}

/// Milliseconds from an event to its line at the latest.
private let flushEvery = 250
/// Milliseconds between two tries to write a file that cannot be written.
private let retryEvery = 1000
/// Milliseconds until a file is tried again that another process was writing just then, and how often that is done at
/// the end.
private let lockedFor = 10, maxAttempts = 20
/// Milliseconds that an event waits for a slow disk.
private let maxWait: Int64 = 1000
