import TestSupport
import Testing
import Domain
import Services

@testable import Backends

/// What the errors of functions, of what they ask, and of what stands before them mean.
@Suite("The error of a callable function") struct CallErrorTests {
    /// What is expected of an image after one answer.
    enum End: Equatable {
        case failed(Failure.Kind, isTransient: Bool, Charge)
        case throttled(seconds: Int64?)
        /// The run stops, with these words in its reason.
        case stop([String])
    }

    struct Row: CustomTestStringConvertible {
        let answer: LoopbackServer.Response
        let end: End
        let testDescription: String

        init(_ answer: LoopbackServer.Response, _ end: End) {
            self.answer = answer
            self.end = end
            testDescription = "\(answer.status) \(String(decoding: answer.body, as: UTF8.self))"
        }
    }

    private func end(after row: Row) throws -> End {
        let caller = try Caller(.object) { _ in row.answer }
        let reply = try caller.reply()
        if case .stop(let error, let failure) = reply.outcome {
            guard case .stop(let words) = row.end else { return .stop([error.description]) }
            let missing = words.filter { !error.description.contains($0) }
            #expect(missing.isEmpty, "\(error.description)")
            #expect(!error.description.contains(Caller.idToken))
            #expect(failure?.code != nil && reply.metrics?.httpStatus == row.answer.status, "\(reply)")
            return row.end
        }
        #expect(reply.metrics?.httpStatus == row.answer.status && reply.answers.isEmpty)
        #expect((reply.metrics?.requestBytes ?? 0) > 100)
        switch reply.outcome {
        case .failed(let failure): return .failed(failure.kind, isTransient: failure.isTransient, reply.charge)
        case .throttled(_, let span):
            #expect(reply.charge == .none)
            return .throttled(seconds: span.map { $0.milliseconds / 1000 })
        default: return .stop(["\(reply.outcome)"])
        }
    }

    private static let service = End.failed(.service, isTransient: true, .uncertain)
    private static let refused = End.failed(.refused, isTransient: false, .none)
    private static let quota =
        "Quota exceeded for quota metric 'Label detection requests' and limit 'Label detection requests per "

    /// The Vision API's own errors, as Firebase's sample hands them on.
    private static let upstream = [
        Row(failing(500, "INTERNAL", "8 RESOURCE_EXHAUSTED: \(quota)minute' of service"), .throttled(seconds: nil)),
        Row(failing(500, "INTERNAL", "8 RESOURCE_EXHAUSTED: Resource has been exhausted"), .throttled(seconds: nil)),
        Row(
            failing(500, "INTERNAL", "8 RESOURCE_EXHAUSTED: \(quota)day' of service"),
            .stop(["account p-1", "per day", "midnight Pacific"])),
        Row(
            failing(500, "INTERNAL", "8 RESOURCE_EXHAUSTED: Received message larger than max (5000000 vs. 4194304)"),
            .failed(.service, isTransient: false, .uncertain)),
        Row(
            failing(500, "INTERNAL", "8 RESOURCE_EXHAUSTED: Sent message larger than max (5000000 vs. 4194304)"),
            .failed(.tooLarge, isTransient: false, .none)),
        Row(
            failing(500, "INTERNAL", "7 PERMISSION_DENIED: This API method requires billing to be enabled. Please ..."),
            .stop([
                "billing is disabled for project p-1", "enable it at https://console.cloud.google.com/", "`cairn work`",
            ])),
        Row(
            failing(
                500, "INTERNAL",
                "7 PERMISSION_DENIED: Cloud Vision API has not been used in project 1 before or it is disabled."),
            .stop(["is not enabled for project p-1", "`cairn work`"])),
        Row(
            failing(500, "INTERNAL", "7 PERMISSION_DENIED: The caller does not have permission"),
            .stop(["the service account that p-1/annotateImage runs as"])),
        Row(
            failing(500, "INTERNAL", "16 UNAUTHENTICATED: Request had invalid authentication credentials."),
            .stop(["the service account that p-1/annotateImage runs as"])),
        Row(failing(500, "INTERNAL", "3 INVALID_ARGUMENT: Request must specify image and features."), refused),
        Row(failing(500, "INTERNAL", "Error: 3 INVALID_ARGUMENT: Bad image data."), refused),
        Row(
            failing(500, "INTERNAL", "3 INVALID_ARGUMENT: Request payload size exceeds the limit: 10485760 bytes."),
            .failed(.tooLarge, isTransient: false, .none)),
        Row(failing(500, "INTERNAL", "11 OUT_OF_RANGE: x"), refused),
        Row(
            failing(500, "INTERNAL", "5 NOT_FOUND: Error opening file: gs://b/a.jpg."),
            .failed(.refused, isTransient: false, .none)),
        Row(failing(500, "INTERNAL", "5 NOT_FOUND: Product set not found."), .stop(["Product set not found"])),
        Row(failing(500, "INTERNAL", "9 FAILED_PRECONDITION: not here"), .stop(["not here", "functions:log"])),
        Row(failing(500, "INTERNAL", "12 UNIMPLEMENTED: what"), .stop(["UNIMPLEMENTED"])),
        Row(failing(500, "INTERNAL", "4 DEADLINE_EXCEEDED: Deadline exceeded after 60.001s"), service),
        Row(failing(500, "INTERNAL", "14 UNAVAILABLE: The service is currently unavailable."), service),
        Row(failing(500, "INTERNAL", "13 INTERNAL: Internal error encountered."), service),
        Row(failing(500, "INTERNAL", "1 CANCELLED: Call cancelled"), service),
        Row(failing(500, "INTERNAL", "2 UNKNOWN: ?"), service),
        Row(failing(500, "INTERNAL", "10 ABORTED: ?"), service),
        Row(failing(500, "INTERNAL", "15 DATA_LOSS: ?"), service),
        Row(failing(500, "UNKNOWN", "14 UNAVAILABLE: through another kind"), service),
        Row(failing(500, "INTERNAL", "17 NOTHING: no code"), service),
        Row(failing(500, "INTERNAL", "0 OK: no error"), service),
        Row(
            failing(
                500, "INTERNAL",
                "13 INTERNAL: Request message serialization failure: "
                    + ".google.cloud.vision.v1.AnnotateImageRequest.features: array expected"),
            .stop(["deploy Firebase's sample"])),
        Row(
            failing(500, "INTERNAL", "Could not load the default credentials. Browse to https://..."),
            .stop(["the service account that p-1/annotateImage runs as"])),
    ]

