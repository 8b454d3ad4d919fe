import Platform
import TestSupport
import Testing

/// A job that asks the same with more or fewer results.
@Suite("Another number of results", .inTurn) struct KeptAnswersTests {
    let scratch: Scratch
    /// Pictures of which the service has from 3 to 11 labels; of two of them it has 10 or more.
    private let marks = 1..<13

    init() throws { scratch = try Scratch() }

    private func labels(_ mark: Int) -> Int { 3 + mark % 9 }

    private func write(_ site: VisionSite, _ most: Int, _ more: String...) throws {
        try site.writeJob(features: ["{type: LABEL_DETECTION, maxResults: \(most)}"] + more)
    }

    /// How many labels the job shows of each picture, as many as the service has or fewer.
    private func expect(
        atMost most: Int, _ site: VisionSite, sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        #expect(
            try site.scratch.book.rows("SELECT path, count(*) FROM labels GROUP BY path ORDER BY path")
                == marks.map { ["pictures/\($0).png", "\(min(most, labels($0)))"] }.sorted { $0[0] < $1[0] },
            sourceLocation: sourceLocation)
    }

    @Test func `is answered from the kept responses, which are asked again only where they were cut`() async throws {
        let site = try VisionSite(try await VisionSite.peer(in: scratch), marks: marks)
        try write(site, 10)
        try await site.cairn("run", "job.yaml", exits: 0)
        try expect(atMost: 10, site)

        try write(site, 3)
        let fewer = try await site.cairn("plan", "job.yaml", exits: 0)
        #expect(
            fewer.output.contains("  known   12 images ") && fewer.output.contains("  kept    12 answers "), "\(fewer)")
        let quiet = try await site.cairn("nightly", "job.yaml", exits: 0)
        #expect(quiet.output.isEmpty, "\(quiet)")
        try expect(atMost: 3, site)
        #expect(try site.units().count == 12)

        try write(site, 10)
        try await site.cairn("nightly", "job.yaml", exits: 0)
        try expect(atMost: 10, site)
        #expect(try site.units().count == 12)

        try write(site, 20)
        let more = try await site.cairn("plan", "job.yaml", exits: 0)
        #expect(more.output.contains("  asks    2 images (2 of other parameters): 2 units, "), "\(more)")
        #expect(
            more.output.contains("  kept    10 answers of more or fewer results read from kept responses,"), "\(more)")
        let asked = try await site.cairn("run", "job.yaml", exits: 0)
        #expect(asked.error.contains("10 answers of more or fewer results read from kept responses"), "\(asked)")
        try expect(atMost: 20, site)
        #expect(try site.units().count == 14)

        // What was read from a response stays what it is when all are read again.
        let again = try await site.cairn("results", "reparse", exits: 0)
        #expect((again.output + again.error).contains("none changed"), "\(again)")
        try write(site, 3)
        try await site.cairn("run", "job.yaml", exits: 0)
        try expect(atMost: 3, site)
        #expect(try site.units().count == 14)
        try await site.audit("kept")
    }

    @Test func `beside a feature that is new asks that feature alone`() async throws {
        let site = try VisionSite(try await VisionSite.peer(in: scratch), marks: 1..<9)
        try write(site, 10)
        try await site.cairn("run", "job.yaml", exits: 0)
        try write(site, 3, "LANDMARK_DETECTION")
        let plan = try await site.cairn("plan", "job.yaml", exits: 0)
        #expect(plan.output.contains("  asks    8 images (8 of another feature): 8 units, "), "\(plan)")
        try await site.cairn("nightly", "job.yaml", exits: 0)
        #expect(try site.units().count == 16)
        try await site.audit("a new feature")
    }

    @Test func `is asked where what is sent is another picture, or the response was not kept`() async throws {
        let site = try VisionSite(try await VisionSite.peer(in: scratch), marks: 1..<5)
        try write(site, 10)
        try await site.cairn("run", "job.yaml", exits: 0)
        try site.writeJob(
            features: ["{type: LABEL_DETECTION, maxResults: 3}"], more: ["prepare: {quality: 84}"])
        try await site.cairn("nightly", "job.yaml", exits: 0)
        #expect(try site.units().count == 8)
        try await site.scratch.run("sqlite3", "cairn.db", "DELETE FROM response")
        try site.writeJob(
            features: ["{type: LABEL_DETECTION, maxResults: 2}"], more: ["prepare: {quality: 84}"])
        try await site.cairn("nightly", "job.yaml", exits: 0)
        #expect(try site.units().count == 12)
    }
}
