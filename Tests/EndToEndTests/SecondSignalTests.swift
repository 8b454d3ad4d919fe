import Glibc
import Platform
import StoreProbe
import TestSupport
import Testing

/// Wherever a command is, the first signal is heard and the second one ends it.
@Suite("The second signal ends a command", .inTurn) struct SecondSignalTests {
    let scratch: Scratch

    init() throws { scratch = try Scratch() }

    @Test(arguments: [(SIGINT, SIGINT), (SIGINT, SIGTERM), (SIGTERM, SIGINT)])
    func `the second signal ends a command that waits for the store's lock`(first: Int32, second: Int32) async throws {
        try scratch.writePictures(3, seed: 1)
        let job = try scratch.writeJob()
        try await scratch.cairn("submit", job, exits: 0)
        let lock = try Lock(scratch.book)
        for command in [["work"], ["submit", job]] {
            let running = try scratch.start([Place.cairn.description] + command)
            try await running.waits { running.isWatchingSignals() }
            try await expectEnd(of: running, first, second)
        }
        try lock.release()
        try await scratch.cairn("work", exits: 0)
        #expect(try scratch.answers() == 3)
        #expect(try scratch.breaches() == [])
    }

    @Test func `the second signal ends a command that opens a model`() async throws {
        try scratch.writePictures(1, seed: 1)
        let job = try scratch.writeJob()
        // A library that never finishes opening, as one on a disk that does not answer.
        try scratch.write(
            "slow.c",
            """
            #include <fcntl.h>
            #include <unistd.h>
            __attribute__((constructor)) static void stay(void) { creat("opening", 0600); for (;;) pause(); }
            """)
        try await scratch.run("bash", "-c", "$(command -v cc || command -v clang) -shared -fPIC -o slow.so slow.c")
        let running = try scratch.startCairn(
            "run", job, environment: ["CAIRN_LITERT": scratch.file("slow.so").description])
        try await running.waits { [scratch] in (try? FileStatus(of: scratch.file("opening"))) != nil }
        try await expectEnd(of: running, SIGINT, SIGINT)
        try await scratch.cairn("work", exits: 0)
        #expect(try scratch.answers() == 1)
    }

    @Test func `the second signal ends a command that downloads`() async throws {
        let server = try RawServer { visitor in
            _ = visitor.request()
            visitor.waitForEnd()
        }
        let job = try scratch.writeJob(images: ["url: \(server.url("/a.jpg"))"])
        let running = try scratch.startCairn("submit", job)
        try await running.waits { !server.requests.isEmpty }
        try await expectEnd(of: running, SIGINT, SIGINT)
    }

    @Test(arguments: ["list.txt", "-"])
    func `the second signal ends a command that reads a list without an end`(name: String) async throws {
        let pipe = scratch.file("list.txt")
        try #require(mkfifo(pipe.description, 0o600) == 0)
        let writer = open(pipe.description, O_RDWR | O_CLOEXEC)
        defer { close(writer) }
        let job = try scratch.writeJob(images: ["list: \"\(name)\""])
        let running = try scratch.startCairn("submit", job, input: pipe)
        let line = Array("gs://bucket/a.jpg\n".utf8)
        try await running.waits { [scratch] in
            _ = write(writer, line, line.count)
            return try scratch.hasStore() && running.isWatchingSignals()
        }
        running.send(SIGINT)
        let ending = await running.end()
        #expect(ending.status == 130 && ending.milliseconds < 30_000, "\(ending)")
    }

    @Test func `that is sent to a token service which says nothing, and so does the first`() async throws {
        let function = try await FunctionSite(in: scratch)
        let site = try function.site(marks: 1..<3)
        let job = try function.writeJob(in: site)
        try function.auth.misbehave(#"{"kind": "hold"}"#, when: #"{"kind": "any"}"#)
        let running = try site.start("run", job)
        try await offPool { try function.auth.wait(held: 1) }
        running.send(SIGINT)
        let ending = await running.end()
        #expect(ending.status == 130 && ending.error.contains("with `cairn work`"), "\(ending)")
        #expect(!ending.error.contains("no token now"), "\(ending)")
        #expect(ending.milliseconds < 30_000, "\(ending)")
        try function.auth.release()
        try function.auth.misbehave("[]")
        try await site.cairn("work", exits: 0)
        #expect(try site.tasks() == "done 2")
        #expect(try site.books() == "2 settled, 0 uncertain")
    }

    @Test func `the second signal ends a command and what was sent then is uncertain once another worker comes`()
        async throws
    {
        let peer = try await VisionSite.peer(in: scratch)
        let site = try VisionSite(peer, marks: 1..<41)
        let job = try site.writeJob()
        try peer.misbehave(once(#"{"kind": "hold"}"#))
        let running = try site.start("run", job)
        try await offPool { try peer.wait(held: 1) }
        let lock = try Lock(site.scratch.book)
        try await expectEnd(of: running, SIGINT, SIGTERM)
        let states = "SELECT state, count(*) FROM ledger GROUP BY state ORDER BY state"
        try lock.release()
        #expect(try site.scratch.book.rows(states).contains(["sent", "16"]))
        try peer.release()
        let rest = try await site.cairn("work", exits: 0)
        #expect(rest.error.contains("16 of them uncertain"), "\(rest)")
        #expect(try site.books() == "40 settled, 16 uncertain")
        #expect(try site.tasks() == "done 40")
        try await site.audit()
    }

    /// Sends both signals, the second once the first was heard: the command ends long before what it waits for would.
    private func expectEnd(of running: Running, _ first: Int32, _ second: Int32) async throws {
        running.send(first)
        try await running.waits { try Files.text(running.errorLog).contains("Ctrl-C again stops now") }
        let began = monotonicMilliseconds()
        running.send(second)
        let ending = await running.end()
        // A command that ends by itself just then does not watch signals any more.
        #expect(ending.status == 130 || ending.signal == second, "\(ending)")
        #expect(monotonicMilliseconds() - began < 10_000, "\(ending)")
        if ending.error.contains("stopped;") {
            #expect(ending.error.contains("\nstopped; "), "its line is its own: \(ending)")
        }
    }
}

/// The store's write lock, in the hands of another program.
private struct Lock {
    private let probe: StoreProbe

    init(_ book: Book) throws {
        probe = try StoreProbe(book.path)
        try probe.script("BEGIN IMMEDIATE")
    }

    func release() throws { try probe.script("ROLLBACK") }
}

extension Running {
    /// Whether it has taken the signals from the system, to answer them itself; false of a process that has ended.
    fileprivate func isWatchingSignals() -> Bool {
        // Until it runs the program it has what this process has taken.
        let program = String(decoding: shell("readlink /proc/\(pid)/exe").output, as: UTF8.self)
        guard program.hasSuffix("/cairn\n") else { return false }
        let line = String(decoding: shell("grep SigCgt /proc/\(pid)/status").output, as: UTF8.self)
        let caught = line.split { $0 == "\t" || $0 == "\n" }.last
        let mask = caught.flatMap { UInt64($0, radix: 16) } ?? 0
        return [SIGINT, SIGTERM, SIGHUP].allSatisfy { mask & 1 << UInt64($0 - 1) != 0 }
    }
}
