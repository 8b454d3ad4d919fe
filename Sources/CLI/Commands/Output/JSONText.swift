internal import Text
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
        case .text(let bytes): buffer.append(jsonOf: bytes)
        case .blob(let bytes): buffer.append(json: hexadecimal(bytes))
        }
    }
}
