import Glibc
import Platform
import Synchronization
import TestSupport
import Testing

/// Numbers the folders that hold what commands wrote.
private let commandCount = Atomic<Int>(0)

extension Scratch {
    /// Starts any program in this folder.
    func start(
        _ command: [String], environment: [String: String] = [:], input: FilePath? = nil, limit: Int = 120
    ) throws -> Running {
        let number = commandCount.add(1, ordering: .relaxed).newValue
        let logs = file(".logs/\(number)")
        try Files.makeFolder(logs)
        let usual = [
            "PATH": getenv("PATH").map { String(cString: $0) } ?? "/usr/bin:/bin", "HOME": path.description,
            "LANG": "C.UTF-8",
        ].merging(programClock) { $1 }
        return try Running(
            command, in: path, environment: usual.merging(environment) { $1 }, input: input, logs: logs, limit: limit)
    }

    /// Starts `cairn`.
    func startCairn(
        _ words: String..., environment: [String: String] = [:], input: FilePath? = nil
    ) throws -> Running {
        try start([Place.cairn.description] + words, environment: environment, input: input)
    }

    /// Runs `cairn` to its end.
    func cairn(
        _ words: String..., environment: [String: String] = [:], input: FilePath? = nil
    ) async throws -> Ending {
        try await start([Place.cairn.description] + words, environment: environment, input: input).end()
    }

    /// Runs `cairn` to its end, which must be of this exit status.
    @discardableResult
    func cairn(
        _ words: String..., exits status: Int32, environment: [String: String] = [:], input: FilePath? = nil,
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws -> Ending {
        let ending = try await start([Place.cairn.description] + words, environment: environment, input: input).end()
        #expect(ending.status == status, "\(ending)", sourceLocation: sourceLocation)
        return ending
    }

    /// Runs any program, which must succeed.
    @discardableResult
    func run(_ words: String..., sourceLocation: SourceLocation = #_sourceLocation) async throws -> Ending {
        let ending = try await start(words).end()
        #expect(ending.status == 0, "\(ending)", sourceLocation: sourceLocation)
        return ending
    }

    /// Runs a script of bash, with the program as `$cairn`.
    func bash(_ script: String, environment: [String: String] = [:]) async throws -> Ending {
        try await start(
            ["bash", "-c", script], environment: environment.merging(["cairn": Place.cairn.description]) { $1 }
        ).end()
    }
}
