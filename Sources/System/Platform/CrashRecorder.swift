internal import CPlatform

/// Has this process leave a line in a file where a signal ends it inside a library: SIGSEGV, SIGABRT and the like.
///
/// The handler is C that only makes calls which a handler may make. The signal then takes its usual course: the exit
/// status and a core file are those of a process without a recorder.
package enum CrashRecorder {
    /// Begins to record; where the path is too long, or the file cannot be written, nothing is recorded.
    ///
    /// The file is made by the first crash.
    package static func install(_ path: FilePath, _ process: ProcessIdentity) {
        unsafe withCPath(path) { unsafe cp_install_crash_handler($0, process.started) }
    }
}

/// What a thread works on, for the line that a crash leaves; made and released on that thread.
@safe package final class CrashMark {
    private let mark: UnsafeMutablePointer<cp_crash_mark>?

    /// A mark of the calling thread, which has one at a time; it does nothing where no recorder is installed.
    package init() { unsafe mark = cp_mark_thread() }

    deinit { if let mark = unsafe mark { unsafe cp_unmark_thread(mark) } }

    /// Does something with the pictures of some attempts; of more than 64 the line names the first.
    package func during<Result, Problem: Error>(
        _ phase: CrashRecord.Phase, _ attempts: some Sequence<Int64>, _ body: () throws(Problem) -> Result
    ) throws(Problem) -> Result {
        guard let mark = unsafe mark else { return try body() }
        var count: Int32 = 0
        for attempt in attempts.prefix(Int(CP_CRASH_ATTEMPTS)) {
            unsafe cp_set_attempt(mark, count, attempt)
            count += 1
        }
        unsafe cp_set_phase(mark, phase.rawValue, count)
        defer { unsafe cp_set_phase(mark, 0, 0) }
        return try body()
    }
}
