import Platform
import Glibc

/// A service's stand-in: one of the scripts in Tests/Peers, running on a port of this machine until nobody holds it any
/// more.
///
/// Its log has a row for each request, written before the answer leaves: who has the answer finds the row.
package final class Peer: Sendable {
    /// Where it listens without TLS.
    package let port: Int
    /// Where it listens with TLS; nil where it was given no certificate.
    package let tlsPort: Int?
    /// One JSON object a line for each request; see Tests/Peers/peerlib.py.
    package let logFile: FilePath
    /// One JSON object a line for each unit that a vendor would bill; what was there before stays.
    package let meterFile: FilePath
    private let pid: pid_t
    /// The other end of its standard input; it ends when this is closed, so it never outlives the tests.
    private let hold: Int32

    /// `127.0.0.1:PORT`.
    package var authority: String { "127.0.0.1:\(port)" }
    /// `http://127.0.0.1:PORT`, without a closing slash.
    package var url: String { "http://\(authority)" }

    /// Starts a peer and waits until it listens; this takes about a second.
    ///
    /// - Parameters:
    ///   - script: a file of Tests/Peers.
    ///   - arguments: what the script takes besides its log and meter.
    ///   - environment: all of it; secrets come this way.
    ///   - scratch: where its files lie; it must outlive the peer.
    ///   - name: a folder for these files.
    package init(
        _ script: String = "vision_peer.py", _ arguments: [String] = [], environment: [String: String] = [:],
        in scratch: Scratch, name: String = "peer"
    ) throws {
        let folder = scratch.file(name)
        try Files.makeFolder(folder)
        logFile = folder.appending("log.jsonl")
        meterFile = folder.appending("meter.jsonl")
        let errors = folder.appending("err")
        let command =
            [python.description, peerScript(script).description, "--until-eof", "--log", logFile.description]
            + ["--meter", meterFile.description] + arguments
        (pid, hold) = try start(command, environment: environment, errors: errors)
        let words = firstLine(of: hold).split(separator: " ")
        guard words.first == "READY", words.count > 1, let port = Int(words[1]) else {
            kill(pid, SIGKILL)
            waitpid(pid, nil, 0)
            close(hold)
            let said = (try? Files.read(errors)).map { String(decoding: $0, as: UTF8.self) } ?? ""
            throw PeerError(words: "\(script) did not start: \(said.suffix(2000))")
        }
        self.port = port
        tlsPort = words.count > 2 ? Int(words[2]) : nil
    }

    deinit {
        kill(pid, SIGKILL)
        while waitpid(pid, nil, 0) < 0, lastError == EINTR {}
        close(hold)
    }

    /// Ends it at once, as a machine that loses power; the port is dead from then on.
    package func crash() { kill(pid, SIGKILL) }

    /// The rows of its log so far.
    package func rows() throws -> [JSONText] { try JSONText.lines(of: logFile) }

    /// The rows about one kind of request: `annotate`.
    package func rows(_ kind: String) throws -> [JSONText] { try rows().filter { $0["kind"] == .text(kind) } }

    /// What it would bill.
    package func units() throws -> [JSONText] { try JSONText.lines(of: meterFile) }

    /// Everything in which a request was not well done, of all requests.
    package func violations() throws -> [String] { try rows().flatMap { $0["violations"].items.compactMap(\.string) } }

    /// Sets its rules, replacing those before: a JSON array, see Tests/Peers/rules.py.
    package func misbehave(_ rules: String) throws { try control("/control", "{\"rules\": \(rules)}") }

    /// Sets one rule: a fault, whenever a match holds; both JSON objects.
    package func misbehave(_ fault: String, when match: String) throws {
        try misbehave("[{\"match\": \(match), \"fault\": \(fault)}]")
    }

    /// Waits until it holds so many requests, and so many came in all.
    package func wait(held: Int = 0, requests: Int = 0) throws {
        try control("/control/wait?held=\(held)&requests=\(requests)&seconds=60", nil)
    }

    /// Lets go on what it holds.
    package func release() throws { try control("/control/release", "{}") }

    /// Its counts: `requests`, `connections`, `most_in_flight`, `held`.
    package func counts() throws -> JSONText { try control("/control", nil) }

    @discardableResult
    private func control(_ target: String, _ body: String?) throws -> JSONText {
        let method = body == nil ? "GET" : "POST"
        let answer = try PeerCall.run(port: port, method, target, body ?? "")
        guard answer.status == 200 else {
            throw PeerError(
                words: "\(method) \(target): \(answer.status) \(String(decoding: answer.body, as: UTF8.self))")
        }
        return try JSONText(answer.body)
    }
}

/// A peer that does not do what it should.
package struct PeerError: Error, CustomStringConvertible {
    let words: String
    /// What happened.
    package var description: String { words }

    /// Something that a peer did, or that there is none.
    package init(words: String) { self.words = words }
}

/// A script of the test peers.
package func peerScript(_ name: String) -> FilePath { packageRoot.appending("Tests/Peers/\(name)") }

/// Python with the packages of Scripts/requirements/test.txt.
package let python = packageRoot.appending(".deps/python/bin/python")

/// Starts a program that holds nothing of the tests' but its standard streams: errors go to a file, and input and
/// output are the other end of the socket that is returned.
private func start(
    _ command: [String], environment: [String: String], errors: FilePath
) throws -> (pid_t, Int32) {
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
    posix_spawn_file_actions_addopen(&actions, 2, errors.description, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
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
    let usual = ["PATH": "/usr/bin:/bin", "LANG": "C.UTF-8", "PYTHONDONTWRITEBYTECODE": "1"]
    var words: [UnsafeMutablePointer<CChar>?] = command.map { strdup($0) } + [nil]
    var variables: [UnsafeMutablePointer<CChar>?] =
        usual.merging(programClock) { $1 }.merging(environment) { $1 }.map { strdup("\($0)=\($1)") } + [nil]
    defer { for text in words + variables { free(text) } }
    var pid: pid_t = 0
    let problem = posix_spawn(&pid, command[0], &actions, &attributes, &words, &variables)
    guard problem == 0 else {
        close(ends[0])
        throw SystemError("start", command[0], number: problem)
    }
    return (pid, ends[0])
}

/// Everything up to the first line break, or to the end.
private func firstLine(of descriptor: Int32) -> String {
    var line: [UInt8] = []
    var byte: UInt8 = 0
    while true {
        let count = read(descriptor, &byte, 1)
        if count < 0, lastError == EINTR { continue }
        guard count == 1, byte != UInt8(ascii: "\n") else { return String(decoding: line, as: UTF8.self) }
        line.append(byte)
    }
}
