import Glibc
import Platform
import TestSupport
import Testing

@Suite("cairn quota settle --from", .inTurn) struct BillingExportTests {
    let scratch: Scratch

    init() throws { scratch = try Scratch() }

    /// Writes the console's cost table of today, by what the peer has counted.
    private func writeExport(of site: VisionSite, project: String = "tower-1", more: Int = 0) throws {
        let day = try site.scratch.book.column("SELECT DISTINCT day FROM ledger").joined()
        let metered = try site.units().count + more
        try site.scratch.write(
            "bill.csv",
            """
            Invoice number,1234567890\r
            Total amount due,"$1,000.00"\r
            Project ID,Service description,SKU description,Credit type,Cost type,Usage start date,Usage end \
            date,Usage amount,Usage unit\r
            \(project),Cloud Vision API,Label Detection Operations,,Usage,\(day),\(day),"\(metered)",count\r
            \(project),Cloud Vision API,Label Detection Operations,Free tier,Usage,\(day),\(day),"\(metered)",count\r
            other,Compute Engine,Core,,Usage,\(day),\(day),"1,234.5",hour\r
            ,,,,Total,,,,\r

            """)
    }

    @Test func `closes what a killed process left in doubt as the vendor has counted it`() async throws {
        let peer = try await VisionSite.peer(in: scratch)
        let site = try VisionSite(peer, marks: 1..<41, clock: try await SetClock(in: scratch))
        // The first request is answered; two more are billed, and their answers never arrive.
        try peer.misbehave(#"{"kind": "hold"}"#, when: #"{"from": 2}"#)
        let running = try site.start("run", try site.writeJob(more: ["pace: {inFlight: 2}"]))
        try await offPool { try peer.wait(held: 2) }
        try await running.waits(then: SIGKILL) { try site.scratch.answers() == 16 }
        _ = await running.end()
        try peer.misbehave("[]")
        try peer.release()
        try await site.cairn("work", exits: 0)
        #expect(try site.books() == "40 settled, 24 uncertain")

        try writeExport(of: site)
        let young = try await site.cairn("quota", "settle", "--from", "bill.csv", exits: 1)
        #expect(young.error.contains("two days after the last day") && young.error.contains("--force"), "\(young)")
        let dry = try await site.cairn("quota", "settle", "--from", "bill.csv", "--force", "--dry-run", exits: 0)
        #expect(dry.error.contains("24 uncertain units would be closed, 24 of them as billed"), "\(dry)")
        #expect(try site.books() == "40 settled, 24 uncertain")
        try writeExport(of: site, more: 1)
        let many = try await site.cairn("quota", "settle", "--from", "bill.csv", "--force", exits: 1)
        #expect(many.error.contains("the vendor counts 65, and at most 64 were sent"), "\(many)")
        try writeExport(of: site, more: -25)
        let few = try await site.cairn("quota", "settle", "--from", "bill.csv", "--force", exits: 1)
        #expect(few.error.contains("the vendor counts 39, and 40 were answered"), "\(few)")
        #expect(try site.books() == "40 settled, 24 uncertain")
        try writeExport(of: site, more: -4)
        let closed = try await site.cairn("quota", "settle", "--from", "bill.csv", "--force", "--json", exits: 0)
        #expect(try JSONText(closed.outputBytes)[0]["closed_billed"] == .number(20), "\(closed)")
        #expect(try site.books() == "60 settled, 0 uncertain")
        #expect(try site.scratch.book.number("SELECT count(*) FROM ledger WHERE state = 'released'") == 4)
        #expect(try await site.scratch.cairn("doctor").status == 0)
    }

    @Test func `refuses sums beyond all counting with file, line and column`() async throws {
        let head = "Project ID,Service description,SKU description,Usage start date,Usage end date,Usage amount"
        for sku in ["Label Detection Operations", "Unheard-of Operations"] {
            let line = "p,Cloud Vision API,\(sku),2026-10-01,2026-10-31,999999999999999"
            let lines = [head] + Array(repeating: line, count: 9_224)
            try scratch.write("bill.csv", lines.joined(separator: "\n"))
            let ending = try await scratch.cairn("quota", "settle", "--from", "bill.csv", exits: 2)
            let column = line.utf8.count - 14
            #expect(ending.error.hasPrefix("cairn: bill.csv:9225:\(column): the units of"), "\(ending)")
        }
    }

    @Test func `names what it cannot use, and changes nothing`() async throws {
        let peer = try await VisionSite.peer(in: scratch)
        let site = try VisionSite(peer, marks: 1..<3, clock: try await SetClock(in: scratch))
        try await site.cairn("run", try site.writeJob(), exits: 0)
        try writeExport(of: site, project: "elsewhere")
        for (words, part) in [
            ([], "no account is called like a project of the export (elsewhere); the store knows tower-1"),
            (["--account", "nobody"], "no account nobody"), (["--billed"], "--from says what was billed"),
        ] as [([String], String)] {
            let command = [Place.cairn.description, "quota", "settle", "--from", "bill.csv"] + words
            let ending = try await site.scratch.start(command).end()
            #expect(ending.status == 2 && ending.error.contains(part), "\(ending)")
        }
        let named = try await site.cairn(
            "quota", "settle", "--from", "bill.csv", "--account", "tower-1", "--force", exits: 0)
        #expect(named.output.contains("agrees"), "\(named)")
        try site.scratch.write("bill.csv", "Project ID,SKU description\n\"p,\n")
        let broken = try await site.cairn("quota", "settle", "--from", "bill.csv", exits: 2)
        #expect(broken.error.contains("bill.csv:1:1: the export lacks the columns Service description"), "\(broken)")
        let gone = try await site.cairn("quota", "settle", "--from", "gone.csv", exits: 2)
        #expect(gone.error.contains("gone.csv"), "\(gone)")
        let alone = try await site.cairn("quota", "settle", "--billed", "--dry-run", exits: 2)
        #expect(alone.error.contains("--from"), "\(alone)")
    }
}
