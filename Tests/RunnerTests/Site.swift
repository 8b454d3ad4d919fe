import Platform
import Synchronization
import TestSupport

/// A web site on this machine that holds pictures.
final class Site: Sendable {
    /// A page of the site.
    struct Page: Sendable {
        var body: [UInt8] = []
        var headers: [String: String] = [:]
        var status = 200
        /// Whether the connection is cut in the middle of it.
        var isCut = false
    }

    private let pages: Pages
    private let server: LoopbackServer

    private final class Pages: Sendable {
        let all = Mutex<[String: Page]>([:])
    }

    init() throws {
        let pages = Pages()
        self.pages = pages
        server = try LoopbackServer { request in
            let page = pages.all.withLock { $0[request.target] } ?? Page(status: 404)
            var response = LoopbackServer.Response(page.status, headers: page.headers)
            response.body = page.body
            if page.isCut { response.cutAfter = 60 }
            return response
        }
    }

    subscript(target: String) -> Page? {
        get { pages.all.withLock { $0[target] } }
        set { pages.all.withLock { $0[target] = newValue } }
    }

    /// Puts a fixture picture up.
    func put(
        _ fixture: String, at target: String, tail: [UInt8] = [], tag: String? = nil, modified: String? = nil
    ) throws {
        var page = Page(body: try Fixtures.bytes(fixture) + tail)
        page.headers["ETag"] = tag
        page.headers["Last-Modified"] = modified
        self[target] = page
    }

    func url(_ target: String) -> String { server.url + target }

    var authority: String { server.authority }

    /// `GET /a.png`, one behind the other, sorted.
    var requests: [String] { server.requests.map { "\($0.method) \($0.target)" }.sorted() }

    var headers: [String] { server.requests.flatMap { $0.headers.map(\.name) } }
}
