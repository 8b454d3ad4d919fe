import Glibc
import Platform
import TestSupport

/// A process of its own that asks for a hosted model: Tests/ModelAgent.
final class AgentProcess {
    private let pid: pid_t
    private let output: FilePath

    /// Starts it; what it prints goes to a file of this name in the scratch folder.
    init(_ name: String, _ bench: HostingBench, _ address: String, when: String) throws {
        output = bench.scratch.file(name)
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, 1, output.description, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
        posix_spawn_file_actions_adddup2(&actions, 1, 2)
        // Threads of the tests hold signals back, which a program must not inherit.
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var none = sigset_t()
        sigemptyset(&none)
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
        let words: [String] = [agent.description, bench.folder.description, address, when]
        var arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
        var environment: [UnsafeMutablePointer<CChar>?] =
            [strdup("STORAGE_EMULATOR_HOST=\(bench.services.server.authority)"), nil]
        defer { for text in arguments + environment { free(text) } }
        var pid: pid_t = 0
        let code = posix_spawn(&pid, agent.description, &actions, &attributes, &arguments, &environment)
        guard code == 0 else { throw SystemError("start", agent, number: code) }
        self.pid = pid
    }

    /// Waits for its end, and gives what it printed.
    func end() throws -> String {
        var status: Int32 = 0
        while waitpid(pid, &status, 0) < 0, lastError == EINTR {}
        return String(try Files.text(output).prefix { $0 != "\n" })
    }

    /// Ends it at once.
    func kill() throws -> String {
        Glibc.kill(pid, SIGKILL)
        return try end()
    }
}

/// The program that tests start as a process of its own.
let agent = packageRoot.appending(".build/debug/modelagent")
