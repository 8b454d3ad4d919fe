import Glibc

/// A request as a server has read it.
package struct SeenRequest: Sendable {
    /// `GET`.
    package let method: String
    /// What was asked for: `/a.jpg?x=1`, or a whole address at a proxy.
    package let target: String
    /// The header fields, names in lower case.
    package let headers: [String: String]
    /// The body, as far as it came.
    package let body: [UInt8]
    /// Which connection it came on, from 1.
    package let connection: Int
}

/// The server's end of one connection.
package final class Visitor {
    /// Which connection of the server this is, from 1.
    package let number: Int
    private let descriptor: Int32
    private let note: (SeenRequest) -> Void
    private var kept: [UInt8] = []

    /// A connection that was accepted.
    init(_ descriptor: Int32, number: Int, note: @escaping (SeenRequest) -> Void) {
        self.descriptor = descriptor
        self.number = number
        self.note = note
    }

    /// Whatever has come, waiting for something; empty at the end.
    package func read() -> [UInt8] {
        if !kept.isEmpty {
            defer { kept = [] }
            return kept
        }
        var room = [UInt8](repeating: 0, count: 65_536)
        let count = recv(descriptor, &room, room.count, 0)
        return count > 0 ? Array(room[..<count]) : []
    }

    /// The next request with its body; nil at the end.
    ///
    /// - Parameter takesBody: else the body is left where it is, unread.
    package func request(takesBody: Bool = true) -> SeenRequest? {
        var bytes: [UInt8] = []
        var headEnd: Int?
        while headEnd == nil {
            let more = read()
            guard !more.isEmpty else { return nil }
            bytes += more
            headEnd = bytes.indices.first { bytes[$0...].starts(with: [13, 10, 13, 10]) }
        }
        let end = headEnd ?? 0
        let lines = String(decoding: bytes[..<end], as: UTF8.self).split(separator: "\r\n")
        let words = (lines.first ?? "").split(separator: " ").map(String.init)
        var headers: [String: String] = [:]
        for line in lines.dropFirst() {
            let parts = line.split(separator: ":", maxSplits: 1).map(String.init)
            headers[parts[0].lowercased()] = parts.count > 1 ? String(parts[1].drop { $0 == " " }) : ""
        }
        var body = Array(bytes[(end + 4)...])
        let length = headers["content-length"].flatMap { Int($0) } ?? 0
        while takesBody, body.count < length {
            let more = read()
            if more.isEmpty { break }
            body += more
        }
        if body.count > length {
            kept = Array(body[length...])
            body = Array(body[..<length])
        }
        let request = SeenRequest(
            method: words.first ?? "", target: words.count > 1 ? words[1] : "", headers: headers, body: body,
            connection: number)
        note(request)
        return request
    }

    /// Sends bytes; those that nobody takes any more are lost.
    package func write(_ bytes: [UInt8]) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes {
                send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            guard count > 0 else { return }
            rest = rest.dropFirst(count)
        }
    }

    /// Sends text.
    package func write(_ text: String) { write(Array(text.utf8)) }

    /// Waits until the other side has closed the connection.
    package func waitForEnd() { while !read().isEmpty {} }

    /// Ends the sending for good; what comes can still be read.
    package func finish() { shutdown(descriptor, Int32(SHUT_WR)) }

    /// Makes the coming close a reset: what lies unread and unsent is thrown away.
    package func resetAtClose() {
        var option = linger(l_onoff: 1, l_linger: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &option, socklen_t(MemoryLayout<linger>.size))
    }

    /// A whole response.
    package static func response(_ body: String, status: String = "200 OK", _ headers: String...) -> String {
        let lines = ["HTTP/1.1 \(status)", "Content-Length: \(body.utf8.count)"] + headers
        return lines.joined(separator: "\r\n") + "\r\n\r\n" + body
    }
}
