import Backends
import Curl
import Platform
import TestSupport
import Testing
import Domain
import Services

@testable import Working

/// What the responses of a callable function come to for its image, and for the next calls.
@Suite struct `A response of a callable function` {
    private static func error(_ status: Int, _ name: String, _ message: String) -> String {
        #"{"error":{"status":"\#(name)","message":"\#(message)"}}"#
    }

    private static func row(_ status: Int, _ name: String, _ message: String, _ meaning: WireRow.Meaning) -> WireRow {
        WireRow(status, error(status, name, message), meaning)
    }

    /// What the function's client for the Vision API says, in the words of gRPC's library.
    private static func upstream(_ message: String, _ meaning: WireRow.Meaning) -> WireRow {
        row(500, "INTERNAL", message, meaning)
    }

    /// Each code of the protocol, and its fixed messages.
    static let codes = [
        row(499, "CANCELLED", "no", .serviceFails()), row(500, "UNKNOWN", "no", .serviceFails()),
        row(400, "INVALID_ARGUMENT", "no", .imageFails), row(504, "DEADLINE_EXCEEDED", "no", .serviceFails()),
        row(404, "NOT_FOUND", "no", .imageFails), row(409, "ALREADY_EXISTS", "no", .serviceFails()),
        row(403, "PERMISSION_DENIED", "no", .stops("service")), row(401, "UNAUTHENTICATED", "no", .stops("service")),
        row(429, "RESOURCE_EXHAUSTED", "no", .pause()), row(400, "FAILED_PRECONDITION", "no", .stops("service")),
        row(409, "ABORTED", "no", .serviceFails()), row(400, "OUT_OF_RANGE", "no", .imageFails),
        row(501, "UNIMPLEMENTED", "no", .stops("service")), row(500, "INTERNAL", "no", .serviceFails()),
        row(503, "UNAVAILABLE", "no", .serviceFails()), row(500, "DATA_LOSS", "no", .serviceFails()),
        row(200, "OK", "no", .serviceFails()), row(400, "invalid-argument", "no", .imageFails),
        row(400, "INVALID_ARGUMENT", "Bad Request", .stops("service")),
        row(401, "UNAUTHENTICATED", "Unauthenticated", .stops("service")),
        row(500, "INTERNAL", "INTERNAL", .serviceFails()),
        WireRow(
            429,
            #"{"error":{"status":"RESOURCE_EXHAUSTED","message":"no","details":[\#(retryInfo("26s"))]}}"#,
            .pause(26_000)),
    ]

    /// What comes before any function runs.
    static let pages = [
        WireRow(400, "<html>", .stops("service")), WireRow(401, "<html>", .stops("service")),
        WireRow(403, "<html>", .stops("service")), WireRow(404, "<html>", .stops("service")),
        WireRow(409, "<html>", .serviceFails()), WireRow(413, "<html>", .imageFails),
        WireRow(429, "Rate exceeded.", .pause()), WireRow(499, "<html>", .serviceFails()),
        WireRow(500, "<html>", .serviceFails()), WireRow(501, "<html>", .stopsUncertain),
        WireRow(503, "<html>", .serviceFails()), WireRow(504, "<html>", .serviceFails()),
        WireRow(.connect, isSent: false, .unreachable), WireRow(.cut, isSent: true, .serviceFails()),
    ]

