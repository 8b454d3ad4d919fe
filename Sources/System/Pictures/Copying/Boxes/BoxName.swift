/// The four letters that name a box, a kind of item or a kind of reference (ISO/IEC 14496-12, 4.2).
struct BoxName: Hashable, ExpressibleByStringLiteral {
    /// The letters, one a byte, the first one on top.
    private let code: UInt32

    /// - Parameter letters: four ASCII letters; none at all is the name of what has no name.
    init(stringLiteral letters: String) {
        code = letters.utf8.reduce(0) { $0 << 8 | UInt32($1) }
    }

    /// The letters at an offset; nil where the bytes end.
    init?(_ bytes: Span<UInt8>, at offset: Int) {
        guard let number = bytes.bigEndian32(at: offset) else { return nil }
        code = UInt32(number)
    }

    /// The letters as they stand in a file.
    var bytes: [UInt8] {
        var bytes: [UInt8] = []
        bytes.append(bigEndian: code)
        return bytes
    }
}
