internal import CPlatform
internal import Glibc

/// Wall-clock milliseconds since 1970-01-01T00:00:00Z.
package func wallMilliseconds() -> Int64 { cp_wall_ms() }

/// Milliseconds of a clock that never jumps and keeps running while the machine sleeps.
package func monotonicMilliseconds() -> Int64 { cp_boottime_ns() / 1_000_000 }

/// Holds the calling thread for a time; never a thread of Swift tasks or of a concurrent queue.
package func pauseThread(milliseconds: Int64) {
    let end = monotonicMilliseconds() + max(0, milliseconds)
    // A signal cuts a wait short.
    while case let rest = end - monotonicMilliseconds(), rest > 0 {
        var wait = timespec(tv_sec: Int(rest / 1000), tv_nsec: Int(rest % 1000 * 1_000_000))
        _ = unsafe nanosleep(&wait, nil)
    }
}

/// The next moment at which the local clock (TZ, or the system's zone) shows an hour and a minute, in wall-clock
/// milliseconds.
///
/// - Parameter wall: wall-clock milliseconds; the answer is later.
package func nextLocal(hour: Int, minute: Int, after wall: Int64) -> Int64 {
    cp_next_local(Int32(hour), Int32(minute), wall / 1000) * 1000
}
