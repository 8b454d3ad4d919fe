import Glibc
import Platform
import TestSupport
import Testing

/// What a program does between its pictures, whose program it is, and when it is another one.
@Suite("A program between its pictures", .inTurn) struct CommandFaultTests {
    private let site: ProgramSite
    private var scratch: Scratch { site.scratch }

    init() throws { site = try ProgramSite() }

    private var answered: Int { get throws { try scratch.book.number("SELECT count(DISTINCT image_id) FROM labels") } }
    private var asked: Int { get throws { try Files.text(scratch.file("asked")).split(separator: "\n").count } }

    /// Replaces a part of a file that is there once.
    private func edit(_ name: String, _ old: String, _ new: String) throws {
        let text = try Files.text(scratch.file(name))
        #expect(text.ranges(of: old).count == 1, "\(text)")
        try scratch.write(name, text.replacing(old, with: new))
    }

    @Test(arguments: [
        "answer(task); sys.exit(0)", "answer(task); say('done')",
        "answer(task); print('\\n'.join(['{\"alive\": true}'] * 4200), flush=True)",
    ])
    func `what it does behind an answer fails no picture`(behind: String) async throws {
        try site.writeProgram()
        try edit("tagger.py", "    answer(task)\n", "    \(behind)\n")
        let job = try site.writeJob(retry: "attempts: 1, crashes: 1")
        let ending = try await scratch.cairn("run", job, exits: 0)
        #expect(try answered == 6, "\(ending)")
    }

    @Test func `it lives ten times as long as a picture may take, and no longer`() async throws {
        try site.writeProgram(bad: "while True: say({'alive': True})")
        let job = try site.writeJob(retry: "attempts: 1, timeout: 1s")
        try await scratch.cairn("run", job, exits: 1)
        #expect(try scratch.book.rows("SELECT path, code FROM failures") == [["pictures/3.png", "TIMEOUT"]])
        #expect(try answered == 5)
    }

    @Test func `other words of run ask again, wherever a slash is in them`() async throws {
        try site.writeProgram()
        let job = try site.writeJob()
        try edit("job.yaml", "tagger.py]", "tagger.py, 'http://gpu1:80/v1']")
        try await scratch.cairn("run", job, exits: 0)
        try await scratch.cairn("run", job, exits: 0)
        #expect(try asked == 6)
        try edit("job.yaml", "gpu1", "gpu2")
        try await scratch.cairn("run", job, exits: 0)
        #expect(try asked == 12)
    }

    /// The manifest is the user's own; what it runs is not.
    @Test func `a program that another user owns is not run for a store`() async throws {
        guard getuid() == 0 else { return }
        try site.writeProgram()
        let job = try site.writeJob()
        try await scratch.cairn("submit", job, exits: 0)
        try await scratch.run("chown", "65534", "tagger.py")
        let refused = try await scratch.cairn("work", exits: 3)
        #expect(refused.error.contains("tagger.py belongs to another user"), "\(refused)")
        #expect(refused.error.contains("python3 tagger.py"), "\(refused)")
        try await scratch.cairn("work", "--trust", exits: 0)
        #expect(try answered == 6)
    }
}
