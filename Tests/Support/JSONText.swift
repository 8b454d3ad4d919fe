import Platform

/// Any JSON, read by nothing of the program under test.
package indirect enum JSONText: Equatable, Sendable {
    /// Null, or nothing at all.
    case null
    /// True or false.
    case flag(Bool)
    /// A number.
    case number(Double)
    /// A string.
    case text(String)
    /// An array.
    case list([JSONText])
    /// An object.
    case fields([String: JSONText])

    /// The values of a file with one on each line; none where there is no file.
    package static func lines(of file: FilePath) throws -> [JSONText] {
        guard let bytes = try? Files.read(file) else { return [] }
        return try bytes.split(separator: UInt8(ascii: "\n")).map { try JSONText(Array($0)) }
    }

    /// A member of an object; null where there is none.
    package subscript(_ name: String) -> JSONText {
        if case .fields(let fields) = self { fields[name] ?? .null } else { .null }
    }

    /// An element of an array; null where there is none.
    package subscript(_ place: Int) -> JSONText { items.indices.contains(place) ? items[place] : .null }

    /// The elements of an array; none where it is none.
    package var items: [JSONText] { if case .list(let items) = self { items } else { [] } }

    /// The members of an object; none where it is none.
    package var members: [String: JSONText] { if case .fields(let fields) = self { fields } else { [:] } }

    /// A string.
    package var string: String? { if case .text(let text) = self { text } else { nil } }

    /// A number.
    package var double: Double? { if case .number(let number) = self { number } else { nil } }

    /// A whole number.
    package var int: Int? { double.flatMap { Int(exactly: $0) } }
}
