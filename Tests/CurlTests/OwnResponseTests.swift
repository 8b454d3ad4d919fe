import Curl
import Glibc
import Platform
import TestSupport
import Testing

@Suite("A response belongs to its request") struct OwnResponseTests {
    @Test(arguments: ["HTTP/1.1 200 OK", "HTTP/1.0 200 OK", "HTTP/1.1 404 Not Found", "HTTP/2 200"])
    func `and no plain connection serves two, whatever the server says of it`(line: String) throws {
        let closed = BlockingQueue<Int>(capacity: 20)
        let server = try RawServer { visitor in
            guard visitor.request() != nil else { return }
            visitor.write("\(line)\r\nConnection: keep-alive\r\nContent-Length: 5\r\n\r\nagain")
            visitor.waitForEnd()
            closed.put(visitor.number)
        }
        let client = HTTPClient()
        for number in 1...4 {
            #expect(try client.perform(.post(server.url("/"), bytes: 10_000)).body == Array("again".utf8))
            #expect(closed.take(within: 20_000) == number, "the client ends a connection once it has its answer")
        }
    }

    @Test func `and the hops of a redirect have connections of their own`() throws {
        let server = try RawServer { request in
            request.target == "/new"
                ? Visitor.response("new") : Visitor.response("", status: "302 Found", "Location: /new")
        }
        #expect(try HTTPClient().get(server.url("/old")).body == Array("new".utf8))
        #expect(server.connections == 2)
    }

    @Test(arguments: ["HTTP/1.1 200 OK", "HTTP/1.1 503 Service Unavailable", "HTTP/1.1 103 Early Hints", "220 ready"])
    func `and one that lies there before it was asked ends the connection, and nothing is sent`(line: String) throws {
        let server = try RawServer { visitor in
            visitor.write("\(line)\r\nContent-Length: 5\r\n\r\nstray")
            while visitor.request() != nil { visitor.write(Visitor.response("own")) }
        }
        // Whether the greeting is there when the request would leave is the machine's to say; it must once be.
        var sawGreeting = false
        for number in 0..<3000 where !sawGreeting {
            let error = HTTPClient().failure(.post(server.url("/\(number)"), bytes: 100))
            sawGreeting = error?.kind == .cut && error?.mayHaveBeenSent == false
            guard sawGreeting else { continue }
            #expect(error?.message == "a response came before the request had left")
            #expect(!server.requests.contains { $0.target == "/\(number)" })
        }
        #expect(sawGreeting)
    }

    @Test func `and one of success that comes before all of it was sent is not its answer`() throws {
        let over = BlockingQueue<Bool>(capacity: 1)
        let server = try RawServer { visitor in
            _ = visitor.request(takesBody: false)
            visitor.write(Visitor.response("stray"))
            _ = over.take()
        }
        let error = HTTPClient().failure(.post(server.url("/"), bytes: 30_000_000))
        over.put(true)
        #expect(error?.kind == .cut && error?.mayHaveBeenSent == true)
        #expect(error?.message == "a response came before the request had left")
    }

    @Test func `and what follows it, or breaks into it, is nothing of it`() throws {
        let second = Visitor.response("stray")
        let server = try RawServer { request in
            switch request.target {
            case "/behind": Visitor.response("own") + second
            case "/garbage": Visitor.response("own") + String(repeating: "x", count: 100_000)
            case "/hints": "HTTP/1.1 103 Early Hints\r\nX-A: 1\r\n\r\n" + Visitor.response("own") + second
            case "/chunked":
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nown\r\n0\r\n\r\n" + second
            default: "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nown\r\n" + second
            }
        }
        let client = HTTPClient()
        for target in ["/behind", "/garbage", "/hints", "/chunked"] {
            let response = try client.perform(.post(server.url(target), bytes: 100))
            #expect(response.status == 200 && response.body == Array("own".utf8), "\(target)")
        }
        let error = client.failure(.post(server.url("/within"), bytes: 100))
        #expect(error?.kind == .cut && error?.mayHaveBeenSent == true, "\(String(describing: error))")
    }

    @Test(arguments: [104, 150, 199]) func `and an announcement with a body is no answer to it`(status: Int) throws {
        let server = try RawServer { _ in "HTTP/1.1 \(status) Wait\r\nContent-Length: 4\r\n\r\nbody" }
        let error = HTTPClient().failure(.post(server.url("/"), bytes: 100))
        #expect(error?.kind == .cut && error?.mayHaveBeenSent == true, "\(String(describing: error))")
    }

    @Test(arguments: ["1.2", "1.3"])
    func `and over TLS a connection of its own resumes the session before`(version: String) throws {
        let server = try TLSServer(version: version)
        let client = HTTPClient(certificates: server.certificate)
        let seen = try (0..<5).map { _ in
            String(decoding: try client.get(server.url("/session")).body, as: UTF8.self)
        }
        #expect(seen == ["1 new", "2 resumed", "3 resumed", "4 resumed", "5 resumed"])
        // Nor is garbage behind an answer taken for the next one.
        for _ in 0..<3 { #expect(try client.get(server.url("/twice")).body == Array("twice".utf8)) }
        let other = try HTTPClient(certificates: server.certificate).get(server.url("/session"))
        #expect(String(decoding: other.body, as: UTF8.self).hasSuffix(" new"))
    }
}