    /// The function's own errors, by all the names that there are.
    private static let own = [
        Row(failing(500, "INTERNAL", "INTERNAL"), service),
        Row(failing(500, "internal", "boom"), service),
        Row(failing(499, "CANCELLED", ""), service),
        Row(failing(500, "UNKNOWN", "?"), service),
        Row(failing(504, "DEADLINE_EXCEEDED", "late"), service),
        Row(failing(503, "UNAVAILABLE", "away"), service),
        Row(failing(409, "ABORTED", "again"), service),
        Row(failing(500, "DATA_LOSS", "gone"), service),
        Row(failing(400, "INVALID_ARGUMENT", "this picture is not for us"), refused),
        Row(failing(400, "invalid-argument", "this picture is not for us"), refused),
        Row(failing(400, "OUT_OF_RANGE", "too far"), refused),
        Row(failing(404, "NOT_FOUND", "no such picture"), .failed(.refused, isTransient: false, .none)),
        Row(failing(400, "INVALID_ARGUMENT", "Bad Request"), .stop(["deploy Firebase's sample"])),
        Row(failing(400, "FAILED_PRECONDITION", "not yet"), .stop(["not yet", "functions:log --only annotateImage"])),
        Row(failing(403, "PERMISSION_DENIED", "only for staff"), .stop(["only for staff", "allow this user"])),
        Row(failing(501, "UNIMPLEMENTED", "later"), .stop(["later"])),
        Row(failing(429, "RESOURCE_EXHAUSTED", "enough"), .throttled(seconds: nil)),
        Row(failing(429, "functions/resource-exhausted", "enough for now, per day"), .stop(["midnight Pacific"])),
        Row(
            failing(
                429, "RESOURCE_EXHAUSTED", "enough",
                #","details":[{"@type":"type.googleapis.com/google.rpc.RetryInfo","retryDelay":"26s"}]"#),
            .throttled(seconds: 26)),
        // An error is a failure whatever the HTTP status says, and may lack anything.
        Row(failing(200, "OK", ""), service),
        Row(failing(200, "UNAVAILABLE", "away"), service),
        Row(.init(200, #"{"error":{"message":"lost"}}"#), service),
        Row(.init(200, #"{"error":{},"result":[{}]}"#), service),
        Row(.init(200, #"{"error":"lost"}"#), service),
        Row(.init(429, #"{"error":{"message":"enough"}}"#), .throttled(seconds: nil)),
        Row(.init(500, #"{"error":{"code":"unavailable","message":7,"details":"text"}}"#), service),
        Row(
            .init(
                200, #"{"error":{"status":"SOMETHING_NEW","message":"14 UNAVAILABLE: x","details":[1,{"@type":7}]}}"#),
            service),
    ]

    /// What is said before any function runs.
    private static let before = [
        Row(page(403), .stop(["allUsers", "Invoker", "/annotateImage does not let everybody call it"])),
        Row(page(404), .stop(["there is no function at http://127.0.0.1", "backend.url"])),
        Row(
            .init(404, "Function us-central1-x does not exist, valid functions are: y"), .stop(["there is no function"])
        ),
        Row(.init(403, #"{"error":"forbidden"}"#), .stop(["forbidden", "allUsers"])),
        Row(page(400), .stop(["nothing answers as a callable function", "backend.url"])),
        Row(page(405), .stop(["nothing answers as a callable function"])),
        Row(
            .init(302, "", headers: ["Location": "https://example.org/"]),
            .stop(["nothing answers as a callable function"])),
        Row(page(413), .failed(.tooLarge, isTransient: false, .none)),
        Row(page(408), .failed(.lost, isTransient: true, .uncertain)),
        Row(.init(429, "Rate exceeded."), .throttled(seconds: nil)),
        Row(.init(429, "Rate exceeded.", headers: ["Retry-After": "7"]), .throttled(seconds: 7)),
        Row(page(500), service), Row(page(502), service), Row(page(503), service), Row(page(504), service),
        Row(.init(500, ""), service),
    ]

    @Test(arguments: upstream) func `of the Vision API`(row: Row) throws {
        #expect(try end(after: row) == row.end)
    }

    @Test(arguments: own) func `of the function`(row: Row) throws {
        #expect(try end(after: row) == row.end)
    }

    @Test(arguments: before) func `of what stands before the function`(row: Row) throws {
        #expect(try end(after: row) == row.end)
    }

    @Test func `a precondition stops the run before any answer, and fails its picture alone afterwards`() throws {
        let dark = failing(400, "FAILED_PRECONDITION", "too dark", #","details":{"lux":2}"#)
        let turns = Turns([dark, .init(200, #"{"result":[{}]}"#), dark])
        let caller = try Caller(.object) { _ in turns.next() }
        guard case .stop(_, let before?) = try caller.reply().outcome else { throw Unexpected() }
        #expect(before.code == "FAILED_PRECONDITION" && before.details == #"{"lux":2}"#)
        #expect(try caller.reply().charge == .billed)
        let reply = try caller.reply()
        #expect(reply.failure == before && reply.charge == .none && !before.isTransient)
    }

    private struct Unexpected: Error {}

    @Test func `a cut connection leaves open what was billed`() throws {
        for cut in [0, 30, 50] {
            let caller = try Caller(.object) { _ in .init(200, #"{"result":[{}]}"#, cutAfter: cut) }
            let reply = try caller.reply()
            #expect(reply.failure?.kind == .lost && reply.failure?.isTransient == true, "after \(cut) bytes")
            #expect(reply.charge == .uncertain && caller.server.requests.count == 1, "after \(cut) bytes")
        }
    }

    @Test func `a port where nobody listens was sent nothing`() throws {
        let gone = try LoopbackServer { _ in .init() }.url
        var settings = FirebaseSettings(project: "p-1", function: .url(gone), auth: .idToken(.environment("ID")))
        settings.argument = .object
        let environment = ProcessEnvironment(
            variables: ["ID": Caller.idToken], clock: TestClock().clock)
        let backend = try FirebasePlan(settings, features: [Feature(type: .labelDetection)], prepare: Prepare())
            .open(in: environment, timeout: .seconds(5))
        var batch = backend.makeBatch()
        _ = batch.append(.reference("gs://b/a.jpg"), asking: backend.recipes)
        let reply = try backend.makeSlot().send(batch)[0]
        guard case .unreachable = reply.outcome else {
            Issue.record("\(reply.outcome)")
            return
        }
        #expect(reply.charge == .none && reply.metrics?.requestBytes == 0)
    }
}
