internal import Domain

/// Why a text is not an answer: each reason behind its place, `objects[3].box: 4 numbers expected, 3 found`.
package struct AnswerRefusals: Error, Equatable, Sendable, CustomStringConvertible {
    /// The first five.
    package private(set) var first: [String] = []
    /// How many there are.
    package private(set) var count = 0

    /// None yet.
    init() {}

    /// One that stands for the whole text.
    init(_ reason: String) { add(reason) }

    /// Adds one, in words that are only made where they are kept: a text may have a million mistakes.
    mutating func add(_ refusal: @autoclosure () -> String) {
        count += 1
        if first.count < 5 { first.append(refusal()) }
    }

    /// All on one line.
    package var description: String {
        first.joined(separator: "; ")
            + (count > first.count ? "; and \(HumanFormat.grouped(count - first.count)) more" : "")
    }
}
