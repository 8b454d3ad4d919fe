import Storage
import Testing

@testable import Commands

@Suite("Rows on a narrow terminal") struct RowBlocksTests {
    private func table(_ columns: [String], _ rows: [[Cell]], terminal: Int) -> (lines: [Substring], nulls: [String]) {
        var bytes: [UInt8] = []
        var writer = RowWriter(.table, columns: columns, terminal: terminal) { bytes += $0 }
        for row in rows { writer.add(row) }
        writer.finish()
        return (String(decoding: bytes, as: UTF8.self).split(separator: "\n"), writer.columnsOfNulls)
    }

    @Test func `columns without any value are left out, and told`() {
        let (lines, nulls) = table(
            ["a", "mid", "b"], [[.integer(1), .null, .text("x")], [.integer(2), .null, .null]], terminal: 80)
        #expect(lines == ["a  b", "-  ----", "1  x", "2  NULL"] && nulls == ["mid"])
        #expect(table(["a"], [[.null]], terminal: 80).lines == ["a", "----", "NULL"])
        #expect(table(["a", "b"], [], terminal: 80).lines == ["a  b", "-  -"])
    }

    @Test func `a path is cut at its front, which leaves what tells it from others`() {
        let path = "photographs/of/the/old/town/castle-0001.jpg"
        let lines = table(["path", "score"], [[.text(path), .real(0.5)]], terminal: 40).lines
        #expect(lines[2].hasPrefix("…") && lines[2].contains("town/castle-0001.jpg") && lines[2].hasSuffix("0.5"))
        #expect(lines.allSatisfy { DisplayWidth.of(String($0)) <= 40 })
    }

    @Test func `where the table is too wide each row is a block, a line for each value`() {
        let long = String(repeating: "many words ", count: 12)
        let rows: [[Cell]] = [
            [.integer(7), .text("photos/castle.jpg"), .text(long), .null, .real(0.25)],
            [.integer(8), .text("photos/tower.jpg"), .text("few"), .text("/m/02"), .real(0.5)],
        ]
        let lines = table(["annotation_id", "path", "description", "mid", "score"], rows, terminal: 60).lines
        #expect(lines[0] == "annotation_id    7" && lines[1] == "  path           photos/castle.jpg")
        #expect(!lines.prefix { $0 != "annotation_id    8" }.contains { $0.hasPrefix("  mid") })
        #expect(
            lines.suffix(5) == [
                "annotation_id    8", "  path           photos/tower.jpg", "  description    few",
                "  mid            /m/02", "  score          0.5",
            ])
        #expect(lines.allSatisfy { DisplayWidth.of(String($0)) <= 60 })
    }

    @Test func `a value of many lines is cut`() {
        let lines = RowBlocks(columns: ["text"], terminal: 20).lines([String(repeating: "word ", count: 1000)])
        #expect(lines.count == RowBlocks.maxLines + 1 && lines.last?.hasSuffix("…") == true)
        #expect(RowBlocks(columns: ["a", "b"], terminal: 20).lines([nil, nil]) == ["(NULL)"])
    }
}
