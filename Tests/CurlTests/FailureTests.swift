import Curl
import Platform
import TestSupport
import Testing

@Suite struct `Why there is no response` {
    @Test(arguments: [
        "", "x", "/a", "ftp://example.org/", "file:///etc/passwd", "http://", "https:///a", "http://a b/",
        "https://ex\0ample.org/",
        "https://user:s3cret@example.org/", "http://example.org:99999/", "https:example.org", "//example.org/",
    ])
    func `an address that is none is not asked`(url: String) {
        let error = HTTPClient().failure(HTTPRequest(.get, url))
        #expect(error?.kind == .badAddress || error?.kind == .resolve, "\(String(describing: error))")
        #expect(error?.mayHaveBeenSent == false)
        #expect(error?.message.contains("s3cret") == false)
    }

    @Test func `spaces and letters of the world are escaped`() throws {
        let server = try RawServer { _ in Visitor.response("ok") }
        #expect(try HTTPClient().get(server.url("/a b/é.jpg?q=ü#part")).status == 200)
        #expect(server.requests.map(\.target) == ["/a%20b/%c3%a9.jpg?q=%c3%bc"])
    }

    @Test func `nothing was sent where nobody listens`() throws {
        let dead = try DeadPort()
        let error = HTTPClient().failure(.post("http://127.0.0.1:\(dead.port)/?key=s3cret", bytes: 10))
        #expect(error?.kind == .connect)
        #expect(error?.mayHaveBeenSent == false)
        #expect(error?.host == "127.0.0.1")
        #expect(error?.message.contains("s3cret") == false)
    }

    @Test func `nothing was sent to a name that nobody has`() {
        let error = HTTPClient().failure(HTTPRequest(.get, "http://nobody.invalid/?key=s3cret"))
        #expect(error?.kind == .resolve)
        #expect(error?.mayHaveBeenSent == false)
        #expect(error?.host == "nobody.invalid")
    }

    @Test(arguments: [true, false])
    func `time is up while the server is silent, before or after its head`(hasHead: Bool) throws {
        let server = try RawServer { visitor in
            _ = visitor.request()
            if hasHead { visitor.write("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhalf") }
            visitor.waitForEnd()
        }
        var request = HTTPRequest.post(server.url("/"), bytes: 100)
        request.totalMilliseconds = 150
        let began = monotonicMilliseconds()
        let error = HTTPClient().failure(request)
        #expect(error?.kind == .timeout)
        #expect(error?.mayHaveBeenSent == true)
        #expect(monotonicMilliseconds() - began < 10_000)
    }

    @Test func `time is up while the server takes nothing`() throws {
        let over = BlockingQueue<Bool>(capacity: 1)
        let server = try RawServer { visitor in
            _ = visitor.request(takesBody: false)
            _ = over.take()
        }
        var request = HTTPRequest.post(server.url("/"), bytes: 10_000_000)
        request.totalMilliseconds = 200
        #expect(HTTPClient().failure(request)?.kind == .timeout)
        over.put(true)
    }

    @Test func `an answer before the whole body was taken is an answer`() throws {
        let server = try RawServer { visitor in
            _ = visitor.request(takesBody: false)
            visitor.write(Visitor.response("too much", status: "413 Content Too Large", "Connection: close"))
            visitor.waitForEnd()
        }
        let response = try HTTPClient().perform(.post(server.url("/"), bytes: 10_000_000))
        #expect(response.status == 413)
        #expect(response.body == Array("too much".utf8))
    }
}

@Suite struct `How a server proves who it is` {
    @Test func `a certificate is trusted by its file only`() throws {
        let server = try TLSServer()
        var request = HTTPRequest.secretGet(server.url())
        #expect(try HTTPClient(certificates: server.certificate).perform(request).body == Array("private".utf8))
        request.url += "?key=s3cret"
        for client in [HTTPClient(), HTTPClient(certificates: FilePath("/nowhere.pem"))] {
            let error = client.failure(request)
            #expect(error?.kind == .tls)
            #expect(error?.mayHaveBeenSent == false)
            #expect(error?.host == "localhost")
            #expect(error?.message.contains("s3cret") == false)
        }
        // The certificate is localhost's, and no other name's.
        request.url = "https://127.0.0.1:\(server.port)/"
        #expect(HTTPClient(certificates: server.certificate).failure(request)?.kind == .tls)
    }

    @Test func `HTTP 2 is offered first, and nothing was sent when the handshake fails`() throws {
        let hello = BlockingQueue<[UInt8]>(capacity: 1)
        let server = try RawServer { visitor in hello.put(visitor.read()) }
        let error = HTTPClient().failure(.secretGet("https://127.0.0.1:\(server.port)/"))
        #expect(error?.kind == .tls)
        #expect(error?.mayHaveBeenSent == false)
        let bytes = try #require(hello.take(within: 20_000))
        let offer: [UInt8] = [2] + Array("h2".utf8) + [8] + Array("http/1.1".utf8)
        #expect(bytes.indices.contains { bytes[$0...].starts(with: offer) })
    }

    @Test func `whatever failed before, a client asks the next one`() throws {
        let dead = try DeadPort()
        let server = try LoopbackServer { request in
            switch request.target {
            case "/moved": LoopbackServer.Response(302, headers: ["Location": "ftp://example.org/a"])
            case "/cut": LoopbackServer.Response(200, String(repeating: "7", count: 1000), cutAfter: 200)
            default: LoopbackServer.Response(200, "good")
            }
        }
        let site = "http://127.0.0.1:\(server.port)"
        let failing = [
            "\(site)/moved", "\(site)/cut", "http://127.0.0.1:\(dead.port)/", "http://nobody.invalid/", "https://",
        ]
        for first in failing {
            for second in failing {
                let client = HTTPClient()
                for url in [first, second] {
                    #expect(client.failure(HTTPRequest(.get, url))?.kind != .other, "\(first) \(second)")
                }
                #expect(try client.perform(HTTPRequest(.get, "\(site)/good")).body == Array("good".utf8))
            }
        }
    }
}
