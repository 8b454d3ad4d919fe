import Curl
import TestSupport
import Testing
import Zlib

@Suite("What a server answers") struct ResponseTests {
    @Test func `status, header fields and body arrive as sent`() throws {
        let server = try RawServer { _ in
            Visitor.response("body", status: "418 I'm a teapot", "X-One: 1", "x-two:   spaced out  ", "Empty:")
        }
        let response = try HTTPClient().get(server.url("/a?b=c"))
        #expect(response.status == 418)
        #expect(response.body == Array("body".utf8))
        #expect(response.header("x-one") == "1")
        #expect(response.header("X-Two") == "spaced out")
        #expect(response.header("Empty") == "")
        #expect(response.header("None") == nil)
        #expect(server.requests.map(\.target) == ["/a?b=c"])
    }

    @Test func `a body goes out as it is, with its length and nothing said that was not meant`() throws {
        let server = try RawServer { _ in Visitor.response("{}") }
        for size in [0, 1, 65_536, 5_000_001] {
            var request = HTTPRequest.post(server.url("/"), bytes: size)
            request.headers = [HTTPHeader("Content-Type", "application/json"), HTTPHeader("X-Blank", "")]
            #expect(try HTTPClient(agent: "cairn/9").perform(request).status == 200)
            let seen = try #require(server.requests.last)
            #expect(seen.method == "POST")
            #expect(seen.body == request.body.bytes)
            #expect(seen.headers["content-length"] == "\(size)")
            #expect(seen.headers["content-type"] == "application/json")
            #expect(seen.headers["x-blank"] == "")
            #expect(seen.headers["user-agent"] == "cairn/9")
            #expect(seen.headers["expect"] == nil)
            #expect(seen.headers["accept-encoding"]?.contains("gzip") == true)
        }
    }

    @Test func `a HEAD has header fields and no body, however long that would be`() throws {
        let server = try RawServer { _ in "HTTP/1.1 200 OK\r\nContent-Length: 99999999999\r\nETag: \"x\"\r\n\r\n" }
        let response = try HTTPClient().perform(HTTPRequest(.head, server.url("/")))
        #expect(response.header("content-length") == "99999999999")
        #expect(response.body.isEmpty)
    }

    @Test func `only the last response counts, and no trailer is taken for a header`() throws {
        let server = try RawServer { _ in
            "HTTP/1.1 103 Early Hints\r\nX-Early: 1\r\n\r\nHTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nX-Late: "
                + "1\r\n\r\n"
                + "5\r\nhello\r\n0\r\nX-Trailer: 1\r\n\r\n"
        }
        let response = try HTTPClient().get(server.url("/"))
        #expect(response.body == Array("hello".utf8))
        #expect(response.headers.map(\.name) == ["Transfer-Encoding", "X-Late"])
    }

    @Test func `a compressed body comes out as it was, and the limit is for what comes out`() throws {
        let text = [UInt8](repeating: 0x61, count: 1_000_000)
        // HTTP's name for zlib's format is deflate.
        let packed = deflate(text.span)
        let server = try RawServer { visitor in
            while visitor.request() != nil {
                visitor.write(
                    "HTTP/1.1 200 OK\r\nContent-Encoding: deflate\r\nContent-Length: \(packed.count)\r\n\r\n")
                visitor.write(packed)
            }
        }
        #expect(try HTTPClient().get(server.url("/")).body == text)
        var request = HTTPRequest(.get, server.url("/"))
        request.maxResponseBytes = 999_999
        #expect(HTTPClient().failure(request)?.kind == .tooLarge)
        request.maxResponseBytes = 1_000_000
        #expect(HTTPClient().failure(request) == nil)
    }

    enum Giant: CaseIterable {
        case announced, unannounced, head, field

        var isOfHead: Bool { self == .head || self == .field }

        var response: String {
            switch self {
            case .announced: "HTTP/1.1 200 OK\r\nContent-Length: 1000001\r\n\r\n"
            case .unannounced: "HTTP/1.1 200 OK\r\n\r\n" + String(repeating: "x", count: 1_000_001)
            case .head:
                "HTTP/1.1 200 OK\r\n" + String(repeating: "X: \(String(repeating: "y", count: 1000))\r\n", count: 300)
            case .field: "HTTP/1.1 200 OK\r\nETag: \"\(String(repeating: "y", count: 120_000))\"\r\n\r\n"
            }
        }
    }

    @Test(arguments: Giant.allCases)
    func `a giant is left at its limit`(giant: Giant) throws {
        let server = try RawServer { visitor in
            _ = visitor.request()
            visitor.write(giant.response)
            visitor.waitForEnd()
        }
        var request = HTTPRequest(.get, server.url("/"))
        request.maxResponseBytes = 1_000_000
        let error = HTTPClient().failure(request)
        #expect(error?.kind == (giant.isOfHead ? .headersTooLarge : .tooLarge))
        #expect(error?.message.contains("header") == giant.isOfHead)
        #expect(error?.mayHaveBeenSent == true)
    }

    enum Stump: String, CaseIterable {
        case nothing = ""
        case status = "HTTP/1.1 200 OK\r\n"
        case head = "HTTP/1.1 200 OK\r\nContent-"
        case body = "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nfour"
        case noHTTP = "<html>no HTTP</html>\r\n\r\n"
        case chunk = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhel"
        case noChunk = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n"
        case noGzip = "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 7\r\n\r\nno gzip"
    }

    @Test(arguments: Stump.allCases)
    func `a response that is cut or is none is an error`(stump: Stump) throws {
        let server = try RawServer { visitor in
            _ = visitor.request()
            visitor.write(stump.rawValue)
        }
        let error = HTTPClient().failure(HTTPRequest(.get, server.url("/")))
        #expect(error?.kind == .cut)
        #expect(error?.mayHaveBeenSent == true)
        #expect(error?.host == "127.0.0.1")
        #expect(error?.message.isEmpty == false)
    }
}
