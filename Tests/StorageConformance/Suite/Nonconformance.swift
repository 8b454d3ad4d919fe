/// A way in which a store does not keep the contract.
package struct Nonconformance: Error, CustomStringConvertible, Sendable {
    /// What was expected and what was found, in one sentence.
    package let sentence: String

    /// A breach of the contract.
    package init(_ sentence: String) {
        self.sentence = sentence
    }

    package var description: String { sentence }
}

/// Throws where something does not hold that the contract promises.
func require(_ holds: Bool, _ sentence: @autoclosure () throws -> String) throws {
    if !holds { throw Nonconformance(try sentence()) }
}

/// Throws where two values differ that the contract makes equal.
func requireEqual<Value: Equatable>(_ found: Value, _ wanted: Value, _ subject: @autoclosure () -> String) throws {
    if found != wanted { throw Nonconformance("\(subject()): expected \(wanted), found \(found)") }
}

/// The value, or a breach of the contract where there is none.
func unwrap<Value>(_ value: Value?, _ sentence: @autoclosure () throws -> String) throws -> Value {
    guard let value else { throw Nonconformance(try sentence()) }
    return value
}
