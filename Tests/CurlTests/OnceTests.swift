import Curl
import Platform
import TestSupport
import Testing

@Suite("Nothing is asked twice") struct OnceTests {
    /// A server that breaks off at its second request.
    private func breakingOff(
        takesBody: Bool = true, resets: Bool = false
    ) throws -> RawServer {
        try RawServer { visitor in
            if visitor.number == 1 {
                _ = visitor.request()
                return visitor.write(Visitor.response("first"))
            }
            _ = visitor.request(takesBody: takesBody)
            if resets { visitor.resetAtClose() }
        }
    }

    @Test(arguments: [1, 1000, 3_000_000])
    func `a POST whose connection dies after it was read is not sent again`(bytes: Int) throws {
        let server = try breakingOff()
        let client = HTTPClient()
        #expect(try client.perform(.post(server.url("/1"), bytes: bytes)).status == 200)
        let error = client.failure(.post(server.url("/2"), bytes: bytes))
        #expect(error?.kind == .cut)
        #expect(error?.mayHaveBeenSent == true)
        #expect(server.requests.map(\.target) == ["/1", "/2"])
        #expect(server.requests.map(\.body.count) == [bytes, bytes])
    }

    @Test(arguments: [true, false])
    func `nor is one of which only the head was read`(resets: Bool) throws {
        let server = try breakingOff(takesBody: false, resets: resets)
        let client = HTTPClient()
        #expect(try client.perform(.post(server.url("/1"), bytes: 10)).status == 200)
        let error = client.failure(.post(server.url("/2"), bytes: 9_000_000))
        #expect(error?.kind == .cut)
        #expect(error?.mayHaveBeenSent == true)
        #expect(server.requests.map(\.target) == ["/1", "/2"])
    }

    @Test(arguments: [HTTPRequest.Method.get, .head, .post])
    func `nor is one without a body`(method: HTTPRequest.Method) throws {
        let server = try breakingOff()
        let client = HTTPClient()
        #expect(try client.get(server.url("/1")).status == 200)
        let error = client.failure(HTTPRequest(method, server.url("/2")))
        #expect(error?.kind == .cut)
        #expect(server.requests.map(\.target) == ["/1", "/2"])
    }

    // libcurl sends such a request again by itself: one with a body from the body's start, one without at once.
    @Test(arguments: [#"{"kind": "reset"}"#, #"{"kind": "goaway"}"#, #"{"kind": "cut"}"#], [true, false])
    func `nor is one that a server of HTTP 2 refuses on a connection that it has kept`(
        fault: String, hasBody: Bool
    ) throws {
        let scratch = try Scratch()
        let certificate = try Certificate(in: scratch)
        let peer = try Peer("vision_peer.py", ["--canned", "--h2"] + certificate.arguments, in: scratch)
        let service = "https://localhost:\(try #require(peer.tlsPort))"
        var request = HTTPRequest(.get, "\(service)/files/none.jpg")
        if hasBody {
            request = HTTPRequest(.post, "\(service)/v1/images:annotate")
            request.body = HTTPBody(Array(#"{"requests": []}"#.utf8))
        }
        let client = HTTPClient(certificates: certificate.file)
        #expect(try client.perform(request).status == (hasBody ? 200 : 404))
        try peer.misbehave(fault, when: #"{"kind": "any", "times": 1}"#)
        #expect(client.failure(request)?.mayHaveBeenSent == true)
        let rows = try peer.rows()
        #expect(rows.count == 2 && rows.allSatisfy { $0["version"].string == "HTTP/2" })
        #expect(Set(rows.compactMap { $0["connection"].int }).count == 1)
    }

    @Test func `the client is as good as new after an error`() throws {
        let server = try RawServer { visitor in
            while let request = visitor.request(), request.target != "/2" { visitor.write(Visitor.response("fine")) }
        }
        let client = HTTPClient()
        #expect(try client.perform(.post(server.url("/1"), bytes: 100)).status == 200)
        #expect(client.failure(.post(server.url("/2"), bytes: 100)) != nil)
        #expect(try client.perform(.post(server.url("/3"), bytes: 100)).status == 200)
        #expect(try client.get(server.url("/4")).status == 200)
        #expect(server.requests.map(\.target) == ["/1", "/2", "/3", "/4"])
    }
}
