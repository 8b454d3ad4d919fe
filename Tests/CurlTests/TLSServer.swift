import Glibc
import Platform
import TestSupport

/// A web server with TLS and a certificate of its own making, in Python.
final class TLSServer {
    let port: Int
    private let scratch: Scratch
    private let identity: Certificate
    private let input: UnsafeMutablePointer<FILE>

    /// The certificate's file.
    var certificate: FilePath { identity.file }

    /// - Parameter version: the only version of TLS that it speaks, `1.2` or `1.3`; nil: both.
    init(version: String? = nil) throws {
        scratch = try Scratch()
        identity = try Certificate(in: scratch)
        let script = packageRoot.appending("Tests/CurlTests/tls_server.py")
        let said = scratch.file("port")
        try TLSServer.run("mkfifo \(said)")
        let server =
            "exec python3 \(script) \(identity.file) \(identity.key) \(version ?? "") > \(said)"
            + " 2> \(scratch.file("server"))"
        guard let input = popen(server, "we") else { throw SystemError("start", script) }
        self.input = input
        var room = [UInt8](repeating: 0, count: 16)
        let descriptor = open(said.description, O_RDONLY | O_CLOEXEC)
        let count = read(descriptor, &room, room.count)
        close(descriptor)
        let text = String(decoding: room[..<max(0, count)], as: UTF8.self)
        guard let port = Int(text.prefix { $0 != "\n" }) else { throw SystemError("start", script, number: EPIPE) }
        self.port = port
    }

    deinit { pclose(input) }

    func url(_ path: String = "/") -> String { "https://localhost:\(port)\(path)" }

    private static func run(_ command: String) throws {
        guard system(command) == 0 else { throw SystemError("run", FilePath(command), number: EIO) }
    }
}
