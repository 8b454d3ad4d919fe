package import Storage
internal import Text
internal import Platform

extension Cell {
    /// Text.
    package static func text(_ text: String) -> Cell { .text(Array(text.utf8)) }

    /// Text, or no value.
    package init(_ text: String?) { self = text.map { .text($0) } ?? .null }

    /// A whole number.
    package init(_ number: Int) { self = .integer(Int64(number)) }

    /// The bytes of its text or its bytes; 0 for a number.
    var byteCount: Int {
        switch self {
        case .text(let bytes), .blob(let bytes): bytes.count
        case .null, .integer, .real: 0
        }
    }

    /// The value as a number, where it is a finite one.
    var number: Double? {
        switch self {
        case .integer(let value): Double(value)
        case .real(let value): value.isFinite ? value : nil
        case .null, .text, .blob: nil
        }
    }
}

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

/// Text for people: one line, without control characters and without what turns the direction of writing.
///
/// - Parameter keepingLines: whether line feeds stay as they are.
func shown(_ bytes: [UInt8], keepingLines: Bool = false) -> String {
    if let text = String(validating: bytes, as: UTF8.self), !text.unicodeScalars.contains(where: \.movesText) {
        return text
    }
    var text = ""
    for part in LossyText(bytes) {
        switch part {
        case .byte(let byte): text += "\\x" + hexadecimal([byte])
        case .scalar("\n"): text += keepingLines ? "\n" : "\\n"
        case .scalar("\r"): text += "\\r"
        case .scalar("\t"): text += "\\t"
        case .scalar(let scalar) where scalar.value < 0x20 || scalar.value == 0x7F:
            text += "\\x" + hexadecimal([UInt8(scalar.value)])
        case .scalar(let scalar) where scalar.movesText: text += "\\u{\(String(scalar.value, radix: 16))}"
        case .scalar(let scalar): text.unicodeScalars.append(scalar)
        }
    }
    return text
}

/// Text for people, from a string.
func shown(_ text: String) -> String { shown(Array(text.utf8)) }
