/// A value as SQLite keeps it.
package enum Value: Equatable, Sendable {
    case null
    case integer(Int64)
    case real(Double)
    case text(String)
    case blob([UInt8])

    /// A number or, for nil, null.
    package init(_ number: Int64?) { self = number.map { .integer($0) } ?? .null }

    /// A number or, for nil, null.
    package init(_ number: Int?) { self = number.map { .integer(Int64($0)) } ?? .null }

    /// A number or, for nil, null.
    package init(_ number: Double?) { self = number.map { .real($0) } ?? .null }

    /// A text or, for nil, null.
    package init(_ text: String?) { self = text.map { .text($0) } ?? .null }

    /// 1 or 0.
    package init(_ flag: Bool) { self = .integer(flag ? 1 : 0) }
}

extension Value: ExpressibleByIntegerLiteral, ExpressibleByStringLiteral {
    /// A literal number.
    package init(integerLiteral number: Int64) { self = .integer(number) }

    /// A literal text.
    package init(stringLiteral text: String) { self = .text(text) }
}
