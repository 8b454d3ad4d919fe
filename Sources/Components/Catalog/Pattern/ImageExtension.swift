internal import Domain

/// The endings that a `folder:` source takes: those of pictures that Cairn reads.
enum ImageExtension {
    /// Whether a name ends in a dot and one of the extensions, with something before the dot.
    static func isOn(_ name: [UInt8]) -> Bool {
        // The longest is four bytes: only the last five are looked at, and packed they are one comparison each.
        var packed: UInt64 = 0
        for place in 0..<5 {
            let index = name.count - 1 - place
            guard index >= 1 else { return false }
            let byte = name[index]
            if byte == dot { return known.contains(packed) }
            packed |= UInt64(byte >= 0x41 && byte <= 0x5A ? byte | 0x20 : byte) << UInt64(place * 8)
        }
        return false
    }

    private static let known: [UInt64] = PictureEndings.readable.map { text in
        text.utf8.reduce(0) { $0 << 8 | UInt64($1) }
    }
}
