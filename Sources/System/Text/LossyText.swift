/// Bytes as UTF-8: the characters that are valid, and one at a time the bytes that are not.
package struct LossyText: Sequence, IteratorProtocol {
    /// A part of the bytes.
    package enum Part {
        /// A valid character.
        case scalar(Unicode.Scalar)
        /// A byte that is not part of one.
        case byte(UInt8)
    }

    private let bytes: [UInt8]
    private var place = 0

    /// The parts of bytes.
    package init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// The next part.
    package mutating func next() -> Part? {
        guard place < bytes.count else { return nil }
        let first = bytes[place]
        let length = first < 0x80 ? 1 : first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2
        guard let text = String(validating: bytes[place...].prefix(length), as: UTF8.self),
            let scalar = text.unicodeScalars.first
        else {
            place += 1
            return .byte(first)
        }
        place += length
        return .scalar(scalar)
    }
}

/// Bytes as text for people: valid UTF-8 as it is, bytes that are not and what moves text as `\xHH`.
package func readable(_ bytes: [UInt8]) -> String {
    if let text = String(validating: bytes, as: UTF8.self), !text.unicodeScalars.contains(where: \.movesText) {
        return text
    }
    var shown = ""
    for part in LossyText(bytes) {
        switch part {
        case .byte(let byte): shown += "\\x" + hexadecimal([byte])
        case .scalar(let scalar) where scalar.movesText:
            shown += UTF8.encode(scalar)?.map { "\\x" + hexadecimal([$0]) }.joined() ?? ""
        case .scalar(let scalar): shown.unicodeScalars.append(scalar)
        }
    }
    return shown
}

/// Text for people, from a string: what moves text as `\xHH`.
package func readable(_ text: some StringProtocol) -> String { readable(Array(text.utf8)) }

extension Unicode.Scalar {
    /// Whether it moves the cursor, changes the terminal, ends a line or turns the direction of writing, and is not
    /// seen.
    ///
    /// The control characters C0, DEL and C1; the bidirectional ones of UAX #9, "Directional Formatting Characters";
    /// and the two separators of lines and paragraphs.
    package var movesText: Bool {
        switch value {
        case 0..<0x20, 0x7F..<0xA0, 0x061C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069: true
        default: false
        }
    }
}
