import Curl
import Dispatch
import Platform
import Synchronization
import TestSupport
import Domain

@testable import Services

/// What a test of credentials works at: a folder, a clock that stands still, and a server that says what it is told to.
final class Desk: Sendable {
    let folder: Scratch
    let time = TestClock()
    let server: LoopbackServer
    /// How long a sign-in waited before it tried again, one after another.
    let pauses = Pauses()
    private let script: Script

    /// - Parameter responses: what the server answers, in this order; the last one again and again.
    init(_ responses: LoopbackServer.Response...) throws {
        folder = try Scratch()
        let script = Script(responses)
        self.script = script
        server = try LoopbackServer { _ in script.next() }
    }

    /// An environment with these variables and nothing else.
    func environment(_ environment: [String: String] = [:]) -> ProcessEnvironment {
        var environment = ProcessEnvironment(variables: environment, clock: time.clock)
        let pauses = pauses
        environment.pause = { pauses.add($0) }
        environment.chance = { 0.5 }
        return environment
    }

    /// What the server answers from now on.
    func answers(_ responses: LoopbackServer.Response...) { script.replace(responses) }

    /// A secret in a file of the folder, private as it should be.
    func secret(_ name: String, _ text: String) throws -> Secret {
        let file = try folder.write(name, text)
        try Files.permit(file, 0o600)
        return .file(file)
    }

    /// The pauses so far, in milliseconds.
    final class Pauses: Sendable {
        private let noted = Mutex<[Int64]>([])
        var all: [Int64] { noted.withLock { $0 } }
        func add(_ span: TimeSpan) { noted.withLock { $0.append(span.milliseconds) } }
    }

    private final class Script: Sendable {
        private let responses: Mutex<[LoopbackServer.Response]>
        init(_ responses: [LoopbackServer.Response]) { self.responses = Mutex(responses) }
        func replace(_ fresh: [LoopbackServer.Response]) { responses.withLock { $0 = fresh } }
        func next() -> LoopbackServer.Response {
            responses.withLock { rest in
                guard let first = rest.first else { return .init(500, "nothing was expected") }
                if rest.count > 1 { rest.removeFirst() }
                return first
            }
        }
    }
}

/// A token endpoint's answer of success.
func token(_ value: String, _ seconds: Int = 3600, _ more: String = "") -> LoopbackServer.Response {
    .init(200, #"{"access_token":"\#(value)","expires_in":\#(seconds),"token_type":"Bearer"\#(more)}"#)
}

/// The value of the header field that says who asks.
func bearer(_ headers: [HTTPHeader]) -> String? { headers.first { $0.name == "Authorization" }?.value }

/// The error of something that should not work.
func problem<Result>(_ body: () throws(BackendError) -> Result) -> BackendError? {
    do throws(BackendError) {
        _ = try body()
        return nil
    } catch {
        return error
    }
}

/// The fields of a form, decoded.
func form(_ text: String) -> [String: String] {
    var fields: [String: String] = [:]
    for pair in text.split(separator: "&") {
        let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(decoded)
        fields[parts[0]] = parts.count > 1 ? parts[1] : ""
    }
    return fields
}

private func decoded(_ text: Substring) -> String {
    var bytes: [UInt8] = []
    var rest = Array(text.utf8)[...]
    while let byte = rest.popFirst() {
        if byte == UInt8(ascii: "%"), let value = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16) {
            bytes.append(value)
            rest = rest.dropFirst(2)
        } else {
            bytes.append(byte == UInt8(ascii: "+") ? UInt8(ascii: " ") : byte)
        }
    }
    return String(decoding: bytes, as: UTF8.self)
}
