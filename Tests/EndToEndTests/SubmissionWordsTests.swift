import Platform
import TestSupport
import Testing

/// What people read of a submission: each file counts once, under one word.
@Suite("The words about a submission", .inTurn) struct SubmissionWordsTests {
    let workspace: Scratch
    let job: String

    init() throws {
        workspace = try Scratch()
        for (index, name) in ["one", "two", "three"].enumerated() {
            let picture = Picture(width: 20, height: 20, color: [UInt8(index), 90, 30]).png
            try workspace.write("pictures/\(name).png", picture)
            if index == 0 { try workspace.write("pictures/eins.png", picture) }
            if index < 2 { try workspace.write("more/\(name)-2.png", picture) }
        }
        try Files.makeFolder(workspace.file("scans"))
        job = try workspace.writeJob(images: ["folder: pictures", "glob: more/*.png", "glob: scans/*.jpg"])
    }

    private let empty = "1 source matched nothing: scans/*.jpg"

    @Test func `copies are told from what was queued before, and a glob that matches nothing is no image`() async throws
    {
        let plan = try await workspace.cairn("plan", job, exits: 0)
        #expect(
            plan.lines.last
                == "plan of job: 6 files found, 3 copies, \(empty); to do it: `cairn run job.yaml`",
            "\(plan)")
        let first = try await workspace.cairn("submit", job, exits: 0)
        #expect(
            first.error.contains("\nrun 1 of job: 6 files found: 3 queued, 3 copies. \(empty)\n"), "\(first)")
        let second = try await workspace.cairn("submit", job, "--json", exits: 0)
        #expect(
            second.error.hasPrefix("run 1 of job: 6 files found: 3 already queued, 3 copies. \(empty)\n"), "\(second)")
        #expect(second.output.contains(#""already_queued":3,"copies":3,"#), "\(second)")
        let run = try await workspace.cairn("run", job, exits: 0)
        #expect(run.error.contains("run 1 of job: 3 of 3 images done"), "\(run)")
        let again = try await workspace.cairn("run", job, exits: 0)
        #expect(again.error.contains("job: 6 files found: 3 already answered, 3 copies. \(empty)\n"), "\(again)")
        let known = try await workspace.cairn("plan", job, exits: 0)
        #expect(
            known.lines.last == "plan of job: 6 files found, nothing to ask, 3 copies, \(empty)", "\(known)")
        try workspace.write("pictures/bad.png", "text")
        let night = try await workspace.cairn("nightly", job, exits: 1)
        #expect(night.output.contains("1 image: 1 new    known 3\n"), "\(night)")
        #expect(night.output.contains("\n  empty   \(empty)\n"), "\(night)")
        let failed = try await workspace.cairn("plan", job, exits: 0)
        #expect(
            failed.lines.last
                == "plan of job: 7 files found, nothing to ask, 3 copies, \(empty)",
            "\(failed)")
        let last = try await workspace.cairn("submit", job, exits: 0)
        #expect(
            last.error.hasPrefix("job: 7 files found: 3 already answered, 3 copies, 1 failed before. \(empty)\n"),
            "\(last)")
    }
}
