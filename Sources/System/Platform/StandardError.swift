internal import CPlatform
internal import Glibc

/// Keeps C libraries off standard error.
///
/// Some print there and have no switch for it: TensorFlow Lite names its delegate once, libde265 complains about
/// damaged HEIC files. While they are called descriptor 2 points at /dev/null; our own words go to
/// `Descriptor.error`, a copy made before, and are never lost.
package enum StandardError {
    /// Runs `body` while nothing that is written to descriptor 2 is seen; several threads may be inside at once.
    package static func silenced<Result, Problem: Error>(_ body: () throws(Problem) -> Result) throws(Problem) -> Result
    {
        // The copy must be of the real one.
        _ = Descriptor.error
        gate.enter()
        defer { gate.leave() }
        return try body()
    }

    private static let gate = SilenceGate()
}

/// Counts who is inside, and points descriptor 2 away for the first and back after the last.
@safe private final class SilenceGate: @unchecked Sendable {
    // because both variables are read and written between lock and unlock of `mutex` only.
    private let mutex: UnsafeMutablePointer<pthread_mutex_t>
    private var inside = 0
    private var kept: Int32 = -1

    init() {
        unsafe mutex = .allocate(capacity: 1)
        unsafe pthread_mutex_init(mutex, nil)
    }

    func enter() {
        unsafe pthread_mutex_lock(mutex)
        defer { unsafe pthread_mutex_unlock(mutex) }
        inside += 1
        guard inside == 1 else { return }
        kept = cp_duplicate(2)
        let nowhere = unsafe cp_open("/dev/null", O_WRONLY, 0)
        guard nowhere >= 0 else { return }
        if kept >= 0 { dup2(nowhere, 2) }
        close(nowhere)
    }

    func leave() {
        unsafe pthread_mutex_lock(mutex)
        defer { unsafe pthread_mutex_unlock(mutex) }
        inside -= 1
        guard inside == 0, kept >= 0 else { return }
        dup2(kept, 2)
        close(kept)
        kept = -1
    }
}
