internal import CPlatform
internal import Glibc

/// The processors this process may use, at least 1.
package func usableProcessors() -> Int { max(1, Int(cp_processors())) }

/// Every environment variable and its value.
package func environmentVariables() -> [String: String] {
    var variables: [String: String] = [:]
    var entry = unsafe environ
    while let text = unsafe entry.pointee {
        let pair = unsafe String(cString: text)
        if let cut = pair.firstIndex(of: "=") {
            variables[String(pair[..<cut])] = String(pair[pair.index(after: cut)...])
        }
        unsafe entry += 1
    }
    return variables
}

/// The words that the process was started with, the program's name first.
///
/// Swift's runtime finds them beside the environment while it is loaded, and has none where a preloaded library has
/// moved the environment before (setenv(3)). The kernel always has them: /proc/PID/cmdline, proc(5).
package func commandLine() -> [String] {
    let known = CommandLine.arguments
    guard known.isEmpty, let file = Descriptor.reading(FilePath("/proc/self/cmdline")) else { return known }
    defer { file.close() }
    var bytes: [UInt8] = []
    while let piece = try? file.read(), !piece.isEmpty { bytes += piece }
    // A zero byte ends each word.
    return bytes.dropLast().split(separator: 0, omittingEmptySubsequences: false)
        .map { String(decoding: $0, as: UTF8.self) }
}

/// Whether the process ignores a signal: `nohup` has it ignore SIGHUP, a shell that starts it behind itself SIGINT.
package func isIgnored(signal number: Int32) -> Bool { cp_is_ignored(number) != 0 }

/// Signals that end a process at limits of its own.
package enum SignalNumber {
    /// SIGKILL: the system has ended the process.
    package static let kill = SIGKILL
    /// SIGALRM: the time of `ProcessLimits` is over.
    package static let alarm = SIGALRM
    /// SIGXCPU: the processor's time is over.
    package static let processorTime = SIGXCPU
}

/// A signal's name: `SIGSEGV`.
package func signalName(_ number: Int32) -> String {
    guard let name = unsafe cp_signal_name(number) else { return "signal \(number)" }
    return unsafe "SIG" + String(cString: name)
}

/// Ends the process at once, without waiting for its threads.
package func endProcess(_ status: Int32) -> Never { _exit(status) }

/// Lets threads that start from now on take their memory from one heap, which gives back what it no longer needs.
///
/// For many threads that mostly wait, each with large buffers now and then: with heaps of their own they would keep the
/// largest for ever. Threads that allocate all the time are better off without.
package func shareHeap() { cp_share_heap() }

/// How many bytes a file in this folder may still take; nil where the folder cannot be looked at.
package func freeBytes(in folder: FilePath) -> Int64? {
    var room = statvfs()
    guard unsafe withCPath(folder, { unsafe statvfs($0, &room) }) == 0 else { return nil }
    return Int64(clamping: UInt64(room.f_bavail) * UInt64(room.f_frsize))
}

/// Has blocks of 4 MiB and more go back to the system as soon as they are freed, whatever was freed before.
///
/// Otherwise each thread's heap keeps the largest that it once had, such as all coefficients of a progressive
/// photograph.
package func returnLargeBlocks() { cp_return_large_blocks() }

/// This machine's name, as people know it.
package func hostName() -> String {
    var bytes = [UInt8](repeating: 0, count: 256)
    let result = unsafe bytes.withUnsafeMutableBytes { buffer in
        unsafe buffer.withMemoryRebound(to: CChar.self) { text in
            unsafe text.baseAddress.map { unsafe gethostname($0, text.count - 1) } ?? -1
        }
    }
    return result == 0 ? String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self) : "localhost"
}

/// Wall-clock milliseconds since 1970-01-01T00:00:00Z.
package func wallMilliseconds() -> Int64 { cp_wall_ms() }

/// Milliseconds of a clock that never jumps and keeps running while the machine sleeps.
package func monotonicMilliseconds() -> Int64 { cp_boottime_ns() / 1_000_000 }

/// A random number, evenly distributed in 0..<1.
package func randomFraction() -> Double { Double.random(in: 0..<1) }

/// Holds the calling thread for a time; never a thread of Swift tasks or of a concurrent queue.
package func pauseThread(milliseconds: Int64) {
    let end = monotonicMilliseconds() + max(0, milliseconds)
    // A signal cuts a wait short.
    while case let rest = end - monotonicMilliseconds(), rest > 0 {
        var wait = timespec(tv_sec: Int(rest / 1000), tv_nsec: Int(rest % 1000 * 1_000_000))
        _ = unsafe nanosleep(&wait, nil)
    }
}

/// What the local clock (TZ, or the system's zone) shows, in minutes since midnight.
///
/// - Parameter wall: wall-clock milliseconds.
package func localMinute(at wall: Int64) -> Int { Int(cp_local_minute(wall / 1000)) }

/// The moment at which clocks of a zone show a date and a time, in wall-clock milliseconds; nil for a zone that this
/// machine has no file of.
///
/// It changes the zone of the process for a moment, so that no other thread may ask for the local time or the
/// environment meanwhile. A time that a change to summer time leaves out is taken as mktime(3) takes it.
package func zonedMoment(year: Int, month: Int, day: Int, secondsOfDay: Int, zone: String) -> Int64? {
    let isName = zone.utf8.allSatisfy { $0 < 0x80 && $0 > 0x20 } && !zone.hasPrefix("/") && !zone.contains("..")
    let file = FilePath("/usr/share/zoneinfo").appending(zone)
    guard isName, !zone.isEmpty, (try? FileStatus(of: file))?.kind == .file else { return nil }
    return unsafe cp_zone_second(zone, Int32(year), Int32(month), Int32(day), Int32(secondsOfDay)) * 1000
}

/// The next moment at which the local clock (TZ, or the system's zone) shows an hour and a minute, in wall-clock
/// milliseconds.
///
/// - Parameter wall: wall-clock milliseconds; the answer is later.
package func nextLocal(hour: Int, minute: Int, after wall: Int64) -> Int64 {
    cp_next_local(Int32(hour), Int32(minute), wall / 1000) * 1000
}
