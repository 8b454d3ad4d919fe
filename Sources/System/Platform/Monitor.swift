internal import CPlatform
internal import Glibc
internal import Dispatch

/// A value behind a lock with a condition: `wait` blocks until its body returns a value.
///
/// Made for threads of private serial queues, which may wait; never for Swift tasks or concurrent queues. What a thread
/// waits for is looked at by each thread that comes to the value, the longest wait first, so that no thread wakes in
/// vain. A body that waits therefore runs on any of these threads: it must not call the same monitor, or take what
/// one of them may hold.
@safe package final class Monitor<State>: @unchecked Sendable {
    // because `state` and `waiters` are read and written only between lock and unlock of `mutex`.
    private let mutex: UnsafeMutablePointer<pthread_mutex_t>
    private var state: State
    private var waiters: [Waiter] = []

    /// A monitor of a value; the caller gives up every other reference to it.
    package init(_ state: consuming sending State) {
        self.state = state
        unsafe mutex = .allocate(capacity: 1)
        unsafe pthread_mutex_init(mutex, nil)
    }

    deinit {
        unsafe pthread_mutex_destroy(mutex)
        unsafe mutex.deallocate()
    }

    /// Looks at the value, or changes it; who waits for what it is now goes on.
    package func with<Result>(_ body: (inout State) -> sending Result) -> sending Result {
        unsafe pthread_mutex_lock(mutex)
        defer {
            serveWaiters()
            unsafe pthread_mutex_unlock(mutex)
        }
        return body(&state)
    }

    /// Waits until `body` has a result; another thread may run it meanwhile.
    package func wait<Result>(_ body: (inout State) -> sending Result?) -> sending Result {
        guard let result = wait(until: nil, body) else { preconditionFailure("a wait without an end has ended") }
        return result
    }

    /// Waits until `body` has a result, at most as long as said; nil when the time is up.
    package func wait<Result>(
        within milliseconds: Int64, _ body: (inout State) -> sending Result?
    ) -> sending Result? {
        wait(until: monotonicMilliseconds() + milliseconds, body)
    }

    private func wait<Result>(
        until end: Int64?, _ body: (inout State) -> sending Result?
    ) -> sending Result? {
        unsafe pthread_mutex_lock(mutex)
        defer {
            serveWaiters()
            unsafe pthread_mutex_unlock(mutex)
        }
        if let result = body(&state) { return result }
        // because it is written by a thread that holds the lock, and read once this one has it again.
        nonisolated(unsafe) var result: Result?
        withoutActuallyEscaping(body) { body in
            let waiter = Waiter { [unowned self] in
                unsafe result = body(&state)
                return unsafe result != nil
            }
            waiters.append(waiter)
            guard unsafe !waiter.wait(mutex, until: end) else { return }
            waiters.removeAll { $0 === waiter }
            // The time alone may be what was waited for.
            unsafe result = body(&state)
        }
        return unsafe result
    }

    /// Lets those go on whose bodies have a result now.
    private func serveWaiters() {
        var index = 0
        while index < waiters.count {
            guard waiters[index].serve() else {
                index += 1
                continue
            }
            waiters.remove(at: index)
            // What it has changed may be what one before it waits for.
            index = 0
        }
    }
}

/// A thread that waits, and what it waits for.
@safe private final class Waiter {
    private let body: () -> Bool
    private var isServed = false
    private let served: UnsafeMutablePointer<pthread_cond_t>

    /// - Parameter body: whether it needs not wait any more; not called after it was true.
    init(_ body: @escaping () -> Bool) {
        self.body = body
        unsafe served = .allocate(capacity: 1)
        unsafe cp_condition_init(served)
    }

    deinit {
        unsafe pthread_cond_destroy(served)
        unsafe served.deallocate()
    }

    /// Wakes the thread where its body is fulfilled; answers whether it is.
    func serve() -> Bool {
        guard body() else { return false }
        isServed = true
        unsafe pthread_cond_signal(served)
        return true
    }

    /// Waits until it is served, or the time comes; answers whether it was served.
    ///
    /// - Parameters:
    ///   - mutex: held before and afterwards.
    ///   - end: in monotonic milliseconds; nil: never.
    func wait(_ mutex: UnsafeMutablePointer<pthread_mutex_t>, until end: Int64?) -> Bool {
        while !isServed {
            guard let end else {
                unsafe pthread_cond_wait(served, mutex)
                continue
            }
            let rest = end - monotonicMilliseconds()
            guard rest > 0 else { return false }
            _ = unsafe cp_condition_wait(served, mutex, rest)
        }
        return true
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
