internal import CPlatform
internal import Glibc
internal import Dispatch

/// A value that several threads share: each looks at it alone, and waits until it is as it needs it.
///
/// Made for threads of private serial queues, which may wait; never for Swift tasks or concurrent queues. A body must
/// not call the same monitor.
@safe package final class Monitor<State>: @unchecked Sendable {
    // because `state` is read and written only between lock and unlock of `mutex`.
    private let mutex: UnsafeMutablePointer<pthread_mutex_t>
    private let changed: UnsafeMutablePointer<pthread_cond_t>
    private var state: State

    /// A monitor of a value; the caller gives up every other reference to it.
    package init(_ state: consuming sending State) {
        self.state = state
        unsafe mutex = .allocate(capacity: 1)
        unsafe changed = .allocate(capacity: 1)
        unsafe pthread_mutex_init(mutex, nil)
        unsafe cp_condition_init(changed)
    }

    deinit {
        unsafe pthread_cond_destroy(changed)
        unsafe pthread_mutex_destroy(mutex)
        unsafe changed.deallocate()
        unsafe mutex.deallocate()
    }

    /// Looks at the value, or changes it; who waits looks again afterwards.
    package func with<Result>(_ body: (inout State) -> sending Result) -> sending Result {
        unsafe pthread_mutex_lock(mutex)
        defer {
            unsafe pthread_cond_broadcast(changed)
            unsafe pthread_mutex_unlock(mutex)
        }
        return body(&state)
    }

    /// Waits until `body` has a result.
    package func wait<Result>(_ body: (inout State) -> sending Result?) -> sending Result {
        unsafe pthread_mutex_lock(mutex)
        defer {
            unsafe pthread_cond_broadcast(changed)
            unsafe pthread_mutex_unlock(mutex)
        }
        while true {
            if let result = body(&state) { return result }
            unsafe pthread_cond_wait(changed, mutex)
        }
    }

    /// Waits until `body` has a result, at most as long as said; nil when the time is up.
    package func wait<Result>(
        within milliseconds: Int64, _ body: (inout State) -> sending Result?
    ) -> sending Result? {
        unsafe pthread_mutex_lock(mutex)
        defer {
            unsafe pthread_cond_broadcast(changed)
            unsafe pthread_mutex_unlock(mutex)
        }
        let end = monotonicMilliseconds() + milliseconds
        while true {
            if let result = body(&state) { return result }
            let rest = end - monotonicMilliseconds()
            guard rest > 0 else { return nil }
            _ = unsafe cp_condition_wait(changed, mutex, rest)
        }
    }
}

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
