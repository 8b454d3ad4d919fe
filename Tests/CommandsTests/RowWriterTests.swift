import SQLiteStore
import Storage
import Commands
import TestSupport
import Testing

@Suite("The writer of rows") struct RowWriterTests {
    private static let columns = ["path", "description", "score", "latitude", "longitude", "polygon", "raw"]
    private static let rows: [[Cell]] = [
        [
            .text("a.jpg"), .text("Tower, \"old\""), .real(0.9375), .real(48.85846123456), .real(2.294351),
            .text("[[0,0],[1,1]]"), .blob([0, 255]),
        ],
        [.text("東京/写真.jpg"), .text("two\nlines\tand \\ more"), .real(1), .null, .null, .null, .null],
        [
            .text([0xFF, 0x61, 0xC3]), .text("\u{1B}[31mred 🗼 e\u{301}"), .integer(7), .integer(-10), .integer(20),
            .text(""), .null,
        ],
        [.text("short row"), .text("NULL")],
    ]

    private func write(_ format: OutputFormat, _ rows: [[Cell]], terminal: Int? = nil) -> String {
        let bytes = Sink()
        var writer = RowWriter(format, columns: Self.columns, terminal: terminal) { bytes.take($0) }
        for row in rows { writer.add(row) }
        writer.finish()
        #expect(writer.count == rows.count)
        return String(decoding: bytes.bytes, as: UTF8.self)
    }

    @Test(arguments: OutputFormat.allCases)
    func `rows are written as was found good`(format: OutputFormat) throws {
        try expectGolden(write(format, Self.rows), "rows.\(format.rawValue)")
        try expectGolden(write(format, []), "no-rows.\(format.rawValue)")
    }

    @Test(arguments: [80, 40, 10])
    func `a table is cut to the terminal`(columns: Int) throws {
        try expectGolden(write(.table, Self.rows, terminal: columns), "rows-\(columns).table")
    }

    @Test(arguments: [OutputFormat.csv, .tsv])
    func `control characters in data do not reach a terminal, and do reach a file`(format: OutputFormat) {
        let row: [Cell] = [.text("\u{1B}]0;title\u{07} and \u{9B}2J")]
        let shown = write(format, [row], terminal: 80)
        #expect(
            shown.contains("title") && !shown.unicodeScalars.contains { ["\u{1B}", "\u{07}", "\u{9B}"].contains($0) })
        #expect(write(format, [row]).contains("\u{1B}]0;title\u{07} and \u{9B}2J"))
    }

    @Test func `invalid bytes stay as they are in CSV and are spelled out in JSON`() {
        let sink = Sink()
        var csv = RowWriter(.csv, columns: ["x"], terminal: nil) { sink.take($0) }
        csv.add([.text([0xFF])])
        csv.finish()
        #expect(sink.bytes == Array("x\r\n".utf8) + [0xFF, 0x0D, 0x0A])
        var json: [UInt8] = []
        JSONText.add(.text([0xFF, 0x0A, 0xE2, 0x82]), to: &json)
        #expect(String(validating: json, as: UTF8.self) == #""\\xff\n\\xe2\\x82""#)
    }

    @Test func `numbers keep every digit where machines read them`() {
        var generator = Seeded(3)
        for _ in 0..<1000 {
            let value = Double(bitPattern: generator.next())
            var json: [UInt8] = []
            JSONText.add(.real(value), to: &json)
            let text = String(decoding: json, as: UTF8.self)
            #expect(value.isFinite ? Double(text) == value : text == "null", "\(value), seed 3")
        }
    }

    @Test func `rows beyond the sample are written as they come`() {
        let sink = Sink()
        var writer = RowWriter(.table, columns: ["n"], terminal: nil) { sink.take($0) }
        for n in 0..<100_000 { writer.add([.integer(Int64(n))]) }
        #expect(sink.bytes.count > 500_000)
        writer.finish()
        #expect(sink.bytes.count(where: { $0 == 0x0A }) == 100_002)
    }

    @Test func `random bytes never break a JSON string`() {
        var generator = Seeded(11)
        for _ in 0..<2000 {
            let bytes = (0..<12).map { _ in UInt8.random(in: 0...255, using: &generator) }
            var json: [UInt8] = []
            JSONText.add(.text(bytes), to: &json)
            let text = String(validating: json, as: UTF8.self)
            #expect(text != nil, "\(bytes), seed 11")
            #expect(json.dropFirst().dropLast().allSatisfy { $0 >= 0x20 }, "\(bytes), seed 11")
        }
    }
}

/// Collects what a writer brings.
private final class Sink {
    private(set) var bytes: [UInt8] = []

    func take(_ more: [UInt8]) { bytes += more }
}
