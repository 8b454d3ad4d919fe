package import Platform
package import Storage
package import Domain
internal import Text

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
    package static var expectation: String { "a whole number" }
}

extension FilePath: Argument {
    /// Any word but an empty one.
    package static func read(_ word: String) -> FilePath? { word.isEmpty ? nil : FilePath(word) }
    package static var expectation: String { "a path" }
    /// It is one.
    package static var isFile: Bool { true }
}

extension StoreLocation: Argument {
    /// Any word but an empty one.
    package static func read(_ word: String) -> StoreLocation? { FilePath.read(word).map(StoreLocation.init) }
    package static var expectation: String { FilePath.expectation }
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

/// An amount of money on the command line: `12.50`.
struct Dollars: Equatable, Argument {
    /// Millionths of a US dollar.
    let microDollars: Int64

    static func read(_ word: String) -> Dollars? {
        let parts = word.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
        let places = parts.count == 2 ? parts[1] : "0"
        guard let whole = parts.first, (1...12).contains(whole.count), (1...6).contains(places.count),
            (whole + places).allSatisfy({ $0.isASCII && $0.isNumber })
        else { return nil }
        return millionths(of: word).map(Dollars.init(microDollars:))
    }

    static var expectation: String { "US dollars like 30 or 12.50" }
}

/// Which run is worked on first: -100 to 100, higher ones before lower ones.
struct Priority: Argument, Equatable {
    let value: Int

    static func read(_ word: String) -> Priority? {
        Int(word).flatMap { (-100...100).contains($0) ? Priority(value: $0) : nil }
    }

    static var expectation: String { "a whole number from -100 to 100" }
}

extension Option {
    /// `--priority N` of a command that submits.
    static func priority(_ path: any WritableKeyPath<Root, Priority?> & Sendable) -> Option {
        .option("priority", path, "N", "work on this run before those with a lower number; -100 to 100, otherwise 0")
    }
}

/// A time of day: `06:00`.
struct TimeOfDay: Argument, Equatable, CustomStringConvertible {
    let hour, minute: Int

    var description: String { [hour, minute].map { $0 < 10 ? "0\($0)" : "\($0)" }.joined(separator: ":") }

    /// What the local clock shows at a moment of the wall clock, in its milliseconds.
    static func local(at wall: Int64) -> TimeOfDay {
        let minute = localMinute(at: wall)
        return TimeOfDay(hour: minute / 60, minute: minute % 60)
    }

    static func read(_ word: String) -> TimeOfDay? {
        let parts = word.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 2, parts.allSatisfy({ (1...2).contains($0.count) && $0.allSatisfy(\.isNumber) }),
            parts[1].count == 2, let hour = Int(parts[0]), let minute = Int(parts[1]), hour < 24, minute < 60
        else { return nil }
        return TimeOfDay(hour: hour, minute: minute)
    }

    static var expectation: String { "a time of day from 00:00 to 23:59" }
}

extension FailureLimit: Argument {
    /// `20` or `5%`.
    package static func read(_ word: String) -> FailureLimit? {
        guard word.last == "%" else { return Int(word).flatMap { $0 >= 0 ? .count($0) : nil } }
        guard let percent = Double(word.dropLast()), (0...100).contains(percent) else { return nil }
        return .percent(percent)
    }

    package static var expectation: String { "a number of images such as 20, or a share such as 5%" }
}

extension FailureLimit: CustomStringConvertible {
    /// As it was asked for.
    package var description: String {
        switch self {
        case .count(let limit): HumanFormat.count(limit, "image")
        case .percent(let limit): "\(limit == limit.rounded() ? String(Int(limit)) : String(limit)) % of the images"
        }
    }
}
