import Curl
import Platform
import TestSupport
import Testing

@Suite("A download that is received piece by piece") struct DownloadTests {
    /// What came, and what the request ended with.
    private func receive(
        _ request: HTTPRequest, by client: HTTPClient = HTTPClient(), takes: (Int) -> Bool = { _ in true }
    ) -> (body: [UInt8], heads: Set<Int>, result: Result<HTTPResponse, HTTPError>) {
        var (body, heads): ([UInt8], Set<Int>) = ([], [])
        let result = Result { () throws(HTTPError) in
            try withoutActuallyEscaping(takes) { takes throws(HTTPError) in
                try client.download(request) { head, piece in
                    heads.insert(head.status)
                    for index in piece.indices { body.append(piece[index]) }
                    return takes(body.count)
                }
            }
        }
        return (body, heads, result)
    }

    @Test func `a success is handed over whole, and nothing compressed is asked for`() throws {
        let content = [UInt8](repeating: 7, count: 3_000_001)
        let server = try LoopbackServer { _ in
            var response = LoopbackServer.Response(206)
            response.body = content
            return response
        }
        let (body, heads, result) = receive(HTTPRequest(.get, server.url))
        #expect(body == content)
        #expect(heads == [206])
        #expect(try result.get().status == 206)
        #expect(try result.get().body == [])
        #expect(server.requests.first?.header("accept-encoding") == nil)
    }

    @Test(arguments: [304, 400, 404, 416, 503])
    func `any other response keeps its body`(status: Int) throws {
        let server = try LoopbackServer { _ in .init(status, status == 304 ? "" : "words") }
        let (body, _, result) = receive(HTTPRequest(.get, server.url))
        #expect(body == [])
        #expect(try result.get().status == status)
        #expect(try result.get().body == (status == 304 ? [] : Array("words".utf8)))
    }

    @Test func `a cut leaves what came before it`() throws {
        let server = try LoopbackServer { _ in .init(200, String(repeating: "a", count: 5000), cutAfter: 3000) }
        let (body, _, result) = receive(HTTPRequest(.get, server.url))
        #expect((2800..<3000).contains(body.count))
        #expect(throws: HTTPError.self) { try result.get() }
        if case .failure(let error) = result { #expect(error.kind == .cut) }
    }

    @Test func `a receiver that wants no more ends it`() throws {
        let server = try LoopbackServer { _ in .init(200, String(repeating: "a", count: 3_000_000)) }
        let (body, _, result) = receive(HTTPRequest(.get, server.url)) { $0 < 100_000 }
        #expect((100_000..<300_000).contains(body.count))
        #expect(throws: HTTPError.self) { try result.get() }
    }

    @Test func `more than the limit is too large`() throws {
        let server = try LoopbackServer { _ in .init(200, String(repeating: "a", count: 5000)) }
        var request = HTTPRequest(.get, server.url)
        request.maxResponseBytes = 4999
        guard case .failure(let error) = receive(request).result else {
            Issue.record("it was taken")
            return
        }
        #expect(error.kind == .tooLarge)
    }

    @Test func `silence ends it`() throws {
        let server = try LoopbackServer { _ in
            var response = LoopbackServer.Response(200, String(repeating: "a", count: 5000))
            response.stallsAfter = 2000
            return response
        }
        var request = HTTPRequest(.get, server.url)
        request.maxIdleSeconds = 1
        let started = monotonicMilliseconds()
        guard case .failure(let error) = receive(request).result else {
            Issue.record("it has ended well")
            return
        }
        #expect(error.kind == .timeout)
        #expect(monotonicMilliseconds() - started < 30_000)
    }

    @Test func `plain http is for this machine only`() {
        guard case .failure(let error) = receive(HTTPRequest(.get, "http://192.0.2.1/model")).result else {
            Issue.record("it was asked")
            return
        }
        #expect(error.kind == .insecure && !error.mayHaveBeenSent)
    }

    @Test func `a redirect leads to https only`() throws {
        let server = try TLSServer()
        let client = HTTPClient(certificates: server.certificate)
        #expect(receive(HTTPRequest(.get, server.url("/stay")), by: client).body == Array("private".utf8))
        guard case .failure(let error) = receive(HTTPRequest(.get, server.url("/leave")), by: client).result else {
            Issue.record("it was followed")
            return
        }
        #expect(error.message == "it redirects to http, and only https is followed", "\(error)")
    }
}
