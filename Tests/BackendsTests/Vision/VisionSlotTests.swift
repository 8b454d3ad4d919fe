import Platform
import Synchronization
import TestSupport
import Testing
import Domain

@testable import Backends

@Suite("The connection to the Vision API") struct VisionSlotTests {
    @Test func `a batch goes out as it was filled, and each answer comes back to its image`() throws {
        let service = try Service(labelling)
        let batch = service.batch(["one", "two", "three"])
        let replies = try service.send("one", "two", "three")
        #expect(replies.map(summary) == ["answered one billed", "answered two billed", "answered three billed"])
        let request = try #require(service.server.requests.first)
        #expect(request.method == "POST" && request.target == "/v1/images:annotate")
        #expect(request.header("content-type") == "application/json" && request.header("x-goog-api-key") == Service.key)
        #expect(request.body == batch.body.bytes)
        #expect(replies.allSatisfy { $0.metrics?.httpStatus == 200 && $0.metrics?.requestBytes == batch.length })
        #expect(
            replies[1].raw
                == RawResponse(
                    bytes: Array(#"{"labelAnnotations": [{"description": "two", "score": 0.5}]}"#.utf8),
                    sent: Size(width: 100, height: 50)))
        #expect(replies.map(\.answers.first?.recipe) == Array(repeating: service.backend.recipes[0], count: 3))

        _ = try service.send("four")
        #expect(service.server.connections == 2, "over HTTP/1.1 no connection serves two requests")
        #expect(service.backend.account == "my-project")
    }

    @Test func `nothing is asked for an empty batch`() throws {
        let service = try Service(labelling)
        #expect(try service.slotSend([]).isEmpty && service.server.requests.isEmpty)
    }

    @Test(arguments: [
        (3, "Bad image data.", "failed refused transient uncertain", "INVALID_ARGUMENT"),
        (
            3, "image-annotator::Bad image data.: Image processing error!", "failed refused transient uncertain",
            "INVALID_ARGUMENT"
        ),
        (3, "Unsupported language hint.", "failed refused uncertain", "INVALID_ARGUMENT"),
        (5, "Error opening file: gs://b/a.jpg", "failed refused uncertain", "NOT_FOUND"),
        (
            7, "We're not allowed to access the URL on your behalf. Please download the content and pass it in.",
            "wantsContent unreachable transient uncertain", "WANTS_CONTENT"
        ),
        (
            14, "We can not access the URL currently. Please download the content and pass it in.",
            "wantsContent unreachable transient uncertain", "WANTS_CONTENT"
        ),
        (7, "Permission denied.", "failed refused uncertain", "PERMISSION_DENIED"),
        (8, "Quota exhausted.", "failed service transient uncertain", "RESOURCE_EXHAUSTED"),
        (4, "Deadline.", "failed service transient uncertain", "DEADLINE_EXCEEDED"),
        (13, "Internal.", "failed service transient uncertain", "INTERNAL"),
        (14, "Unavailable.", "failed service transient uncertain", "UNAVAILABLE"),
        (16, "Who?", "failed refused uncertain", "UNAUTHENTICATED"),
        (99, "A code of the future.", "failed service transient uncertain", "UNKNOWN"),
    ])
    func `an error of one image is that image's own`(_ code: Int, _ message: String, _ expected: String, _ name: String)
        throws
    {
        let service = try Service { _ in
            .init(
                200,
                #"{"responses":[{"labelAnnotations":[{"description":"fine"}]},{"error":{"code":\#(code),"#
                    + #""message":"\#(message)"}}]}"#
            )
        }
        let replies = try service.send(references: "gs://b/1.jpg", "gs://b/2.jpg")
        #expect(replies.map(summary) == ["answered fine billed", expected])
        #expect(failure(replies.last)?.code == name)
        #expect(failure(replies.last)?.message.contains("\"\(message)\"") == true)
        #expect(failure(replies.last)?.stage == .annotate)
        #expect(replies[1].raw != nil, "what the service said is kept")
    }

