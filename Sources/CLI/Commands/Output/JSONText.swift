internal import Platform
package import Storage

/// Values as JSON.
package enum JSONText {
    /// Adds a value; a number that JSON has no word for is null, and bytes are hexadecimal text.
    package static func add(_ cell: Cell, to buffer: inout [UInt8]) {
        switch cell {
        case .null: buffer += "null".utf8
        case .integer(let value): buffer += String(value).utf8
        case .real(let value): buffer += (value.isFinite ? value.description : "null").utf8
        case .text(let bytes): add(text: bytes, to: &buffer)
        case .blob(let bytes): add(text: Array(hexadecimal(bytes).utf8), to: &buffer)
        }
    }

    /// Adds text in quotes: always valid UTF-8, a byte that is none as the four letters `\xHH`.
    package static func add(text bytes: [UInt8], to buffer: inout [UInt8]) {
        buffer.append(UInt8(ascii: "\""))
        var result = buffer
        buffer = []
        forEachScalar(
            of: bytes,
            scalar: { scalar in
                switch scalar.value {
                case 0x22: result += "\\\"".utf8
                case 0x5C: result += "\\\\".utf8
                case 0x0A: result += "\\n".utf8
                case 0x0D: result += "\\r".utf8
                case 0x09: result += "\\t".utf8
                // Escaped for terminals; U+2028 and U+2029 end a line in JavaScript, too.
                case _ where scalar.movesText:
                    result += "\\u".utf8
                    result += hexadecimal([UInt8(scalar.value >> 8), UInt8(scalar.value & 0xFF)]).utf8
                default: result += UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter
                }
            }, invalid: { result += ("\\\\x" + hexadecimal([$0])).utf8 })
        buffer = result
        buffer.append(UInt8(ascii: "\""))
    }
}
