internal import Dispatch
internal import Glibc
internal import Platform
internal import Synchronization

/// What the user has asked of a running command by Ctrl-C: nothing, to drain, or to stop.
package final class Interruption: Sendable {
    private let asked = Atomic<Int>(0)

    /// An interruption that has not happened.
    package init() {}

    /// Whether nothing new shall be begun.
    package var isDraining: Bool { asked.load(ordering: .relaxed) >= 1 }

    /// Whether work in hand shall be given back unfinished.
    package var isStopping: Bool { asked.load(ordering: .relaxed) >= 2 }

    /// Asks once more: the first time drains, the second stops.
    package func ask() {
        asked.add(1, ordering: .relaxed)
    }
}

/// Turns SIGINT, SIGTERM and, unless the process was started to ignore it, SIGHUP into an interruption.
package final class SignalWatch {
    private let sources: [any DispatchSourceSignal]

    /// Starts to watch.
    ///
    /// - Parameter onFirst: called once, on a queue of its own, when the first signal has come.
    package init(_ interruption: Interruption, onFirst: @escaping @Sendable () -> Void) {
        let queue = DispatchQueue(label: "cairn.signals")
        // Who starts a program with SIGHUP ignored (nohup) wants it to outlive the terminal.
        sources = [SIGINT, SIGTERM, SIGHUP].filter { $0 != SIGHUP || !isIgnored(signal: $0) }.map { number in
            // Without this the signal's default would end the process before the source sees it.
            signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
            source.setEventHandler { @Sendable in
                if !interruption.isDraining { onFirst() }
                interruption.ask()
            }
            source.activate()
            return source
        }
    }

    deinit {
        for source in sources { source.cancel() }
    }
}
