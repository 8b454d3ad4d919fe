import JobBench
import Platform
import SQLiteStore
import Storage
import TestSupport
import Testing
import Domain

@testable import Submitting

/// Images that a query picks out of what other jobs show.
@Suite struct QueriedImagesTests {
    let bench: Bench

    init() throws {
        bench = try Bench()
        _ = try bench.run(try bench.job("coarse"))
    }

    private func fine(_ sql: String) throws -> Job {
        try bench.job("fine", images: "[{from: [coarse], sql: \"\(sql)\"}]")
    }

    private func submit(_ job: Job, within limit: TimeSpan = .seconds(60)) throws -> SubmissionResult {
        var submitter = bench.submitter()
        submitter.queryLimit = limit
        return try submitter.submit(job, manifest: bench.folder.appending("fine.yaml"))
    }

    @Test func `rows are counted by what they are`() throws {
        let rows = "SELECT NULL AS image_id UNION ALL SELECT image_id FROM labels UNION ALL SELECT NULL"
        let found = try submit(try fine(rows))
        #expect(found.found == 4 && found.answered == 4 && found.imagesGiven == [4])
        #expect(found.rowsWithoutImage == 2 && found.repeatedRows > 0 && !found.hasFailedQuery)
        #expect(try bench.store.problems().isEmpty)
    }

    /// A recursion that SQLite can stop, and a function that it cannot: some seconds of work on a thread that is left
    /// behind, and no more, for the other tests want the processor.
    @Test(arguments: [
        "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT max(i) AS image_id FROM n",
        "SELECT instr(hex(zeroblob(400000)), hex(zeroblob(200000)) || 'x') AS image_id",
    ])
    func `a query that does not end is a source that cannot be read`(sql: String) throws {
        _ = try submit(try fine("SELECT image_id FROM job_images"))
        let found = try submit(try fine(sql), within: TimeSpan(milliseconds: 200))
        #expect(found.hasFailedQuery && found.brokenSources == 1 && !found.isInterrupted)
        #expect(found.problems.first?.hasSuffix("; ask for less") == true, "\(found.problems)")
        #expect(try bench.ask("SELECT count(*) FROM job_images WHERE job = 'fine'") == "4")
    }
}
