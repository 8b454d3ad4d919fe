import Dispatch
import Glibc
import Platform
import TestSupport

/// A process that was started.
///
/// It is waited for on a queue of its own, so that no thread of Swift's pool is ever blocked.
final class Running: @unchecked Sendable {
    // because `hasEnded` and `isOverdue` are read and written under `lock` only, and `ending` is set before `finished`
    // is left; all else never changes.
    let pid: pid_t
    private let command: [String]
    private let folder: FilePath
    private let logs: (output: FilePath, error: FilePath)
    /// Where its standard output is caught.
    var outputLog: FilePath { logs.output }
    /// Where its standard error is caught.
    var errorLog: FilePath { logs.error }
    private let lock: UnsafeMutablePointer<pthread_mutex_t>
    private let finished = DispatchGroup()
    private var hasEnded = false
    private var isOverdue = false
    private var ending: Ending?

    /// Starts a command.
    ///
    /// - Parameters:
    ///   - environment: all of it.
    ///   - logs: the folder where its output is caught.
    ///   - limit: seconds after which it is killed, which fails the test.
    init(
        _ command: [String], in folder: FilePath, environment: [String: String], input: FilePath?, logs: FilePath,
        limit: Int
    ) throws {
        self.command = command
        self.folder = folder
        self.logs = (logs.appending("out"), logs.appending("err"))
        lock = .allocate(capacity: 1)
        pthread_mutex_init(lock, nil)
        let began = monotonicMilliseconds()
        pid = try spawn(
            command, in: folder, environment: environment, input: input ?? FilePath("/dev/null"),
            output: self.logs.output, error: self.logs.error)
        finished.enter()
        DispatchQueue(label: "wait \(pid)").async { self.wait(since: began) }
        DispatchQueue.global().asyncAfter(deadline: .now() + .seconds(limit)) { [weak self] in self?.expire() }
    }

    deinit {
        pthread_mutex_destroy(lock)
        lock.deallocate()
    }

    /// Sends a signal, unless it has ended.
    func send(_ signal: Int32) {
        locked { if !hasEnded { kill(pid, signal) } }
    }

    /// Whether it has ended.
    var isOver: Bool { locked { hasEnded } }

    /// Waits for its end.
    func end() async -> Ending {
        await withCheckedContinuation { continuation in
            finished.notify(queue: .global()) { [self] in
                guard let ending else { preconditionFailure("a process that has ended has an ending") }
                continuation.resume(returning: ending)
            }
        }
    }

    private func wait(since began: Int64) {
        var info = siginfo_t()
        while waitid(P_PID, id_t(pid), &info, WEXITED | WNOWAIT) != 0, lastError == EINTR {}
        var status: Int32 = 0
        let wasOverdue = locked {
            hasEnded = true
            while waitpid(pid, &status, 0) < 0, lastError == EINTR {}
            return isOverdue
        }
        let signal = status & 0x7F
        ending = Ending(
            command: command, folder: folder, status: signal == 0 ? (status >> 8) & 0xFF : nil,
            signal: signal == 0 ? nil : signal, outputBytes: (try? Files.read(logs.output)) ?? [],
            errorBytes: (try? Files.read(logs.error)) ?? [],
            milliseconds: monotonicMilliseconds() - began, isOverdue: wasOverdue)
        finished.leave()
    }

    private func expire() {
        locked {
            guard !hasEnded else { return }
            isOverdue = true
            kill(pid, SIGKILL)
        }
    }

    private func locked<Result>(_ body: () -> Result) -> Result {
        pthread_mutex_lock(lock)
        defer { pthread_mutex_unlock(lock) }
        return body()
    }
}

/// Starts a program with signals as a shell would give it: none blocked, none ignored.
private func spawn(
    _ command: [String], in folder: FilePath, environment: [String: String], input: FilePath, output: FilePath,
    error: FilePath
) throws -> pid_t {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 0, input.description, O_RDONLY, 0)
    posix_spawn_file_actions_addopen(&actions, 1, output.description, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
    posix_spawn_file_actions_addopen(&actions, 2, error.description, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var none = sigset_t()
    var all = sigset_t()
    sigemptyset(&none)
    sigfillset(&all)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setsigdefault(&attributes, &all)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))
    // Glibc's module lacks posix_spawn's own way to another folder; env becomes the program, so the pid stays.
    let command = ["env", "-C", folder.description] + command
    var words: [UnsafeMutablePointer<CChar>?] = command.map { strdup($0) } + [nil]
    var variables: [UnsafeMutablePointer<CChar>?] = environment.map { strdup("\($0)=\($1)") } + [nil]
    defer { for text in words + variables { free(text) } }
    var pid: pid_t = 0
    let problem = posix_spawnp(&pid, command[0], &actions, &attributes, &words, &variables)
    guard problem == 0 else { throw SystemError("start", command[0], number: problem) }
    return pid
}
