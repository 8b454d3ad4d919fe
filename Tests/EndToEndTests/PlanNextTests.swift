import Platform
import TestSupport
import Testing

/// The last line of a plan.
@Suite(.inTurn) struct `What a plan proposes` {
    let scratch: Scratch

    init() throws { scratch = try Scratch() }

    @Test func `proposes what can be done: a pause, a cap and another store come first`() async throws {
        let peer = try await VisionSite.peer(in: scratch)
        let site = try VisionSite(peer, marks: 1..<4)
        try site.writeJob()
        try await site.cairn("submit", "job.yaml", exits: 0)
        try await site.cairn("pause", "1", exits: 0)
        let paused = try await site.cairn("plan", "job.yaml", exits: 0)
        #expect(
            paused.lines.last?.hasSuffix(
                "; run 1 is paused; to do it: `cairn resume 1`, and then `cairn run job.yaml`") == true, "\(paused)")
        try await site.cairn("resume", "1", exits: 0)
        try site.writeJob(more: ["budget: {month: {units: 0}}"])
        let capped = try await site.cairn("plan", "job.yaml", exits: 0)
        let last = capped.lines.last ?? ""
        #expect(last.contains("; the cap for the job this month leaves no room until 2"), "\(capped)")
        #expect(last.hasSuffix("; to continue now, raise budget.month and run `cairn run job.yaml`"), "\(capped)")
        try site.writeJob()
        try Files.makeFolder(site.scratch.file("home"))
        let far = try await site.scratch.bash("cd home; env -u CAIRN_STORE $cairn plan ../job.yaml")
        #expect(
            far.lines.last?.hasSuffix(
                "; there is no store \(site.scratch.file("home/cairn.db")) yet, and one lies beside the manifest: "
                    + "`cairn plan ../job.yaml --store \(site.scratch.file("cairn.db"))`") == true, "\(far)")
        #expect(Files.names(in: site.scratch.file("home")).isEmpty)
    }
}
