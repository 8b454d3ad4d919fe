internal import CPlatform

/// Wall-clock milliseconds since 1970-01-01T00:00:00Z.
package func wallMilliseconds() -> Int64 { cp_wall_ms() }

/// Milliseconds of a clock that never jumps and goes on while the machine sleeps.
package func monotonicMilliseconds() -> Int64 { cp_boottime_ns() / 1_000_000 }
