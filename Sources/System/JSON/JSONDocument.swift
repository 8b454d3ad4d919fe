/// A JSON text (RFC 8259), read whole and kept as it came.
///
/// Reading checks the grammar and notes where each value lies; strings and numbers are made only when they are asked
/// for. Any bytes may be given: what is not JSON throws, and nothing nests deeper than the limit.
package struct JSONDocument: Sendable {
    let tape: JSONTape

    /// Reads a text.
    ///
    /// - Parameters:
    ///   - maxDepth: how deep arrays and objects may lie in each other.
    ///   - allowsTrailingCommas: whether a comma may stand behind the last value of an array or object, as in some
    ///     files that people maintain; the grammar has no such comma.
    package init(_ bytes: [UInt8], maxDepth: Int = 128, allowsTrailingCommas: Bool = false) throws(JSONError) {
        var reader = JSONReader(bytes, maxDepth: maxDepth, allowsTrailingCommas: allowsTrailingCommas)
        let entries = try reader.read()
        tape = JSONTape(bytes: bytes, entries: entries)
    }

    /// The outermost value.
    package var root: JSONNode { JSONNode(tape: tape, index: 0) }
}

/// The text and the place of every value in it, in the order of the text.
final class JSONTape: Sendable {
    /// What a value is.
    enum Kind: UInt8 { case null, no, yes, number, string, array, object }

    /// One value; a member's name is a string entry of its own before the value.
    struct Entry {
        var kind: Kind
        /// Whether a string holds an escape.
        var isEscaped = false
        /// The first byte of the value; of a string, the one behind the quotation mark.
        var start: Int32
        /// The byte behind the value; of a string, the closing quotation mark.
        var end: Int32
        /// The entry behind this value and all that lies in it.
        var next: Int32
    }

    let bytes: [UInt8]
    let entries: [Entry]

    init(bytes: [UInt8], entries: [Entry]) {
        self.bytes = bytes
        self.entries = entries
    }
}
