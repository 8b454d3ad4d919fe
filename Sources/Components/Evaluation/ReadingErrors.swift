/// How well texts were read: errors of characters and of words, summed over all texts before they are divided.
package struct ReadingErrors: Equatable, Sendable {
    /// Errors of one unit.
    package struct ErrorCount: Equatable, Sendable {
        /// What is wrong, missing or too much.
        package fileprivate(set) var errors = 0
        /// The units of the truth.
        package fileprivate(set) var length = 0

        /// Errors for each unit of the truth; nil for errors where the truth has none.
        package var rate: Double? { errors == 0 ? 0 : quotient(errors, length) }
    }

    /// Unicode scalars.
    package private(set) var characters = ErrorCount()
    /// What stands between white space.
    package private(set) var words = ErrorCount()
    private let ignoresCase: Bool

    /// No text yet.
    ///
    /// - Parameter ignoresCase: whether case and punctuation count for nothing.
    package init(ignoresCase: Bool) { self.ignoresCase = ignoresCase }

    /// Adds one text, as it is and as it was read.
    package mutating func add(truth: String, reading: String) {
        let (truth, reading) = (words(of: truth), words(of: reading))
        words.errors += distance(truth, reading)
        words.length += truth.count
        let (letters, read) = (letters(of: truth), letters(of: reading))
        characters.errors += distance(letters, read)
        characters.length += letters.count
    }

    /// The words of a text, composed (NFC).
    private func words(of text: String) -> [[Unicode.Scalar]] {
        var text = text
        if ignoresCase {
            text = text.lowercased()
            text.unicodeScalars.removeAll { punctuation.contains($0.properties.generalCategory) }
        }
        return text.composed.split { $0.properties.isWhitespace }.map(Array.init)
    }

    /// The words with one space between them.
    private func letters(of words: [[Unicode.Scalar]]) -> [Unicode.Scalar] { Array(words.joined(separator: [" "])) }
}

private let punctuation: Set<Unicode.GeneralCategory> = [
    .connectorPunctuation, .dashPunctuation, .openPunctuation, .closePunctuation, .initialPunctuation,
    .finalPunctuation, .otherPunctuation,
]

/// How many elements must be changed, left out or added to make one list the other (Levenshtein).
///
/// The time grows with the length times the distance: only the diagonals that a distance below a limit can reach are
/// filled, and the limit is doubled until the distance is below it.
func distance<Element: Hashable>(_ left: [Element], _ right: [Element]) -> Int {
    let longest = max(left.count, right.count)
    var limit = 16
    while true {
        if let found = distance(left, right, within: min(limit, longest)) { return found }
        limit *= 2
    }
}

/// The distance where it is at most a limit; nil where it is more.
private func distance<Element: Equatable>(_ left: [Element], _ right: [Element], within limit: Int) -> Int? {
    guard abs(left.count - right.count) <= limit else { return nil }
    let far = limit + 1
    // The row of the first elements of `left`, whose columns `limit` to both sides of the diagonal count.
    var row = (0...right.count).map { min($0, far) }
    for (index, element) in left.enumerated() {
        let first = max(1, index + 1 - limit)
        let last = min(right.count, index + 1 + limit)
        var diagonal = row[first - 1]
        row[first - 1] = first == 1 ? min(index + 1, far) : far
        if last < first { continue }
        for column in first...last {
            let change = diagonal + (element == right[column - 1] ? 0 : 1)
            diagonal = row[column]
            row[column] = min(change, diagonal + 1, row[column - 1] + 1, far)
        }
    }
    return row[right.count] <= limit ? row[right.count] : nil
}
