internal import Glibc
internal import Platform
internal import SQLiteStore
internal import Storage
internal import TestSupport
internal import Domain

/// Where the stores of all schedules are, in memory where the system has such a folder, and the agents that wait for
/// the next one.
final class Place {
    let folder: FilePath
    private let template: [UInt8]
    private var idle: [AgentProcess] = []

    /// A folder of its own.
    init() throws {
        let parent = FilePath(access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp")
        folder = parent.appending("cairn-schedules-\(getpid())-\(UInt32.random(in: 0 ... .max))")
        try Files.makeFolder(folder)
        let first = folder.appending("template.db")
        // Closed at once: all of it is in the one file then.
        do { _ = try SQLiteStore(at: first, for: .work, clock: HandSetClock().clock) }
        template = try Files.read(first)
    }

    deinit { Files.removeTree(folder) }

    /// An empty store.
    func store() throws -> FilePath {
        for end in ["-wal", "-shm"] { unlink(folder.appending("cairn.db\(end)").description) }
        let file = folder.appending("cairn.db")
        unlink(file.description)
        try Files.write(file, template)
        return file
    }

    /// An agent without a store.
    func agent() throws -> AgentProcess {
        if let agent = idle.popLast() { return agent }
        return try AgentProcess()
    }

    /// Takes back an agent that is alive.
    func keep(_ agent: AgentProcess) { idle.append(agent) }

    /// Forgets all agents, of which some may still have an answer to give.
    func forgetAgents() { idle = [] }
}
