internal import CPlatform
internal import Glibc

/// Limits that a process sets to itself, for good.
package enum ProcessLimits {
    /// Keeps this process's memory, in which secrets are by now, from core files and from other processes of its user.
    ///
    /// What it starts has limits of its own: execve(2) opens a process again.
    package static func closeMemory() { _ = isMemoryClosed }

    private static let isMemoryClosed: Void = {
        limit(RLIMIT_CORE, 0)
        // A core file that goes to a program by a pipe (core_pattern) asks for no limit.
        cp_close_memory()
    }()

    /// Ends this process, whose only work may go wrong, where it runs for longer, and refuses it more memory.
    ///
    /// It leaves no core file, and where the machine runs out of memory it is the first to go.
    ///
    /// - Parameters:
    ///   - seconds: by the clock (SIGALRM) and by the processor (SIGXCPU); nil: without an end.
    ///   - memory: private memory that can be written (RLIMIT_DATA), in bytes. Address space that is only reserved does
    ///     not count, as it would with RLIMIT_AS.
    package static func set(seconds: Int?, memory: Int64) {
        limit(RLIMIT_CORE, 0)
        limit(RLIMIT_DATA, UInt64(max(memory, 0)))
        if let seconds {
            limit(RLIMIT_CPU, UInt64(seconds))
            alarm(UInt32(seconds))
        }
        guard let file = Descriptor.writing(FilePath("/proc/self/oom_score_adj")) else { return }
        _ = file.write(Array("1000".utf8))
        file.close()
    }

    private static func limit(_ resource: __rlimit_resource, _ value: UInt64) {
        var limit = rlimit(rlim_cur: rlim_t(value), rlim_max: rlim_t(value))
        _ = unsafe setrlimit(__rlimit_resource_t(resource.rawValue), &limit)
    }
}
