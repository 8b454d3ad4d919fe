import FoundationEssentials
import Platform

/// Any JSON, read by nothing of the program under test.
package indirect enum JSONText: Equatable, Sendable, Decodable {
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

    /// Reads a JSON text.
    package init(_ bytes: [UInt8]) throws { self = try JSONDecoder().decode(JSONText.self, from: Data(bytes)) }

    /// Reads a value wherever it stands.
    package init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            self = .null
        } else if let value = try? container.decode(Bool.self) {
            self = .flag(value)
        } else if let value = try? container.decode(Double.self) {
            self = .number(value)
        } else if let value = try? container.decode(String.self) {
            self = .text(value)
        } else if let value = try? container.decode([JSONText].self) {
            self = .list(value)
        } else {
            self = .fields(try container.decode([String: JSONText].self))
        }
    }

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
