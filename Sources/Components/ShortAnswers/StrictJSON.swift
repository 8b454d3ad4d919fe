package import JSON

/// JSON of programs and people, with the places of the words that are no JSON.
package enum StrictJSON {
    /// Reads a text.
    ///
    /// - Returns: the document, and where it has `NaN` or `Infinity`, which libraries write though no JSON has them:
    ///   each word by its first byte. In the document they are numbers.
    package static func read(_ bytes: [UInt8]) throws(AnswerRefusals) -> (JSONDocument, words: [Int: String]) {
        guard String(validating: bytes, as: UTF8.self) != nil else { throw AnswerRefusals("the text is not UTF-8") }
        var bytes = bytes
        var words: [Int: String] = [:]
        while true {
            do throws(JSONError) { return (try JSONDocument(bytes, maxDepth: 64), words) } catch {
                // Each is read as 0, so that its place is found as those of all values are.
                let word = ["NaN", "Infinity"].first { bytes[error.offset...].starts(with: $0.utf8) }
                guard let word, words.count < maxWords else { throw AnswerRefusals(error.description) }
                words[error.offset] = word
                bytes.replaceSubrange(error.offset..<error.offset + word.utf8.count, with: zero(word.utf8.count))
            }
        }
    }

    private static func zero(_ length: Int) -> [UInt8] {
        [UInt8(ascii: "0")] + Array(repeating: UInt8(ascii: " "), count: length - 1)
    }
}

/// Each of them takes a reading of the whole text.
private let maxWords = 8
