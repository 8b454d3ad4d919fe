import Dispatch
import Glibc
import Platform

/// An HTTP/1.1 server on this machine that answers as a test's function says; gone when nobody holds it any more.
///
/// Each connection has a thread of its own and is kept for further requests.
package final class LoopbackServer: Sendable {
    /// What a client asked.
    package struct Request: Sendable {
        /// `POST`.
        package var method = ""
        /// The path and the query, as sent: `/token?key=K`.
        package var target = ""
        /// Header fields in their order; names in lower case.
        package var headers: [(name: String, value: String)] = []
        /// The body.
        package var body: [UInt8] = []

        /// The value of a header field by its name in lower case.
        package func header(_ name: String) -> String? { headers.first { $0.name == name }?.value }
        /// The body as text.
        package var text: String { String(decoding: body, as: UTF8.self) }
    }

    /// What it answers.
    package struct Response: Sendable {
        /// The status.
        package var status: Int
        /// Header fields besides `Content-Length`.
        package var headers: [String: String]
        /// The body.
        package var body: [UInt8]
        /// How many bytes of the whole response are sent before the connection is cut; nil: all, and it is kept.
        package var cutAfter: Int?
        /// How many bytes of the whole response are sent before nothing more comes; the connection stays.
        package var stallsAfter: Int?
        /// How many bytes of the body are sent in a second; nil: as fast as they go.
        package var bytesPerSecond: Int?

        /// A response.
        package init(_ status: Int = 200, _ body: String = "", headers: [String: String] = [:], cutAfter: Int? = nil) {
            self.status = status
            self.headers = headers
            self.body = Array(body.utf8)
            self.cutAfter = cutAfter
        }
    }

    private let state: State
    /// The port it listens at.
    package let port: Int
    /// `127.0.0.1:PORT`.
    package var authority: String { "127.0.0.1:\(port)" }
    /// `http://127.0.0.1:PORT`, without a closing slash.
    package var url: String { "http://\(authority)" }
    /// Every request that came whole, in the order of coming.
    package var requests: [Request] { state.requests.with { $0 } }

    /// How many connections were made.
    package var connections: Int { state.connections.with { $0 } }

    /// Starts to listen.
    ///
    /// - Parameter answer: called for each request, on the connection's thread: several at once.
    package init(_ answer: @escaping @Sendable (Request) -> Response) throws {
        let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        guard listener >= 0 else { throw SystemError("create", "a socket") }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isListening = withUnsafeMutablePointer(to: &address) { address in
            address.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(listener, $0, length) == 0 && listen(listener, 128) == 0 && getsockname(listener, $0, &length) == 0
            }
        }
        guard isListening else { throw SystemError("listen at", "127.0.0.1") }
        port = Int(UInt16(bigEndian: address.sin_port))
        let state = State(answer)
        self.state = state
        _ = state.keep(listener)
        DispatchQueue(label: "loopback server").async {
            while true {
                let client = accept(listener, nil, nil)
                guard client >= 0, state.keep(client) else { break }
                _ = fcntl(client, F_SETFD, FD_CLOEXEC)
                DispatchQueue(label: "loopback connection").async {
                    state.serve(client)
                    state.drop(client)
                }
            }
            state.drop(listener)
        }
    }

    deinit { state.stop() }

    /// What the threads of a server share; it outlives the server until the last of them has ended.
    private final class State: Sendable {
        let requests = Monitor<[Request]>([])
        let connections = Monitor(0)
        /// The open sockets; nil when the server is gone.
        private let sockets = Monitor<Set<Int32>?>([])
        private let answer: @Sendable (Request) -> Response

        init(_ answer: @escaping @Sendable (Request) -> Response) { self.answer = answer }

        /// Notes a socket, to be cut at the end; false, and closed, when the end has come.
        func keep(_ descriptor: Int32) -> Bool {
            let isKept = sockets.with { $0?.insert(descriptor).inserted } ?? false
            if !isKept { close(descriptor) }
            return isKept
        }

        /// Closes a socket; under the lock, so that its number is nobody else's while `stop` may cut it.
        func drop(_ descriptor: Int32) {
            sockets.with {
                $0?.remove(descriptor)
                close(descriptor)
            }
        }

        /// Cuts every connection; their threads close them.
        func stop() {
            sockets.with {
                for descriptor in $0 ?? [] { shutdown(descriptor, Int32(SHUT_RDWR)) }
                $0 = nil
            }
        }

        /// Answers one connection's requests until it ends.
        func serve(_ descriptor: Int32) {
            connections.with { $0 += 1 }
            var wire = Wire(descriptor)
            while let request = wire.request() {
                requests.with { $0.append(request) }
                let response = answer(request)
                guard wire.send(response, isHead: request.method == "HEAD") else { return }
            }
        }
    }
}

