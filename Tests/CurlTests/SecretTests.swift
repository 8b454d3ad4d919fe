import Curl
import Glibc
import TestSupport
import Testing

@Suite("Where a secret goes") struct SecretTests {
    @Test(arguments: [
        "http://example.org/", "http://127.0.0.1.example.org/", "http://localhost.example.org/", "http://[::2]/",
        "http://128.0.0.1/", "http://localhost@example.org/", "http://127.0.0.1\\@example.org/", "http://0/",
        "http://[::ffff:127.0.0.1]/",
    ])
    func `to no other machine over plain http`(url: String) {
        for request in [HTTPRequest.secretGet(url), confidential(url)] {
            let error = HTTPClient().failure(request)
            #expect(error?.kind == .insecure || error?.kind == .badAddress)
            #expect(error?.mayHaveBeenSent == false)
            #expect(error?.message.contains("s3cret") == false)
        }
    }

    @Test(arguments: ["127.0.0.1", "localhost", "LOCALHOST", "127.1", "0x7f.1", "2130706433"])
    func `to this machine, by any of its names`(host: String) throws {
        let server = try RawServer { _ in Visitor.response("ok") }
        #expect(try HTTPClient().perform(.secretGet("http://\(host):\(server.port)/")).status == 200)
        #expect(server.requests.first?.headers["x-goog-api-key"] == "s3cret")
    }

    @Test func `a redirect is followed by a GET without secrets only`() throws {
        let server = try RawServer { request in
            request.target == "/new"
                ? Visitor.response("new") : Visitor.response("old", status: "302 Found", "Location: /new", "X-Old: 1")
        }
        let client = HTTPClient()
        let followed = try client.get(server.url("/old"))
        #expect(followed.status == 200)
        #expect(followed.body == Array("new".utf8))
        #expect(followed.header("X-Old") == nil)
        for request in [
            HTTPRequest.secretGet(server.url("/old")), confidential(server.url("/old")),
            .post(server.url("/old"), bytes: 10),
        ] {
            let response = try client.perform(request)
            #expect(response.status == 302)
            #expect(response.header("location") == "/new")
            #expect(response.body == Array("old".utf8))
        }
        #expect(server.requests.map(\.target) == ["/old", "/new", "/old", "/old", "/old"])
    }

    @Test func `five redirects are followed, the sixth is not`() throws {
        let server = try RawServer { request in
            let rest = Int(request.target.dropFirst()) ?? 0
            return rest == 0
                ? Visitor.response("end") : Visitor.response("", status: "301 Moved", "Location: /\(rest - 1)")
        }
        #expect(try HTTPClient().get(server.url("/5")).body == Array("end".utf8))
        let error = HTTPClient().failure(HTTPRequest(.get, server.url("/6")))
        #expect(error?.message == "it redirects more than 5 times")
        #expect(error?.mayHaveBeenSent == true)
    }

    @Test(arguments: ["ftp://127.0.0.1/x", "file:///etc/passwd", "gopher://127.0.0.1/", "dict://127.0.0.1/"])
    func `no redirect leads out of the web`(location: String) throws {
        let server = try RawServer { _ in Visitor.response("", status: "302 Found", "Location: \(location)") }
        let error = HTTPClient().failure(HTTPRequest(.get, server.url("/")))
        let scheme = String(location.prefix { $0 != ":" })
        #expect(error?.message == "it redirects to \(scheme), which is not followed")
    }

    @Test(arguments: [
        HTTPHeader("X-A", "1\r\nX-B: 2"), HTTPHeader("X-A", "1\n"), HTTPHeader("X-A", "\0"), HTTPHeader("X A", "1"),
        HTTPHeader("X-A:", "1"), HTTPHeader("", "1"), HTTPHeader("X-A\r\n", "1"),
    ])
    func `a header field that would be two is refused`(header: HTTPHeader) throws {
        let server = try RawServer { _ in Visitor.response("ok") }
        var request = HTTPRequest(.get, server.url("/"))
        request.headers = [header]
        let error = HTTPClient().failure(request)
        #expect(error?.mayHaveBeenSent == false)
        request.headers = []
        request.credentials = [header]
        #expect(HTTPClient().failure(request)?.kind == .other)
        #expect(server.connections == 0)
    }

    private func confidential(_ url: String) -> HTTPRequest {
        var request = HTTPRequest(.get, url)
        request.isConfidential = true
        return request
    }

    @Test func `a proxy's word that a tunnel stands is no answer`() async {
        await #expect(processExitsWith: .success) {
            let proxy = try RawServer { visitor in
                guard visitor.request() != nil else { return }
                visitor.write("HTTP/1.1 200 Connection established\r\n\r\n")
                visitor.write(visitor.read().isEmpty ? "" : "no TLS")
            }
            setenv("https_proxy", "http://127.0.0.1:\(proxy.port)", 1)
            let error = HTTPClient().failure(.post("https://far.invalid/x", bytes: 1000))
            #expect(error?.kind == .tls && error?.mayHaveBeenSent == false, "\(String(describing: error))")
            #expect(proxy.requests.map(\.method) == ["CONNECT"])
        }
    }

    @Test func `no proxy stands before this machine`() async {
        await #expect(processExitsWith: .success) {
            let proxy = try RawServer { _ in Visitor.response("by proxy") }
            let server = try RawServer { _ in Visitor.response("straight") }
            setenv("http_proxy", "http://127.0.0.1:\(proxy.port)", 1)
            setenv("all_proxy", "http://127.0.0.1:\(proxy.port)", 1)
            unsetenv("no_proxy")
            let client = HTTPClient()
            for request in [HTTPRequest.secretGet(server.url("/")), HTTPRequest(.get, server.url("/"))] {
                #expect(try client.perform(request).body == Array("straight".utf8))
            }
            #expect(proxy.connections == 0)
            #expect(try client.get("http://far.invalid/x").body == Array("by proxy".utf8))
            #expect(proxy.requests.map(\.target) == ["http://far.invalid/x"])
            var direct = HTTPRequest(.get, "http://far.invalid/x")
            direct.goesDirect = true
            #expect(client.failure(direct)?.kind == .resolve)
            #expect(client.failure(.secretGet("http://far.invalid/x"))?.kind == .insecure)
            #expect(proxy.requests.count == 1)
        }
    }
}
