internal import CPlatform
internal import Glibc

/// A bounded queue between threads: who puts waits while it is full, who takes waits while it is empty.
///
/// Made for threads of private serial queues, which may wait; never for Swift tasks or concurrent queues.
@safe package final class BlockingQueue<Element: Sendable>: @unchecked Sendable {
    // because every stored property is read and written only between lock and unlock of `mutex`.
    private let mutex: UnsafeMutablePointer<pthread_mutex_t>
    private let arrived: UnsafeMutablePointer<pthread_cond_t>
    private let left: UnsafeMutablePointer<pthread_cond_t>
    private var elements: [Element] = []
    private var isClosed = false
    private let capacity: Int

    /// An empty queue.
    ///
    /// - Parameter capacity: how many elements may lie in it, at least 1.
    package init(capacity: Int) {
        self.capacity = max(1, capacity)
        unsafe mutex = .allocate(capacity: 1)
        unsafe arrived = .allocate(capacity: 1)
        unsafe left = .allocate(capacity: 1)
        unsafe pthread_mutex_init(mutex, nil)
        unsafe cp_condition_init(arrived)
        unsafe cp_condition_init(left)
    }

    deinit {
        unsafe pthread_cond_destroy(arrived)
        unsafe pthread_cond_destroy(left)
        unsafe pthread_mutex_destroy(mutex)
        unsafe arrived.deallocate()
        unsafe left.deallocate()
        unsafe mutex.deallocate()
    }

    /// Puts an element in, waiting for room; false when the queue is closed.
    @discardableResult
    package func put(_ element: Element) -> Bool {
        unsafe pthread_mutex_lock(mutex)
        defer { unsafe pthread_mutex_unlock(mutex) }
        while elements.count >= capacity, !isClosed { unsafe pthread_cond_wait(left, mutex) }
        guard !isClosed else { return false }
        elements.append(element)
        unsafe pthread_cond_signal(arrived)
        return true
    }

    /// The oldest element, waiting for one; nil when the queue is closed and empty.
    package func take() -> Element? {
        unsafe pthread_mutex_lock(mutex)
        defer { unsafe pthread_mutex_unlock(mutex) }
        while elements.isEmpty, !isClosed { unsafe pthread_cond_wait(arrived, mutex) }
        guard !elements.isEmpty else { return nil }
        unsafe pthread_cond_signal(left)
        return elements.removeFirst()
    }

    /// The oldest element, waiting for one as long as said; nil when none came or the queue is closed and empty.
    package func take(within milliseconds: Int64) -> Element? {
        unsafe pthread_mutex_lock(mutex)
        defer { unsafe pthread_mutex_unlock(mutex) }
        let end = monotonicMilliseconds() + milliseconds
        while elements.isEmpty, !isClosed {
            let rest = end - monotonicMilliseconds()
            guard rest > 0 else { return nil }
            _ = unsafe cp_condition_wait(arrived, mutex, rest)
        }
        guard !elements.isEmpty else { return nil }
        unsafe pthread_cond_signal(left)
        return elements.removeFirst()
    }

    /// The oldest element if there is one; never waits.
    package func poll() -> Element? {
        unsafe pthread_mutex_lock(mutex)
        defer { unsafe pthread_mutex_unlock(mutex) }
        guard !elements.isEmpty else { return nil }
        unsafe pthread_cond_signal(left)
        return elements.removeFirst()
    }

    /// Everything that lies in the queue, once there are `enough` or the time is up or the queue is closed.
    package func takeAll(enough: Int, within milliseconds: Int64) -> [Element] {
        unsafe pthread_mutex_lock(mutex)
        defer { unsafe pthread_mutex_unlock(mutex) }
        let end = monotonicMilliseconds() + milliseconds
        while elements.count < min(enough, capacity), !isClosed {
            let rest = end - monotonicMilliseconds()
            guard rest > 0 else { break }
            _ = unsafe cp_condition_wait(arrived, mutex, rest)
        }
        let taken = elements
        elements.removeAll(keepingCapacity: true)
        unsafe pthread_cond_broadcast(left)
        return taken
    }

    /// Whether the queue is closed and empty, so that nothing will ever come out of it.
    package var isFinished: Bool {
        unsafe pthread_mutex_lock(mutex)
        defer { unsafe pthread_mutex_unlock(mutex) }
        return isClosed && elements.isEmpty
    }

    /// Lets nothing more in; what lies in it can still be taken.
    package func close() {
        unsafe pthread_mutex_lock(mutex)
        defer { unsafe pthread_mutex_unlock(mutex) }
        isClosed = true
        unsafe pthread_cond_broadcast(arrived)
        unsafe pthread_cond_broadcast(left)
    }
}
