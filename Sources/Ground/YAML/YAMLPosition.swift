/// A place in a text, counted from 1 as editors count.
package struct YAMLPosition: Hashable, Comparable, Sendable {
    /// The line.
    package var line: Int
    /// The column, in characters as Unicode counts its scalars.
    package var column: Int

    /// A place.
    package init(line: Int, column: Int) {
        self.line = line
        self.column = column
    }

    /// Where the byte at an offset stands.
    init(of offset: Int, in bytes: some Collection<UInt8>) {
        line = 1
        column = 1
        var previous: UInt8 = 0
        for byte in bytes.prefix(offset) {
            if byte == UInt8(ascii: "\n") {
                if previous != UInt8(ascii: "\r") { line += 1 }
                column = 1
            } else if byte == UInt8(ascii: "\r") {
                line += 1
                column = 1
            } else if byte & 0xC0 != 0x80 {
                column += 1
            }
            previous = byte
        }
    }

    /// Earlier places come first.
    package static func < (left: YAMLPosition, right: YAMLPosition) -> Bool {
        (left.line, left.column) < (right.line, right.column)
    }
}