    @Test func `content is not asked for again where it was sent`() throws {
        let service = try Service { _ in
            .init(200, #"{"responses":[{"error":{"code":7,"message":"Please download the content and pass it in."}}]}"#)
        }
        #expect(try service.send("one").map(summary) == ["failed refused uncertain"])
    }

    @Test func `an error beside annotations keeps both`() throws {
        let service = try Service(features: [.labelDetection, .logoDetection]) { _ in
            .init(
                200,
                #"{"responses":[{"labelAnnotations":[{"description":"sky"}],"error":{"code":13,"message":"logos"}}]}"#)
        }
        let replies = try service.send("one")
        #expect(replies.map(summary) == ["failed service transient beside sky uncertain"])
        #expect(replies[0].answers.map(\.recipe.feature) == [.labelDetection])
    }

    @Test(arguments: [
        (#"{"responses":[{}]}"#, "WRONG_COUNT"), (#"{"responses":[{},{},{}]}"#, "WRONG_COUNT"), ("{}", "WRONG_COUNT"),
        (#"{"responses":{}}"#, "WRONG_COUNT"), (#"{"responses":3}"#, "WRONG_COUNT"), ("[]", "WRONG_COUNT"),
        ("null", "WRONG_COUNT"), (#"{"error":{"code":429}}"#, "WRONG_COUNT"), ("", "UNREADABLE_RESPONSE"),
        (#"{"responses":[{},{"labelAnnotations":[{"descr"#, "UNREADABLE_RESPONSE"),
        ("<html>502</html>", "UNREADABLE_RESPONSE"),
    ])
    func `an answer that is none, or not one for each image, fails all of them`(_ body: String, _ code: String) throws {
        let service = try Service { _ in .init(200, body) }
        let replies = try service.send("one", "two")
        #expect(replies.map(summary) == Array(repeating: "failed service transient uncertain", count: 2))
        #expect(replies.map { failure($0)?.code } == [code, code])
    }

    @Test(arguments: ["null", "[]", "5", #""words""#, "true"])
    func `an image whose answer is no message fails alone`(_ value: String) throws {
        let service = try Service { _ in
            .init(200, #"{"responses":[{"labelAnnotations":[{"description":"a"}]},\#(value)]}"#)
        }
        let replies = try service.send("one", "two")
        #expect(replies.map(summary) == ["answered a billed", "failed service transient uncertain"])
        #expect(failure(replies[1])?.code == "UNREADABLE_RESPONSE")
    }

    @Test func `a connection that is cut after the request may have been billed`() throws {
        let service = try Service { _ in .init(200, #"{"responses":[{}]}"#, cutAfter: 0) }
        let replies = try service.send("one", "two")
        #expect(replies.map(summary) == Array(repeating: "failed lost transient uncertain", count: 2))
        let metrics = try #require(replies[0].metrics)
        #expect(metrics.requestBytes > 0 && metrics.httpStatus == nil && metrics.images == 2)
        #expect(service.server.requests.count == 1, "nothing is sent twice")

        let half = try Service { _ in .init(200, #"{"responses":[{}]}"#, cutAfter: 55) }
        #expect(try half.send("one").map(summary) == ["failed lost transient uncertain"])
    }

    @Test func `an answer that does not come in time may have been billed`() throws {
        let gate = Gate()
        let service = try Service(timeout: TimeSpan(milliseconds: 300)) { request in
            gate.wait()
            return labelling(request)
        }
        let replies = try service.send("one")
        gate.open()
        #expect(replies.map(summary) == ["failed lost transient uncertain"])
        #expect(failure(replies[0])?.code == "TIMEOUT")
    }

    @Test func `where nobody listens nothing was sent`() throws {
        let service = try Service(url: "http://127.0.0.1:1", labelling)
        let replies = try service.send("one", "two")
        #expect(replies.map(summary) == Array(repeating: "unreachable unreachable transient none", count: 2))
        #expect(replies[0].metrics?.requestBytes == 0)
        #expect(failure(replies[0])?.message.hasPrefix("cannot connect to 127.0.0.1:") == true)
    }

    @Test func `a giant answer is said to be one, and not asked for again`() throws {
        let service = try Service { _ in
            var response = LoopbackServer.Response(200)
            response.body = [UInt8](repeating: 0x20, count: 64 << 20 + 1)
            return response
        }
        let replies = try service.send("one")
        #expect(replies.map(summary) == ["failed service uncertain"])
        #expect(failure(replies[0])?.message.contains("more than 64 MiB") == true)
        #expect(failure(replies[0])?.code == "RESPONSE_TOO_LARGE" && service.server.requests.count == 1)
    }
}

/// Holds threads back until it is opened.
private final class Gate: Sendable {
    private let handover = BlockingQueue<Bool>(capacity: 1)
    func wait() { _ = handover.take() }
    func open() { _ = handover.put(true) }
}
