import Glibc
import Platform
import TestSupport
import Testing

@Suite("A store that is taken away while it is in use", .inTurn) struct LostStoreTests {
    let scratch: Scratch

    init() throws { scratch = try Scratch() }

    /// A way to take the store away, and what is said of it.
    struct Loss: CustomTestStringConvertible, Sendable {
        let script: String
        let words: [String]
        /// What brings everything back; nil where something is lost.
        var remedy: String?

        var testDescription: String { script }
    }

    static let losses = [
        Loss(script: "rm cairn.db", words: ["was deleted", "restore a backup"]),
        Loss(
            script: "mv cairn.db backup.db", words: ["was moved to", "backup.db", "such as `mv "],
            remedy: "mv backup.db cairn.db"),
        Loss(script: "mv old.db cairn.db", words: ["was replaced by another file", "cairn.db-wal"]),
        Loss(script: "cp --remove-destination old.db cairn.db", words: ["was replaced by another file"]),
        Loss(script: "cp old.db cairn.db", words: ["another program has written into the store", "cairn.db-wal"]),
        Loss(script: ": > cairn.db", words: ["another program has written into the store"]),
        Loss(script: "rm cairn.db-wal", words: ["cairn.db-wal", "was deleted or replaced", "doctor"], remedy: "true"),
        Loss(script: ": > cairn.db-wal", words: ["cairn.db-wal", "was cut", "restore a whole copy"]),
        Loss(script: "sqlite3 cairn.db '.timeout 9000' '.restore old.db'", words: ["an earlier state was put back"]),
        Loss(script: "rm cairn.db-shm", words: ["cairn.db-shm", "was deleted or replaced"], remedy: "true"),
        Loss(script: "mkdir away; mv cairn.db* away", words: ["was moved to", "away/cairn.db"], remedy: "mv away/* ."),
    ]

    /// A store whose file has changed since it was copied to `old.db`, with images that wait.
    private func site(_ peer: Peer, images: Int = 96) async throws -> VisionSite {
        let site = try VisionSite(peer, marks: 1..<9)
        let job = try site.writeJob()
        try await site.cairn("submit", job, exits: 0)
        try await site.scratch.run("cp", "cairn.db", "old.db")
        try site.writePictures(9..<images + 1)
        try await site.cairn("submit", job, exits: 0)
        return site
    }

