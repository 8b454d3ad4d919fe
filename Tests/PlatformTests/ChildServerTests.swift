import Glibc
import Platform
import TestSupport
import Testing

@Suite("A child process that answers requests") struct ChildServerTests {
    @Test func `answers each request with what it was sent, in two parts`() throws {
        let server = try server()
        let page = [UInt8](repeating: 7, count: 3_000_000)
        #expect(try reply(server, [1, 2], page) == [1, 2] + page)
        #expect(try reply(server, [], []) == [])
        #expect(try reply(server, [], [9]) == [9])
    }

    @Test(arguments: ["import signal; signal.pause()", "import os; [os.write(1, b'x' * 65536) for _ in iter(int, 1)]"])
    func `that does not answer is ended when the request's time is over`(work: String) throws {
        let server = try server(before: work)
        let began = monotonicMilliseconds()
        let loss = #expect(throws: ChildServer.Loss.self) {
            try reply(server, [UInt8](repeating: 0, count: 1 << 20), [], milliseconds: 300)
        }
        #expect(loss?.exitReason == .tooLong)
        #expect(monotonicMilliseconds() - began < 20_000)
    }

    @Test func `that dies of a signal is told by it, with its last words`() throws {
        let server = try server(before: "import os; os.write(2, b'last words'); os.abort()")
        let loss = #expect(throws: ChildServer.Loss.self) { try reply(server, [1], []) }
        #expect(loss?.exitReason == .killed(SIGABRT))
        let words = loss?.errors ?? []
        #expect(words.starts(with: Array("last words".utf8)))
    }

    @Test func `that takes much memory is ended`() throws {
        let server = try server(before: "a = [bytearray(b'x' * (1 << 20)) for _ in iter(int, 1)]", memory: 64 << 20)
        let loss = #expect(throws: ChildServer.Loss.self) { try reply(server, [1], []) }
        #expect(loss?.exitReason == .tooLarge)
    }

    @Test func `ends with its owner, and has no variables but its own`() throws {
        var server: ChildServer? = try server(reply: "str(os.getpid()).encode() + os.environb.get(b'HOME', b'-')")
        let text = String(decoding: try reply(try #require(server), [], []), as: UTF8.self)
        let process = try #require(pid_t(text.dropLast()))
        #expect(text.hasSuffix("-") && kill(process, 0) == 0)
        server = nil
        #expect(kill(process, 0) == -1 && lastError == ESRCH)
    }

    private func reply(
        _ server: ChildServer, _ head: [UInt8], _ body: [UInt8], milliseconds: Int64 = 60_000
    ) throws -> [UInt8] {
        try server.reply(to: head, body.span, milliseconds: milliseconds)
    }

    private func server(
        before: String = "pass", reply: String = "body", memory: Int64 = .max
    ) throws -> ChildServer {
        let script = """
            import os, socket
            parent = socket.socket(fileno=0)
            def take(count):
                body = b""
                while len(body) < count:
                    body += parent.recv(count - len(body))
                return body
            \(before)
            while True:
                body = take(int.from_bytes(take(8), "little"))
                body = \(reply)
                parent.sendall(len(body).to_bytes(8, "little") + body)
            """
        var child = ChildProcess(
            FilePath("/usr/bin/env"), ["python3", "-c", script], environment: ["PATH": "/usr/bin:/bin"])
        child.memory = memory
        return try ChildServer(child)
    }
}
