internal import Dispatch

/// Loops that work beside each other, each on a private serial queue of its own.
///
/// A loop may wait: its queue has its own thread (swift-corelibs-libdispatch gives serial queues threads beyond the
/// pool's width), and what the loop makes for itself no other loop sees.
package enum WorkerThreads {
    /// Starts `count` loops.
    package static func start(_ count: Int, named name: String, loop: @escaping @Sendable () -> Void) {
        for number in 0..<count { DispatchQueue(label: "cairn.\(name).\(number)").async { @Sendable in loop() } }
    }
}
