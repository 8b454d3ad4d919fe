import Platform
import TestSupport
import Testing

/// The sample jobs end as the tables of Jobs/README.md say, on a machine that has nothing but a clone.
@Suite("The sample jobs", .inTurn) struct SampleJobTests {
    /// A row of the page.
    struct Row: CustomTestStringConvertible, Sendable {
        let file: String
        let status: Int32
        /// What the command says; empty where nothing is promised.
        let message: String
        var testDescription: String { file }
    }

    private static let rows: [Row] = {
        let page = (try? Files.text(packageRoot.appending("Jobs/README.md"))) ?? ""
        return page.split(separator: "\n").compactMap { line in
            let cells = line.split(separator: "|").map { $0.split(separator: " ").joined(separator: " ") }
            guard cells.count >= 3, cells[0].hasSuffix(".yaml`"), let status = Int32(cells[2]) else { return nil }
            let message = cells.count > 3 ? cells[3].replacing("`", with: "") : ""
            return Row(file: cells[0].replacing("`", with: ""), status: status, message: message)
        }
    }()

    @Test func `the page has every sample job`() {
        let jobs = packageRoot.appending("Jobs")
        let rollout = Files.names(in: jobs.appending("rollout")).map { "rollout/\($0)" }
        let files = (Files.names(in: jobs) + rollout).filter { $0.hasSuffix(".yaml") }
        #expect(Set(Self.rows.map(\.file)) == Set(files) && Self.rows.count == files.count)
    }

    @Test(arguments: rows) func `check and run of a sample job end as the page says`(row: Row) async throws {
        let clone = try Scratch()
        try await clone.run("cp", "-r", packageRoot.appending("Jobs").description, clone.file("Jobs").description)
        // No service is asked: a port that no program listens on stands before all of them.
        let closed = "127.0.0.1:9"
        let environment = ["https_proxy": "http://\(closed)", "no_proxy": "", "GCE_METADATA_HOST": closed]
        let checked = try await clone.cairn("check", "Jobs/\(row.file)", exits: 0, environment: environment)
        #expect(checked.error.contains(" is valid"), "\(checked)")
        let ran = try await clone.cairn(
            "run", "--store", "jobs.db", "Jobs/\(row.file)", exits: row.status, environment: environment)
        #expect(ran.error.contains(row.message), "\(ran)")
        if row.status == 0 {
            #expect(ran.error.contains(" images done") || ran.error.contains("1 of 1 image done"), "\(ran)")
        }
    }
}
