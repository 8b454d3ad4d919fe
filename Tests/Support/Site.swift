import Synchronization

/// A web site on this machine that holds pictures.
package final class Site: Sendable {
    /// A page of the site.
    package struct Page: Sendable {
        /// Its bytes.
        package var body: [UInt8]
        /// Its headers.
        package var headers: [String: String]
        /// The status it is answered with.
        package var status: Int
        /// Whether the connection is cut in the middle of it.
        package var isCut: Bool

        /// A page of these parts.
        package init(
            body: [UInt8] = [], headers: [String: String] = [:], status: Int = 200, isCut: Bool = false
        ) {
            self.body = body
            self.headers = headers
            self.status = status
            self.isCut = isCut
        }
    }

    private let pages: Pages
    private let server: LoopbackServer

    private final class Pages: Sendable {
        let all = Mutex<[String: Page]>([:])
    }

    /// An empty site.
    package init() throws {
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

    /// The page of a path; nil: none.
    package subscript(target: String) -> Page? {
        get { pages.all.withLock { $0[target] } }
        set { pages.all.withLock { $0[target] = newValue } }
    }

    /// Puts a fixture picture up.
    package func put(
        _ fixture: String, at target: String, mark: [UInt8] = [], tag: String? = nil, modified: String? = nil
    ) throws {
        var page = Page(body: Fixtures.marked(try Fixtures.bytes(fixture), mark))
        page.headers["ETag"] = tag
        page.headers["Last-Modified"] = modified
        self[target] = page
    }

    /// The whole address of a path.
    package func url(_ target: String) -> String { server.url + target }

    /// `127.0.0.1:12345`.
    package var authority: String { server.authority }

    /// `GET /a.png`, one behind the other, sorted.
    package var requests: [String] { server.requests.map { "\($0.method) \($0.target)" }.sorted() }

    /// The names of all headers that were sent.
    package var headers: [String] { server.requests.flatMap { $0.headers.map(\.name) } }
}
