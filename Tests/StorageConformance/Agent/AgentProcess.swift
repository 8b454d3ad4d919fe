internal import Glibc
internal import Platform

/// An agent that runs in a process of its own, with which the driver speaks line by line.
final class AgentProcess {
    private let pid: pid_t
    private let socket: Int32
    private var rest: [UInt8] = []

    /// Starts this program once more, as an agent.
    init() throws {
        // A socket, because a pipe cannot be made here so that no other program, started at this moment, inherits it.
        var ends: [Int32] = [-1, -1]
        guard socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0, &ends) == 0 else {
            throw SystemError("create", "a pair of sockets")
        }
        defer { close(ends[1]) }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, ends[1], 0)
        posix_spawn_file_actions_adddup2(&actions, ends[1], 1)
        let command = ["/proc/self/exe", "serve"]
        var words: [UnsafeMutablePointer<CChar>?] = command.map { strdup($0) } + [nil]
        var variables: [UnsafeMutablePointer<CChar>?] = [nil]
        defer { for text in words { free(text) } }
        var started: pid_t = 0
        let problem = posix_spawn(&started, command[0], &actions, nil, &words, &variables)
        guard problem == 0 else {
            close(ends[0])
            throw SystemError("start", command[0], number: problem)
        }
        (pid, socket) = (started, ends[0])
    }

    deinit { end() }

    /// Tells a call, and waits for nothing.
    func tell(_ line: String) throws {
        var bytes = Array((line + "\n").utf8)[...]
        while !bytes.isEmpty {
            let count = bytes.withUnsafeBytes { send(socket, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
            if count < 0, lastError == EINTR { continue }
            guard count > 0 else { throw AgentError(words: "an agent is gone: \(line)") }
            bytes = bytes.dropFirst(count)
        }
    }

    /// The answer to the oldest call that was told and has none.
    func answer() throws -> [String] {
        var buffer = [UInt8](repeating: 0, count: 4096)
        while true {
            if let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
                let line = String(decoding: rest[..<end], as: UTF8.self)
                rest.removeFirst(end + 1)
                let words = line.split(separator: " ").map(String.init)
                guard words.first == "ok" else { throw AgentError(words: line) }
                return Array(words.dropFirst())
            }
            let count = recv(socket, &buffer, buffer.count, 0)
            if count < 0, lastError == EINTR { continue }
            guard count > 0 else { throw AgentError(words: "an agent is gone") }
            rest += buffer.prefix(count)
        }
    }

    /// Ends the process at once, as a machine that loses power.
    func crash() { kill(pid, SIGKILL) }

    private func end() {
        kill(pid, SIGKILL)
        while waitpid(pid, nil, 0) < 0, lastError == EINTR {}
        close(socket)
    }
}
