package import Storage

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
