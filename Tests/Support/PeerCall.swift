import Glibc
import Platform

/// One request to a server on this machine, over a connection of its own, by nothing of the program under test.
package struct PeerCall: Sendable {
    /// The answer's status.
    package let status: Int
    /// The answer's body; a chunked one as it came.
    package let body: [UInt8]

    /// Asks, and waits for the whole answer.
    package static func run(port: Int, _ method: String, _ target: String, _ body: String) throws -> PeerCall {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { throw SystemError("create", "a socket") }
        defer { close(descriptor) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        address.sin_port = UInt16(port).bigEndian
        let problem = withUnsafePointer(to: &address) { address in
            address.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard problem == 0 else { throw SystemError("connect to", "127.0.0.1:\(port)") }
        let head =
            "\(method) \(target) HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\nConnection: close\r\n"
            + "Content-Type: application/json\r\nContent-Length: \(body.utf8.count)\r\n\r\n"
        var rest = Array((head + body).utf8)[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
            guard count > 0 else { throw SystemError("write to", "127.0.0.1:\(port)") }
            rest = rest.dropFirst(count)
        }
        return try PeerCall(readingFrom: descriptor, of: "127.0.0.1:\(port)")
    }

    private init(readingFrom descriptor: Int32, of name: String) throws {
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65536)
        while true {
            let count = recv(descriptor, &buffer, buffer.count, 0)
            if count < 0, lastError == EINTR { continue }
            guard count > 0 else { break }
            bytes += buffer.prefix(count)
        }
        let lines = String(decoding: bytes.prefix(64), as: UTF8.self).split(separator: " ", maxSplits: 2)
        guard lines.count == 3, let status = Int(lines[1]) else { throw PeerError(words: "\(name) did not answer") }
        self.status = status
        let end = Array("\r\n\r\n".utf8)
        let start = bytes.indices.first { bytes[$0...].starts(with: end) } ?? bytes.count
        body = Array(bytes.dropFirst(start + end.count))
    }
}
