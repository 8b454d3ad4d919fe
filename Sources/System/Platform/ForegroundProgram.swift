internal import Glibc

/// Runs a command of the shell on a file, such as an editor: it has this process's terminal until it ends.
///
/// A Ctrl-C in the terminal is the program's alone meanwhile.
///
/// - Returns: its exit status; 128 and more where a signal ended it.
package func runInForeground(_ command: String, on file: FilePath) throws(SystemError) -> Int32 {
    let handlers = [SIGINT, SIGQUIT].map { number in (number, signal(number, SIG_IGN)) }
    defer { for (number, handler) in handlers { _ = signal(number, handler) } }
    var attributes = posix_spawnattr_t()
    _ = unsafe posix_spawnattr_init(&attributes)
    defer { _ = unsafe posix_spawnattr_destroy(&attributes) }
    var signals = sigset_t()
    _ = unsafe sigfillset(&signals)
    _ = unsafe posix_spawnattr_setsigdefault(&attributes, &signals)
    _ = unsafe posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF))
    let shell = FilePath("/bin/sh")
    let script = ["sh", "-c", "\(command) \"$1\"", "sh"]
    var words = unsafe script.map { unsafe strdup($0) } + [unsafe withCPath(file) { unsafe strdup($0) }, nil]
    defer { unsafe words.forEach { unsafe free($0) } }
    var process: pid_t = 0
    let started = unsafe withCPath(shell) { path in
        unsafe posix_spawn(&process, path, nil, &attributes, &words, environ)
    }
    guard started == 0 else { throw SystemError("start", shell, number: started) }
    var status: Int32 = 0
    _ = uninterrupted { unsafe waitpid(process, &status, 0) }
    switch ChildProcess.ExitReason(status: status) {
    case .exited(let code): return code
    case .killed(let signal): return 128 + signal
    case .tooLong, .tooLarge, .interrupted: return 128
    }
}

/// The name of the user on whose behalf this process acts; nil where the system has none.
package func userName() -> String? {
    guard let entry = unsafe getpwuid(geteuid()), let name = unsafe entry.pointee.pw_name else { return nil }
    return unsafe String(cString: name)
}