/// One connection's bytes.
private struct Wire {
    private let descriptor: Int32
    /// What came and is not used yet.
    private var rest: [UInt8] = []

    init(_ descriptor: Int32) { self.descriptor = descriptor }

    /// The next request; nil when the connection has ended.
    mutating func request() -> LoopbackServer.Request? {
        guard let first = line(), !first.isEmpty else { return nil }
        let parts = first.split(separator: " ")
        guard parts.count == 3 else { return nil }
        var request = LoopbackServer.Request()
        (request.method, request.target) = (String(parts[0]), String(parts[1]))
        while let field = line(), !field.isEmpty {
            guard let colon = field.firstIndex(of: ":") else { return nil }
            let value = field[field.index(after: colon)...].drop { $0 == " " }
            request.headers.append((field[..<colon].lowercased(), String(value)))
        }
        if request.header("expect")?.lowercased() == "100-continue" {
            _ = send(Array("HTTP/1.1 100 Continue\r\n\r\n".utf8))
        }
        let count = request.header("content-length").flatMap { Int($0) } ?? 0
        while rest.count < count { guard more() else { return nil } }
        request.body = Array(rest.prefix(count))
        rest.removeFirst(count)
        return request
    }

    /// Sends a response; false when the connection is to end.
    func send(_ response: LoopbackServer.Response, isHead: Bool) -> Bool {
        var head = "HTTP/1.1 \(response.status) Scripted\r\nContent-Length: \(response.body.count)\r\n"
        for (name, value) in response.headers { head += "\(name): \(value)\r\n" }
        var bytes = Array((head + "\r\n").utf8)
        if !isHead { bytes += response.body }
        if let cut = response.cutAfter { bytes = Array(bytes.prefix(cut)) }
        if let count = response.stallsAfter { return send(Array(bytes.prefix(count))) }
        if let rate = response.bytesPerSecond {
            for start in stride(from: 0, to: bytes.count, by: max(1, rate / 20)) {
                guard send(Array(bytes[start...].prefix(max(1, rate / 20)))) else { return false }
                pauseThread(milliseconds: 50)
            }
            return response.cutAfter == nil
        }
        return send(bytes) && response.cutAfter == nil
    }

    private func send(_ bytes: [UInt8]) -> Bool {
        var rest = bytes[...]
        while !rest.isEmpty {
            // A client that hung up is no reason for the process to end.
            let count = rest.withUnsafeBytes {
                Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            guard count > 0 else { return false }
            rest = rest.dropFirst(count)
        }
        return true
    }

    /// The next line without its end.
    private mutating func line() -> String? {
        while true {
            if let end = rest.firstIndex(of: 0x0A) {
                let text = rest[..<end].filter { $0 != 0x0D }
                rest.removeFirst(end + 1)
                return String(decoding: text, as: UTF8.self)
            }
            guard rest.count < 1 << 20, more() else { return nil }
        }
    }

    private mutating func more() -> Bool {
        var piece = [UInt8](repeating: 0, count: 65_536)
        let count = recv(descriptor, &piece, piece.count, 0)
        guard count > 0 else { return false }
        rest += piece.prefix(count)
        return true
    }
}
