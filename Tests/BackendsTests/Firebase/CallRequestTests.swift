import Curl
import TestSupport
import Testing
import Text
import Domain

@testable import Backends

@Suite("The request to a callable function") struct CallRequestTests {
    private static let answer = #"{"result":[{"labelAnnotations":[]}]}"#
    private static let request =
        #"{"image":{"content":"AQID"},"features":[{"type":"LABEL_DETECTION","maxResults":10,"#
        + #""model":"builtin/stable"}]}"#

    @Test func `an object is sent in exactly these bytes`() throws {
        let caller = try Caller(.object, always: Self.answer)
        let reply = try caller.reply()
        #expect(caller.server.requests.map(\.text) == [#"{"data":"# + Self.request + "}"])
        #expect(reply.metrics?.requestBytes == Self.request.utf8.count + 9)
    }

    @Test func `a text is sent in exactly these bytes`() throws {
        let caller = try Caller(.string, always: Self.answer)
        let reply = try caller.reply()
        let escaped = Self.request.replacing("\"", with: "\\\"")
        #expect(caller.server.requests.map(\.text) == [#"{"data":""# + escaped + "\"}"])
        #expect(reply.metrics?.requestBytes == escaped.utf8.count + 11)
    }

    @Test func `what is escaped already is escaped again in a text`() {
        let json = Array(#"{"a":"\"\\ü/\n","b":[]}"#.utf8)
        let body = ArgumentForm.string.body(HTTPBody(json))
        #expect(body.text == #"{"data":"{\"a\":\"\\\"\\\\ü/\\n\",\"b\":[]}"}"#)
    }

    @Test func `header fields say what it is and who asks, and no more than that`() throws {
        let caller = try Caller(appCheck: .environment("APP")) { _ in .init(200, Self.answer) }
        _ = try caller.reply()
        let request = try #require(caller.server.requests.first)
        #expect((request.method, request.target) == ("POST", "/annotateImage"))
        #expect(request.header("content-type") == "application/json")
        #expect(request.header("authorization") == "Bearer \(Caller.idToken)")
        #expect(request.header("x-firebase-appcheck") == "ac-1")
        // An event stream would be another protocol.
        #expect(request.header("accept") != "text/event-stream")
    }

    @Test func `an object of Cloud Storage goes by its name`() throws {
        let caller = try Caller(.object, always: Self.answer)
        var batch = caller.backend.makeBatch()
        _ = batch.append(.reference("gs://b/a.jpg"), asking: caller.backend.recipes)
        let reply = try caller.backend.makeSlot().send(batch)[0]
        #expect(reply.charge == .billed)
        #expect(
            caller.server.requests.first?.text.hasPrefix(
                #"{"data":{"image":{"source":{"gcsImageUri":"gs://b/a.jpg"}},"#)
                == true)
    }

    @Test func `the largest picture fits into a call, whatever is asked and in either form`() throws {
        let caller = try Caller(.string, FeatureType.vision, always: Self.answer)
        let without = caller.batch([])
        for form in [ArgumentForm.object, .string] {
            let rest = form.body(without.entries[0].body).count
            // In base 64 nothing is escaped.
            #expect(rest + Base64.count(of: RequestBatch.maxPictureBytes) <= FirebaseSlot.maxBytes)
        }
    }

    @Test func `what is larger than a call is not sent`() throws {
        let caller = try Caller(.string, always: Self.answer)
        let body = Self.request.replacing("\"", with: "\\\"").utf8.count + 11
        for (limit, isSent) in [(body, true), (body - 1, false)] {
            let slot = try caller.backend.makeSlot()
            slot.maxBytes = limit
            let reply = try slot.send(caller.batch())[0]
            #expect(reply.failure?.kind == (isSent ? nil : .tooLarge) && reply.failure?.isTransient != true)
            #expect(reply.charge == (isSent ? .billed : .none) && caller.server.requests.count == 1)
        }
    }

    @Test func `over HTTP 1.1 each call has a connection of its own`() throws {
        let caller = try Caller(always: Self.answer)
        let slot = try caller.backend.makeSlot()
        for _ in 0..<5 { _ = try slot.send(caller.batch()) }
        #expect(caller.server.connections == 5)
    }
}

extension Reply {
    /// Why it failed, was held back or could not be sent.
    var failure: Failure? {
        switch outcome {
        case .answered, .stop, .returned: nil
        case .failed(let failure), .wantsContent(let failure), .throttled(let failure, _), .unreachable(let failure):
            failure
        }
    }
}
