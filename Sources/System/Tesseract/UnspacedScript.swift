/// The scripts that put no space between words: Chinese and Japanese.
enum UnspacedScript {
    /// Whether no space stands between two words that follow each other.
    static func joins(_ word: String, _ next: String) -> Bool {
        guard let last = word.unicodeScalars.last, let first = next.unicodeScalars.first else { return false }
        return contains(last) && contains(first)
    }

    private static func contains(_ scalar: Unicode.Scalar) -> Bool { blocks.contains { $0.contains(scalar.value) } }

    /// Han, Kana and Bopomofo with their punctuation, and full-width letters; Hangul, between them, has spaces.
    private static let blocks: [ClosedRange<UInt32>] = [
        0x2E80...0x312F, 0x3190...0x9FFF, 0xF900...0xFAFF, 0xFE30...0xFE4F, 0xFF00...0xFF9F, 0x20000...0x3FFFF,
    ]
}