    @Test(arguments: losses)
    func `stops a worker before another unit is spent, with what was in flight`(_ loss: Loss) async throws {
        let peer = try await VisionSite.peer(in: scratch)
        let site = try await site(peer)
        try peer.misbehave(#"{"kind": "hold"}"#, when: #"{"from": 3}"#)
        let running = try site.start("work")
        try await offPool { try peer.wait(held: 1) }
        #expect(try site.units().count == 48)
        try await site.scratch.run("bash", "-c", loss.script)
        try peer.misbehave("[]")
        try peer.release()
        let ending = await running.end()
        #expect(ending.status == 3, "\(ending)")
        let path = "\(site.scratch.file("cairn.db"))"
        for word in loss.words + [path, "16 units of 16 images were sent and not recorded"] {
            #expect(ending.error.contains(word), "`\(word)` is not said: \(ending)")
        }
        #expect(try site.units().count == 48, "\(ending)")
        guard let remedy = loss.remedy else { return }
        try await site.scratch.run("bash", "-c", remedy)
        try await site.cairn("work", exits: 0)
        #expect(try site.tasks() == "done 96")
        #expect(try site.books() == "96 settled, 16 uncertain")
        #expect(try site.units().count == 112)
        try await site.audit()
    }

    @Test(arguments: ["rm cairn.db", "rm cairn.db-wal"])
    func `a store that is taken away while it is in use stops every worker`(_ script: String) async throws {
        let peer = try await VisionSite.peer(in: scratch)
        // More than one worker claims.
        let site = try await site(peer, images: 160)
        try peer.misbehave(#"{"kind": "hold"}"#, when: #"{"from": 3}"#)
        let running = try (0..<2).map { _ in try site.start("work") }
        try await offPool { try peer.wait(held: 2) }
        let spent = try site.units().count
        try await site.scratch.run("bash", "-c", script)
        try peer.misbehave("[]")
        try peer.release()
        for one in running {
            let ending = await one.end()
            #expect(ending.status == 3 && ending.error.contains("16 units of 16 images were sent"), "\(ending)")
        }
        #expect(try site.units().count == spent)
        guard script == "rm cairn.db-wal" else { return }
        // Whichever worker ended last, what both had recorded was saved.
        try await site.cairn("work", exits: 0)
        #expect(try site.books() == "160 settled, 32 uncertain")
        try await site.audit()
    }

    @Test func `a store that is taken away while it is in use stops a local model's worker`() async throws {
        let site = try Scratch()
        try site.writePictures(1000, seed: 5, areLarge: true)
        let job = try site.writeJob()
        let running = try site.startCairn("run", job)
        try await running.waits(then: SIGSTOP) { try site.hasStore() && site.answers() > 0 }
        try Files.remove(site.file("cairn.db"))
        running.send(SIGCONT)
        let ending = await running.end()
        #expect(ending.status == 3 && ending.error.contains("was deleted while it was in use"), "\(ending)")
        #expect(ending.error.contains("nothing was in flight"), "\(ending)")
    }

    @Test func `the very bytes of its file may be written over it, and nothing is lost`() async throws {
        let peer = try await VisionSite.peer(in: scratch)
        let site = try await site(peer)
        try await site.scratch.run("cp", "cairn.db", "same.db")
        try peer.misbehave(#"{"kind": "hold"}"#, when: #"{"from": 3}"#)
        let running = try site.start("work")
        try await offPool { try peer.wait(held: 1) }
        // All that came since lies in the log.
        try await site.scratch.run("dd", "if=same.db", "of=cairn.db", "conv=notrunc", "status=none")
        try peer.misbehave("[]")
        try peer.release()
        let ending = await running.end()
        #expect(ending.status == 0, "\(ending)")
        #expect(try site.books() == "96 settled, 0 uncertain")
        try await site.audit()
    }

    @Test func `a store that is taken away while it is in use ends a submission`() async throws {
        let site = try Scratch()
        try site.writePictures(2, in: "a", seed: 6)
        try site.writePictures(2, in: "b", seed: 7)
        let job = try site.writeJob(images: ["list: \"-\""])
        let names = site.file("names")
        #expect(mkfifo(names.description, 0o600) == 0)
        let input = open(names.description, O_RDWR | O_CLOEXEC)
        // What kind of list it is shows in its first 8 KiB; what one folder holds is queued when the next one is named.
        let text = String(repeating: "# \(String(repeating: "-", count: 97))\n", count: 82) + "a/0.png\nb/0.png\n"
        #expect(write(input, text, text.utf8.count) == text.utf8.count)
        let running = try site.startCairn("submit", job, input: names)
        try await running.waits { try site.hasStore() && site.book.number("SELECT count(*) FROM images") == 1 }
        try Files.remove(site.file("cairn.db"))
        #expect(write(input, "a/1.png\n", 8) == 8)
        close(input)
        let ending = await running.end()
        #expect(ending.status == 3 && ending.error.contains("was deleted while it was in use"), "\(ending)")
    }

    @Test func `a store that is taken away while it is in use ends status --watch`() async throws {
        let peer = try await VisionSite.peer(in: scratch)
        let site = try VisionSite(peer, marks: 1..<3)
        try await site.cairn("submit", try site.writeJob(), exits: 0)
        let watch = try site.start("status", "--watch", "--json", "--interval", "100ms")
        try await watch.waits { try JSONText.lines(of: watch.outputLog).count >= 2 }
        try Files.rename(site.scratch.file("cairn.db"), to: site.scratch.file("backup.db"))
        let ending = await watch.end()
        #expect(ending.status == 3 && ending.error.contains("was moved to"), "\(ending)")
    }
}
