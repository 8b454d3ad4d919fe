internal import CPlatform
internal import Glibc

/// Keeps TensorFlow Lite's one line about its XNNPACK delegate off standard error.
///
/// "INFO: Created TensorFlow Lite XNNPACK delegate for CPU." is printed once in a process, at the
/// first compiled model, and no option stops it. So descriptor 2 points at /dev/null for those few milliseconds;
/// what other threads say meanwhile is lost, which is why the first model is compiled when a backend is opened,
/// before workers start.
enum StandardError {
    /// Runs `body`, silently if it is the first time in this process.
    static func silent<Result>(_ body: () -> Result) -> Result {
        gate.once(body)
    }

    private static let gate = Gate()
}

/// A lock and what it guards: whether the line has been printed.
@safe private final class Gate: @unchecked Sendable {
    // because `isOpen` is read and written under the lock alone.
    private let lock: UnsafeMutablePointer<pthread_mutex_t>
    private var isOpen = false

    init() {
        unsafe lock = UnsafeMutablePointer.allocate(capacity: 1)
        unsafe lock.initialize(to: pthread_mutex_t())
        unsafe pthread_mutex_init(lock, nil)
    }

    /// One at a time until the first is through, then all at once.
    func once<Result>(_ body: () -> Result) -> Result {
        unsafe pthread_mutex_lock(lock)
        guard !isOpen else {
            unsafe pthread_mutex_unlock(lock)
            return body()
        }
        defer {
            isOpen = true
            unsafe pthread_mutex_unlock(lock)
        }
        let kept = cp_duplicate(2)
        guard kept >= 0 else { return body() }
        defer { close(kept) }
        let nowhere = unsafe cp_open("/dev/null", O_WRONLY, 0)
        guard nowhere >= 0 else { return body() }
        dup2(nowhere, 2)
        close(nowhere)
        defer { dup2(kept, 2) }
        return body()
    }
}
