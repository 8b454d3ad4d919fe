import Corpora
import Invoices
import TestSupport
import Testing
import Domain

@Suite struct BillingExportTests {
    @Test(arguments: ["\r\n", "\n", "\r"])
    func `a billing export of the console is read behind its preamble, whatever ends its lines`(newline: String) throws
    {
        let bytes = Exports.console(
            [
                Exports.line("1,204"), Exports.line("12.000", "Document Text Detection Operations", from: "2026-10-03"),
                Exports.line("7", service: "Compute Engine"),
                Exports.line("3", "Label Detection Operations", project: "b"),
            ], newline: newline)
        #expect(
            try Exports.words(bytes) == [
                "b LABEL_DETECTION 2026-10-01 2026-10-31 3",
                "project DOCUMENT_TEXT_DETECTION 2026-10-03 2026-10-31 12",
                "project LABEL_DETECTION 2026-10-01 2026-10-31 1204",
            ])
        #expect(try BillingExport(bytes).projects == ["b", "project"])
        #expect(try BillingExport(bytes).warnings == [])
    }

    @Test func `a billing export counts no usage twice that a credit is given for, and no tax`() throws {
        let bytes = Exports.console([
            Exports.line("1,000"), Exports.line("1,000", credit: "Free tier"), Exports.line("9", kind: "Adjustment"),
        ])
        #expect(try Exports.words(bytes) == ["project LABEL_DETECTION 2026-10-01 2026-10-31 1000"])
        #expect(try BillingExport(bytes).warnings.count == 1)
    }

    @Test func `a billing export names what it has no feature for`() throws {
        let export = try BillingExport(
            Exports.console([
                Exports.line("5", "Product Search Operations"), Exports.line("6", "Product Search Operations"),
                Exports.line("1", "label detection OPERATIONS"),
            ]))
        #expect(export.usage.count == 1)
        #expect(
            export.warnings.first?.contains("11 units of an unknown feature: Product Search Operations") == true,
            "\(export.warnings)")
    }

    @Test func `a billing export of BigQuery is in UTC and by the hour; days are the vendor's`() throws {
        #expect(
            try Exports.words(
                Exports.query([
                    "2026-10-02 07:00:00 UTC,2026-10-02 06:00:00 UTC,5,Label Detection Operations,Cloud Vision API,p",
                    "2026-10-02 08:00:00 UTC,2026-10-02 07:00:00 UTC,6,Label Detection Operations,Cloud Vision API,p",
                    "2026-10-02T09:00:00Z,2026-10-02T08:00:00.000Z,7,Label Detection Operations,Cloud Vision API,p",
                    // In winter time, an hour that lies on two UTC days and one Pacific.
                    "2026-12-02 00:30:00+00:00,2026-12-01 23:30:00 UTC,8,Label Detection Operations,Cloud Vision API,p",
                ])) == [
                    "p LABEL_DETECTION 2026-10-01 2026-10-01 5", "p LABEL_DETECTION 2026-10-02 2026-10-02 13",
                    "p LABEL_DETECTION 2026-12-01 2026-12-01 8",
                ])
    }

    @Test func `a billing export takes together what has days in common`() throws {
        #expect(
            try Exports.words(
                Exports.console([
                    Exports.line("5", from: "2026-10-04", to: "2026-10-06"),
                    Exports.line("2", from: "2026-10-01", to: "2026-10-02"),
                    Exports.line("1", from: "2026-10-02", to: "2026-10-02"),
                    Exports.line("9", from: "2026-10-05", to: "2026-10-08"),
                    Exports.line("4", from: "2026-10-03", to: "2026-10-03"),
                ])) == [
                    "project LABEL_DETECTION 2026-10-01 2026-10-02 3",
                    "project LABEL_DETECTION 2026-10-03 2026-10-03 4",
                    "project LABEL_DETECTION 2026-10-04 2026-10-08 14",
                ])
    }

    @Test(arguments: [
        (Exports.line("12.5"), "\"12.5", "whole units"), (Exports.line("1.000,5"), "\"1.000", "whole units"),
        (Exports.line("12,34"), "\"12,34", "whole units"), (Exports.line("-3"), "\"-3", "whole units"),
        (Exports.line("5", unit: "1K count"), "1K count", "found it in `1K count`"),
        (Exports.line("5", from: "01/10/2026"), "01/10/2026", "found `01/10/2026`"),
        (Exports.line("5", to: "2026-02-30"), "2026-02-30", "found `2026-02-30`"),
        (Exports.line("5", to: "2026-09-30"), "2026-09-30", "before it begins"), ("a,b,c", "a", "3 fields"),
        ("\"a,b,c", "\"a", "never closed"), ("\"a\"b,c", "b", "closing quote"),
    ])
    func `a billing export that has a line that is not understood is refused with its place`(
        line: String, at field: String, words: String
    ) throws {
        let problem = try #require(Exports.problem(Exports.console([line])))
        let column = try #require(line.firstRange(of: field)).lowerBound
        #expect(problem.line == 10 && problem.column == line[..<column].utf8.count + 1, "\(problem)")
        #expect(problem.reason.contains(words), "\(problem)")
    }

    @Test(arguments: [
        ("SKU description,Usage amount", 1, "columns Project ID, Service description, Usage start date"),
        ("\(Exports.header),Usage amount", Exports.header.utf8.count + 2, "twice"),
        ("a;b;c\n1;2;3", 1, "no line names the columns"), ("", 1, "no line names the columns"),
    ])
    func `a billing export without the columns it needs is refused`(text: String, column: Int, words: String) throws {
        let problem = try #require(Exports.problem(Array(text.utf8)))
        #expect(problem.line == 1 && problem.column == column && problem.reason.contains(words), "\(problem)")
    }

    /// Lines of units that together may be more than 64 bits hold, of some days and features.
    @Test(arguments: UInt64(1)...2)
    func `a billing export sums up what 64 bits hold, and names the line where it does not`(
        seed: UInt64
    ) throws {
        var random = Seeded(seed)
        let skus = seed.isMultiple(of: 2) ? ["Label Detection Operations"] : ["Unheard-of Operations"]
        var lines: [String] = []
        var sums: [String: (sum: Int, isTooLarge: Bool)] = [:]
        var firstTooLarge: Int?
        for number in 0..<Int.random(in: 9300...9500, using: &random) {
            let units = Int.random(in: 999_000_000_000_000...999_999_999_999_999, using: &random)
            let sku = skus.randomElement(using: &random) ?? ""
            lines.append("p,Cloud Vision API,\(sku),2026-10-01,2026-10-31,\(units)")
            let (sum, isTooLarge) = (sums[sku]?.sum ?? 0).addingReportingOverflow(units)
            if isTooLarge, firstTooLarge == nil { firstTooLarge = number }
            sums[sku] = (sum, isTooLarge)
        }
        let head = "Project ID,Service description,SKU description,Usage start date,Usage end date,Usage amount"
        let export = Array(([head] + lines).joined(separator: "\n").utf8)
        guard let firstTooLarge else {
            #expect(Exports.problem(export) == nil, "seed \(seed)")
            return
        }
        let problem = try #require(Exports.problem(export), "seed \(seed)")
        #expect(problem.line == 2 + firstTooLarge && problem.column > 1, "seed \(seed): \(problem)")
        #expect(problem.reason.contains("come to more than 9223372036854775807"), "seed \(seed): \(problem)")
    }

    @Test func `a billing export cut or changed anywhere is read or refused, and never more`() {
        let whole = Exports.console([Exports.line("1,204"), Exports.line("12", project: "a\"\"b")])
        var random = Seeded(8)
        for _ in 0..<2000 {
            var bytes = Array(whole.prefix(Int.random(in: 0...whole.count, using: &random)))
            for _ in 0..<3 where !bytes.isEmpty {
                bytes[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
            }
            if let problem = Exports.problem(bytes) { #expect(problem.line >= 1 && problem.column >= 1) }
        }
    }
}
