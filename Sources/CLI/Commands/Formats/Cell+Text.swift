package import Storage
internal import Text
internal import Platform
internal import Domain

extension Cell {
    /// A cell that holds this text in UTF-8.
    package static func text(_ text: String) -> Cell { .text(Array(text.utf8)) }

    /// Text, or no value.
    package init(_ text: String?) { self = text.map { .text($0) } ?? .null }

    /// US dollars from millionths of one, or no value.
    static func dollars(_ microDollars: Int64?) -> Cell { microDollars.map { .real(Domain.dollars($0)) } ?? .null }

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

extension Cell {
    /// Whether it says of a count or a sum that there is none.
    var isNothing: Bool {
        switch self {
        case .null: true
        case .integer(let value): value == 0
        case .real(let value): value == 0
        case .text(let bytes): bytes.isEmpty || bytes == Array("$0.00".utf8)
        case .blob: false
        }
    }
}