    /// Results by all the names that they have, and none.
    static let results = [
        WireRow(200, #"{"result":[{}]}"#, .answered), WireRow(200, #"{"data":[{}]}"#, .answered),
        WireRow(200, #"{"response":[{}]}"#, .answered), WireRow(200, #"{"error":null,"result":[{}]}"#, .answered),
        WireRow(200, #"{"error":{"status":"OK"},"result":[{}]}"#, .answered),
        WireRow(200, #"{"error":{"status":"OK"}}"#, .serviceFails()), WireRow(200, "{}", .serviceFails()),
        WireRow(200, #"{"result":7}"#, .resultUnreadable),
        WireRow(200, #"{"result":[{"error":{"details":[],"code":3,"message":"Bad image data."}}]}"#, .imageRetried),
        WireRow(200, #"{"result":[{"error":{"details":[],"code":14,"message":"Unavailable."}}]}"#, .serviceFails()),
    ]

    /// The sample function and what it asks.
    static let sample = [
        row(401, "UNAUTHENTICATED", "annotateImage must be called while authenticated.", .stops("service")),
        upstream("8 RESOURCE_EXHAUSTED: Quota exceeded for limit 'Requests per minute'", .pause()),
        upstream("8 RESOURCE_EXHAUSTED: Quota exceeded for limit 'Requests per day'", .stops("quota")),
        upstream("7 PERMISSION_DENIED: Cloud Vision API has not been used in project 1", .stops("service")),
        upstream("3 INVALID_ARGUMENT: Request must specify image and features.", .imageFails),
        upstream("4 DEADLINE_EXCEEDED: Deadline exceeded after 60.001s", .serviceFails()),
        upstream("14 UNAVAILABLE: The service is currently unavailable.", .serviceFails()),
        upstream("13 INTERNAL: Internal error encountered.", .serviceFails()),
        upstream("5 NOT_FOUND: Error opening file: gs://b/a.jpg.", .imageFails),
        upstream("16 UNAUTHENTICATED: Request had invalid authentication credentials.", .stops("service")),
        upstream("something of the function's own", .serviceFails()),
        upstream("Unexpected token o in JSON at position 1", .stops("setting")),
    ]

    private static func backend(
        _ auth: FirebaseAuth, _ environment: [String: String]
    ) throws -> FirebaseBackend {
        var settings = FirebaseSettings(
            project: "p-1", function: .url("https://f.example/annotateImage"), auth: auth)
        settings.argument = .object
        var process = ProcessEnvironment(variables: environment, clock: TestClock().clock)
        process.pause = { _ in }
        let plan = try BackendPlan(
            .firebase(settings), features: [Feature(type: .labelDetection)], prepare: Prepare())
        guard case .remote(let opened) = try plan.open(in: BackendEnvironment(process), timeout: .seconds(9)) else {
            throw Unopened()
        }
        return try #require(opened as? FirebaseBackend)
    }

    private struct Unopened: Error {}

    private func check(_ row: WireRow, _ isProbe: Bool, _ backend: FirebaseBackend? = nil) throws {
        let backend =
            try backend ?? Self.backend(.idToken(.environment("ID")), ["ID": "e30.e30.c2lnbmF0dXJl"])
        var batch = backend.makeBatch()
        _ = batch.append(.reference("gs://b/a.jpg"), asking: backend.recipes)
        let summary = row.summary(backend.makeSlot(over: row.transport), batch, ofProbe: isProbe)
        #expect(summary == row.meaning.summary(ofProbe: isProbe))
    }

    @Test(arguments: codes, [false, true])
    func `with a code of the protocol is read by code and status`(_ row: WireRow, isProbe: Bool) throws {
        try check(row, isProbe)
    }

    @Test(arguments: pages, [false, true])
    func `that no function has sent is read by its status`(_ row: WireRow, isProbe: Bool) throws {
        try check(row, isProbe)
    }

    @Test(arguments: results, [false, true])
    func `with a result is an answer under every name`(_ row: WireRow, isProbe: Bool) throws {
        try check(row, isProbe)
    }

    @Test(arguments: sample, [false, true])
    func `of the sample is read by what the Vision API told it`(_ row: WireRow, isProbe: Bool) throws {
        try check(row, isProbe)
    }

    /// Codes of Firebase Auth after a sign-in that was good: when the ID token is refused, and a new one is asked for.
    @Test(
        arguments: [
            "TOKEN_EXPIRED", "USER_DISABLED", "USER_NOT_FOUND", "INVALID_REFRESH_TOKEN", "INVALID_GRANT_TYPE",
            "MISSING_REFRESH_TOKEN", "MISSING_GRANT_TYPE", "PROJECT_NUMBER_MISMATCH", "ADMIN_ONLY_OPERATION",
            "OPERATION_NOT_ALLOWED", "PROJECT_DISABLED", "CONFIGURATION_NOT_FOUND",
            "API key not valid. Please pass a valid API key.", "The request is missing a valid API key.",
            "TOO_MANY_ATTEMPTS_TRY_LATER : Access is disabled", "QUOTA_EXCEEDED : Exceeded quota",
        ], [false, true])
    func `that wants a better token stops the run, or pauses while no token is given`(
        code: String, isProbe: Bool
    ) throws {
        let isPassing = code.contains("TOO_MANY_ATTEMPTS") || code.contains("QUOTA_EXCEEDED")
        let answers = BlockingQueue<LoopbackServer.Response>(capacity: 1)
        answers.put(.init(200, #"{"idToken":"id-1","refreshToken":"r-1","expiresIn":"3600","localId":"u"}"#))
        let firebase = try LoopbackServer { _ in
            answers.poll() ?? .init(400, #"{"error":{"code":400,"message":"\#(code)"}}"#)
        }
        let backend = try Self.backend(
            .signIn(.anonymous, webKey: .environment("WEB"), emulator: firebase.authority), ["WEB": "key"])
        let row = WireRow(
            401, Self.error(401, "UNAUTHENTICATED", "Unauthenticated"),
            isPassing ? .unreachable : .stops("credentials"))
        try check(row, isProbe, backend)
    }
}
