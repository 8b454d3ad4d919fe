package import Storage

extension Cell {
    /// Text.
    package static func text(_ text: String) -> Cell { .text(Array(text.utf8)) }

    /// Text, or no value.
    package init(_ text: String?) { self = text.map { .text($0) } ?? .null }

    /// A whole number.
    package init(_ number: Int) { self = .integer(Int64(number)) }

    /// The value as a number, where it is a finite one.
    var number: Double? {
        switch self {
        case .integer(let value): Double(value)
        case .real(let value): value.isFinite ? value : nil
        case .null, .text, .blob: nil
        }
    }
}
