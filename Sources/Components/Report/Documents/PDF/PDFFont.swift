internal import Text

/// The font of text that is not seen: one glyph that fills nothing, for the letters of all scripts.
///
/// The glyph has an outline of two points: one without any has a box without a height, and PDFium drops words in it
/// that are turned by a quarter.
struct PDFFont {
    /// Letters above U+FFFF, with their codes: the surrogates, which no other letter has, in the order of their use.
    private var high: [UInt32: UInt16] = [:]
    /// Whether each letter up to U+FFFF was used.
    private var low = [Bool](repeating: false, count: 0x10000)

    /// The codes of a text as hexadecimal digits; what has no code is U+FFFD.
    mutating func codes(_ text: String) -> String {
        var codes = ""
        for scalar in text.unicodeScalars {
            let code: UInt16
            if scalar.value > 0xFFFF, high[scalar.value] != nil || high.count < 0x800 {
                code = high[scalar.value] ?? 0xD800 + UInt16(high.count)
                high[scalar.value] = code
            } else {
                code = scalar.value < 0x20 || scalar.value > 0xFFFF ? 0xFFFD : UInt16(scalar.value)
                low[Int(code)] = true
            }
            codes += Self.hexadecimal(code)
        }
        return codes
    }

    /// What tells readers the letters of the codes: at most 100 in a block, as Adobe's format asks.
    var map: [UInt8] {
        var lines = low.indices.filter { low[$0] }.map { code in
            let digits = Self.hexadecimal(UInt16(code))
            return "<\(digits)> <\(digits)>"
        }
        for (letter, code) in high.sorted(by: { $0.value < $1.value }) {
            let units = Unicode.Scalar(letter).map { Array(String(Character($0)).utf16) } ?? []
            lines.append("<\(Self.hexadecimal(code))> <\(units.map(Self.hexadecimal).joined())>")
        }
        var text = """
            /CIDInit /ProcSet findresource begin
            12 dict begin
            begincmap
            /CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def
            /CMapName /Adobe-Identity-UCS def
            /CMapType 2 def
            1 begincodespacerange
            <0000> <FFFF>
            endcodespacerange

            """
        for start in stride(from: 0, to: lines.count, by: 100) {
            let block = lines[start..<min(start + 100, lines.count)]
            text += "\(block.count) beginbfchar\n\(block.joined(separator: "\n"))\nendbfchar\n"
        }
        return Array((text + "endcmap\nCMapName currentdict /CMap defineresource pop\nend\nend\n").utf8)
    }

    /// The font as a TrueType file (OpenType 1.9): ten tables and two glyphs; the second one stands for every letter.
    static var trueType: [UInt8] {
        let outline = data(1, 0, -200, 500, 800, 1, 0) + [0x01, 0x01] + data(0, 500, -200, 1000)
        let tables: [(name: String, bytes: [UInt8])] = [
            (
                "OS/2",
                data(1, 500, 400, 5, 0) + [UInt8](repeating: 0, count: 20) + data(0, 0, 0, 0, 0, 0)
                    + [UInt8](repeating: 0, count: 16) + Array("CAIR".utf8)
                    + data(64, 0, -1, 800, -200, 0, 800, 200)
            ),
            ("cmap", data(0, 1, 3, 1, 0, 12, 4, 24, 0, 2, 2, 0, 0, -1, 0, -1, 1, 0)),
            ("glyf", outline),
            (
                "head",
                data(1, 0, 1, 0, 0, 0) + [0x5F, 0x0F, 0x3C, 0xF5] + data(0, 1000)
                    + [UInt8](repeating: 0, count: 16) + data(0, -200, 500, 800, 0, 8, 2, 0, 0)
            ),
            ("hhea", data(1, 0, 800, -200, 0, 500, 0, 0, 500, 1, 0, 0, 0, 0, 0, 0, 0, 1)),
            ("hmtx", data(500, 0, 0)),
            ("loca", data(0, 0, outline.count / 2)),
            ("maxp", data(1, 0, 2, 2, 1, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0)),
            ("name", data(0, 1, 18, 3, 1, 0x409, 6, 20, 0) + "CairnBlank".utf8.flatMap { [0, $0] }),
            ("post", data(3, 0, 0, 0, -100, 50, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)),
        ]
        var directory = data(1, 0, tables.count, 128, 3, tables.count * 16 - 128)
        var body: [UInt8] = []
        for table in tables {
            let start = 12 + 16 * tables.count + body.count
            let padded = table.bytes + [UInt8](repeating: 0, count: (4 - table.bytes.count % 4) % 4)
            directory += Array(table.name.utf8) + long(checksum(padded)) + long(UInt32(start))
            directory += long(UInt32(table.bytes.count))
            body += padded
        }
        return directory + body
    }

    /// The code to glyph table: every code is the second glyph.
    static var glyphs: [UInt8] { (0..<131_072).map { UInt8($0 & 1) } }

    /// Numbers of 16 bits, the high byte first.
    private static func data(_ numbers: Int...) -> [UInt8] {
        numbers.flatMap { [UInt8(truncatingIfNeeded: $0 >> 8), UInt8(truncatingIfNeeded: $0)] }
    }

    private static func long(_ number: UInt32) -> [UInt8] {
        [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
    }

    private static func checksum(_ bytes: [UInt8]) -> UInt32 {
        stride(from: 0, to: bytes.count, by: 4).reduce(0) { sum, index in
            sum &+ bytes[index..<index + 4].reduce(0) { $0 << 8 | UInt32($1) }
        }
    }

    private static func hexadecimal(_ code: UInt16) -> String {
        Text.hexadecimal([UInt8(code >> 8), UInt8(code & 0xFF)]).uppercased()
    }
}
