package import Platform
package import Storage
package import Domain

/// A type that can be written as one word on the command line.
package protocol Argument: Sendable {
    /// The value of a word; nil where it is not one.
    static func read(_ word: String) -> Self?
    /// What a good word looks like, as a clause: `a whole number`.
    static var expectation: String { get }
    /// Every good word, where they can be counted.
    static var choices: [String] { get }
    /// Whether the words are names of files, for completions.
    static var isFile: Bool { get }
}

extension Argument {
    /// None are counted, unless a type says otherwise.
    package static var choices: [String] { [] }
    /// No names of files, unless a type says otherwise.
    package static var isFile: Bool { false }
}

extension Argument where Self: RawRepresentable & CaseIterable, RawValue == String {
    /// The case of that name.
    package static func read(_ word: String) -> Self? { Self(rawValue: word) }
    /// The names of the cases.
    package static var expectation: String { "one of \(choices.joined(separator: ", "))" }
    /// The names of the cases.
    package static var choices: [String] { allCases.map(\.rawValue) }
}

extension String: Argument {
    /// Any word.
    package static func read(_ word: String) -> String? { word }
    /// Any word.
    package static var expectation: String { "text" }
}

extension Int: Argument {
    /// A whole number in decimal digits.
    package static func read(_ word: String) -> Int? { Int(word) }
    /// A whole number.
    package static var expectation: String { "a whole number" }
}

extension FilePath: Argument {
    /// Any word but an empty one.
    package static func read(_ word: String) -> FilePath? { word.isEmpty ? nil : FilePath(word) }
    /// A path.
    package static var expectation: String { "a path" }
    /// It is one.
    package static var isFile: Bool { true }
}

extension StoreLocation: Argument {
    /// Any word but an empty one.
    package static func read(_ word: String) -> StoreLocation? { FilePath.read(word).map(StoreLocation.init) }
    /// A path.
    package static var expectation: String { FilePath.expectation }
    /// It is that of a file.
    package static var isFile: Bool { true }
}

extension TimeSpan: Argument {
    /// A number and its unit, as manifests write it; at most 100 years, within which clocks here can tell a moment.
    package static func read(_ word: String) -> TimeSpan? {
        TimeSpan(word).flatMap { $0.milliseconds <= 36_500 * 86_400_000 ? $0 : nil }
    }
    /// A number and its unit.
    package static var expectation: String { expected }
}
