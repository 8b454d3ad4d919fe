import Glibc
import Platform
import TestSupport
import Testing

/// A disk that fills up after requests were sent: what comes back is billed.
@Suite("A full disk while answers come", .inTurn) struct FullDiskTests {
    private let scratch: Scratch
    private let peer: Peer
    /// While this file is there, SQLite writes into a full disk.
    private let full: FilePath

    init() async throws {
        scratch = try Scratch()
        peer = try await VisionSite.peer(in: scratch)
        full = scratch.file("full")
        try await scratch.run(
            "cc", "-shared", "-fPIC", "-O1", "-o", scratch.file("fail.so").description,
            packageRoot.appending("Tests/Torture/fail.c").description, "-ldl")
    }

    /// A run whose first request is answered and whose other three have left when the disk fills up; the answers come.
    private func fillUp(cap: String, error: Int32 = ENOSPC) async throws -> (VisionSite, Running) {
        let site = try VisionSite(
            peer, marks: 1..<57,
            environment: [
                "VISION_KEY": VisionSite.key, "LD_PRELOAD": scratch.file("fail.so").description,
                "FAIL_CALL": "store", "FAIL_AT": "1", "FAIL_ON": "1", "FAIL_ERRNO": "\(error)",
                "FAIL_WHILE": full.description,
            ])
        try site.writeJob(more: ["pace: {inFlight: 3}"])
        let job = site.scratch.file("job.yaml")
        try Files.write(job, Array(try Files.text(job).replacing("cap: 20ms", with: "cap: \(cap)").utf8))
        try peer.misbehave(#"{"kind": "hold"}"#, when: #"{"number": [2, 3, 4]}"#)
        let running = try site.start("run", "job.yaml")
        try await offPool { try peer.wait(held: 3) }
        try await running.waits { try site.scratch.book.number("SELECT count(*) FROM answer") == 16 }
        try Files.write(full, [])
        try peer.release()
        return (site, running)
    }

    @Test(arguments: [ENOSPC, EDQUOT, EFBIG])
    func `answers wait for room, and nothing is billed twice`(error: Int32) async throws {
        let (site, running) = try await fillUp(cap: "60s", error: error)
        try await running.waits { try Files.text(running.errorLog).contains("the disk of the store") }
        #expect(try site.scratch.book.number("SELECT count(*) FROM answer") == 16)
        try Files.remove(full)
        let ending = await running.end()
        #expect(ending.status == 0, "\(ending)")
        let notice =
            "the disk of the store is full, or a quota or `ulimit -f` is reached; what has come is kept in memory and "
            + "written as soon as there is room; make some within 60 s\n"
        #expect(ending.error.contains(notice), "\(ending)")
        #expect(try site.tasks() == "done 56")
        #expect(try site.books() == "56 settled, 0 uncertain")
        #expect(try site.units().count == 56 && site.requests().count == 4)
        try await site.audit()
    }

    @Test(
        arguments: [
            (ENOSPC, "the disk of the store cairn.db is full; free some space"),
            (EDQUOT, "the quota on the disk of the store cairn.db is used up; free some space"),
            (EFBIG, "the store cairn.db may grow no further; allow more with `ulimit -f unlimited`"),
        ]) func `a disk that stays full ends the work, and what was sent is uncertain`(error: Int32, words: String)
        async throws
    {
        let (site, running) = try await fillUp(cap: "1s", error: error)
        let ending = await running.end()
        #expect(ending.status == 3, "\(ending)")
        #expect(ending.error.contains("\(words) and run the same command again, what is finished is kept"), "\(ending)")
        #expect(try site.requests().count == 4)
        try Files.remove(full)
        try await site.cairn("run", "job.yaml", exits: 0)
        #expect(try site.tasks() == "done 56")
        #expect(try site.books() == "56 settled, 40 uncertain")
        try await site.audit()
    }
}
