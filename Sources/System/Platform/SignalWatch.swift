internal import Dispatch
internal import Glibc
internal import Synchronization

/// Turns SIGINT, SIGTERM and, unless the process was started to ignore it, SIGHUP into a request to shut down.
///
/// The second signal ends the process, whatever its threads do: in an orderly way where that takes half a second at
/// most, and otherwise as `kill -9` would.
package final class SignalWatch {
    /// What happens at a signal.
    package struct Handlers: Sendable {
        /// Tells that the first signal has come; on a queue of its own.
        let onDrain: @Sendable () -> Void
        /// Tells that the process is ended by force; on the same queue.
        let onStop: @Sendable () -> Void
        /// What the process then ends with.
        let status: Int32
        /// What SIGHUP does in place of that; nil: it is a signal like the others.
        let onHangUp: (@Sendable () -> Void)?

        /// Replies, of which those that tell something may block for as long as they want.
        package init(
            onDrain: @escaping @Sendable () -> Void = {}, onStop: @escaping @Sendable () -> Void = {}, status: Int32,
            onHangUp: (@Sendable () -> Void)? = nil
        ) {
            self.onDrain = onDrain
            self.onStop = onStop
            self.status = status
            self.onHangUp = onHangUp
        }
    }

    private let sources: [any DispatchSourceSignal]
    private let numbers: [Int32]

    /// Starts to watch; when it returns, no signal is lost.
    package init(_ shutdown: ShutdownRequest, _ handlers: Handlers) {
        let queue = DispatchQueue(label: "cairn.signals")
        // A terminal that takes no words now must not hold up the next signal.
        let words = DispatchQueue(label: "cairn.signals.words")
        // A program that is started with SIGHUP ignored (nohup) is meant to outlive the terminal.
        numbers = [SIGINT, SIGTERM, SIGHUP].filter {
            $0 != SIGHUP || handlers.onHangUp != nil || !isIgnored(signal: $0)
        }
        let registrations = DispatchGroup()
        sources = numbers.map { number in
            let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
            source.setEventHandler { @Sendable in
                if number == SIGHUP, let onHangUp = handlers.onHangUp { return onHangUp() }
                switch shutdown.escalate() {
                case 1: words.async { @Sendable in handlers.onDrain() }
                case 2:
                    queue.asyncAfter(deadline: .now() + orderlyEnd) { @Sendable in
                        let told = DispatchGroup()
                        words.async(group: told) { @Sendable in handlers.onStop() }
                        _ = told.wait(timeout: .now() + lastWords)
                        endProcess(handlers.status)
                    }
                default: break
                }
            }
            // Registration happens on a thread of libdispatch, which sets a handler of its own. Until then the
            // signal's default ends the process, and no signal is lost.
            registrations.enter()
            source.setRegistrationHandler { @Sendable in registrations.leave() }
            source.activate()
            return source
        }
        registrations.wait()
    }

    deinit {
        for source in sources { source.cancel() }
        for number in numbers { signal(number, SIG_DFL) }
    }
}

/// How long a program that was told to stop may take to end by itself.
private let orderlyEnd = DispatchTimeInterval.milliseconds(500)
/// How long its last words may take.
private let lastWords = DispatchTimeInterval.milliseconds(200)

/// What a user has asked of a running program by Ctrl-C: nothing, to finish what has begun, or to stop.
package final class ShutdownRequest: Sendable {
    private let asked = Atomic<Int>(0)
    private let isRequired = Atomic<Bool>(false)
    /// Wakes the threads that wait.
    private let isAsked = Monitor(false)

    /// A request that has not come.
    package init() {}

    /// Whether nothing new is begun any more.
    package var isDraining: Bool { asked.load(ordering: .relaxed) >= 1 }

    /// Whether unfinished work returns to the queue.
    package var isStopping: Bool { asked.load(ordering: .relaxed) >= 2 }

    /// Whether the process has to end, because one of its threads cannot be stopped: nothing further is begun in it.
    package var mustEnd: Bool { isRequired.load(ordering: .relaxed) }

    /// Says that the process has to end.
    package func requireEnd() { isRequired.store(true, ordering: .relaxed) }

    /// Asks for more: the first time to finish what has begun, the second time to stop.
    ///
    /// - Returns: how often that was asked so far.
    @discardableResult
    package func escalate() -> Int {
        let count = asked.add(1, ordering: .relaxed).newValue
        isAsked.with { $0 = true }
        return count
    }

    /// Waits as long as given, or until something is asked; whether it is.
    @discardableResult
    package func wait(milliseconds: Int64) -> Bool {
        isAsked.wait(within: milliseconds) { $0 ? true : nil } ?? false
    }
}
