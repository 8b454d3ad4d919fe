import Curl
import Platform
import TestSupport
import Testing

@Suite struct `Requests over HTTP` {
    private func post(_ url: String, _ body: [UInt8] = Array("{}".utf8)) -> HTTPRequest {
        var request = HTTPRequest(.post, url)
        request.headers = [HTTPHeader("Content-Type", "application/json")]
        request.body = body
        return request
    }

    @Test func `a request arrives as it was meant, and the response comes back whole`() throws {
        let server = try LoopbackServer { _ in .init(201, "pong", headers: ["X-Word": "one"]) }
        var request = post(server.url + "/v1/x?y=1", Array("ping".utf8))
        request.credentials = [HTTPHeader("Authorization", "Bearer T")]
        let response = try HTTPClient().perform(request)
        #expect(response.status == 201 && response.body == Array("pong".utf8))
        #expect(response.header("x-word") == "one" && response.header("missing") == nil)
        let seen = try #require(server.requests.first)
        #expect(seen.method == "POST" && seen.target == "/v1/x?y=1" && seen.text == "ping")
        #expect(seen.header("content-type") == "application/json" && seen.header("authorization") == "Bearer T")
        #expect(seen.header("expect") == nil && seen.header("transfer-encoding") == nil)
    }

    @Test func `a large body goes out whole, time and again on one connection`() throws {
        let server = try LoopbackServer { .init(200, "\($0.body.count) \($0.body.reduce(0) { $0 &+ Int($1) })") }
        let client = HTTPClient()
        var random = Seeded(7)
        for count in [0, 1, 65_536, 9_999_999] {
            let body = (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) }
            let response = try client.perform(post(server.url, body))
            let sum = body.reduce(0) { $0 &+ Int($1) }
            #expect(String(decoding: response.body, as: UTF8.self) == "\(count) \(sum)")
        }
        #expect(server.connections == 1)
    }

    @Test func `a request whose answer never came is not sent a second time on a kept connection`() throws {
        let server = try LoopbackServer { $0.text == "first" ? .init(200, "ok") : .init(200, "lost", cutAfter: 0) }
        let client = HTTPClient()
        _ = try client.perform(post(server.url, Array("first".utf8)))
        let error = #expect(throws: HTTPError.self) { try client.perform(post(server.url, Array("second".utf8))) }
        #expect(error?.kind == .cut && error?.mayHaveBeenSent == true)
        #expect(server.requests.map(\.text) == ["first", "second"])
        // Neither is a large one, of which only a part may have left.
        _ = try client.perform(post(server.url, Array("first".utf8)))
        let large = [UInt8](repeating: 1, count: 4_000_000)
        #expect(throws: HTTPError.self) { try client.perform(post(server.url, large)) }
        #expect(server.requests.count == 4)
    }

    @Test func `an error says whether anything may have left this machine`() throws {
        let closed = try LoopbackServer { _ in .init() }.url  // nobody listens there any more
        let nobody = #expect(throws: HTTPError.self) { try HTTPClient().perform(post(closed)) }
        #expect(nobody?.kind == .connect && nobody?.mayHaveBeenSent == false && nobody?.host == "127.0.0.1")
        let unknown = #expect(throws: HTTPError.self) { try HTTPClient().perform(post("http://nowhere.invalid/")) }
        #expect(unknown?.mayHaveBeenSent == false)
        for text in ["ftp://example.org/", "no address", "http://", "file:///etc/passwd"] {
            let bad = #expect(throws: HTTPError.self) { try HTTPClient().perform(post(text)) }
            #expect(bad?.kind == .badAddress && bad?.mayHaveBeenSent == false, "\(text)")
        }
        let cut = try LoopbackServer { _ in .init(200, "half an answer", cutAfter: 30) }
        let half = #expect(throws: HTTPError.self) { try HTTPClient().perform(post(cut.url)) }
        #expect(half?.mayHaveBeenSent == true)
    }

    @Test func `an answer that does not come ends with the time that was given`() throws {
        let gate = Handover<Void>(capacity: 1)
        let server = try LoopbackServer { _ in
            gate.take()
            return .init()
        }
        var request = post(server.url)
        request.totalMilliseconds = 100
        let late = #expect(throws: HTTPError.self) { try HTTPClient().perform(request) }
        #expect(late?.kind == .timeout && late?.mayHaveBeenSent == true)
        gate.close()
    }

    @Test func `no response is taken beyond the limit, and one cut short is none`() throws {
        let server = try LoopbackServer {
            $0.target == "/short"
                ? .init(200, "short", headers: ["X": "y"], cutAfter: 53)
                : .init(200, String(repeating: "x", count: 100_000))
        }
        var request = post(server.url)
        request.mostResponseBytes = 99_999
        let giant = #expect(throws: HTTPError.self) { try HTTPClient().perform(request) }
        #expect(giant?.kind == .tooLarge && giant?.mayHaveBeenSent == true)
        request.mostResponseBytes = 100_000
        #expect(try HTTPClient().perform(request).body.count == 100_000)
        let short = #expect(throws: HTTPError.self) { try HTTPClient().perform(post(server.url + "/short")) }
        #expect(short?.kind == .cut)
    }

    @Test func `secrets go over plain http to no other machine, and follow no redirect`() throws {
        var request = post("http://example.org/")
        request.credentials = [HTTPHeader("X-Goog-Api-Key", "K")]
        let refused = #expect(throws: HTTPError.self) { try HTTPClient().perform(request) }
        #expect(refused?.kind == .insecure && refused?.mayHaveBeenSent == false)
        request.credentials = []
        request.isConfidential = true
        #expect(throws: HTTPError.self) { try HTTPClient().perform(request) }

        let target = try LoopbackServer { _ in .init(200, "here") }
        let server = try LoopbackServer { _ in .init(302, "", headers: ["Location": target.url]) }
        #expect(try HTTPClient().perform(HTTPRequest(.get, server.url)).body == Array("here".utf8))
        var secret = HTTPRequest(.get, server.url)
        secret.credentials = [HTTPHeader("Authorization", "Bearer T")]
        #expect(try HTTPClient().perform(secret).status == 302)
        #expect(try HTTPClient().perform(post(server.url)).status == 302)
        #expect(target.requests.count == 1)
    }

    @Test func `a value with a line break never becomes a header`() throws {
        let server = try LoopbackServer { _ in .init() }
        var request = post(server.url)
        request.credentials = [HTTPHeader("Authorization", "Bearer T\r\nX-Other: 1")]
        let error = #expect(throws: HTTPError.self) { try HTTPClient().perform(request) }
        #expect(error?.mayHaveBeenSent == false && error?.message.contains("Bearer T") == false)
        #expect(server.requests.isEmpty)
    }
}
