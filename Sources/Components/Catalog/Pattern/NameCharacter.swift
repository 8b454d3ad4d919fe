/// One character of a name: a UTF-8 scalar where the bytes are one, else a single byte.
enum NameCharacter {
    /// The character at a place: its scalar, or for a byte that is not UTF-8 a value above all scalars; and its length.
    static func read(_ name: [UInt8], _ at: Int) -> (value: UInt32, length: Int) {
        let first = name[at]
        if first < 0x80 { return (UInt32(first), 1) }
        let alone = (0x11_0000 + UInt32(first), 1)
        let length = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2
        guard first >= 0xC2, first <= 0xF4, at + length <= name.count else { return alone }
        var value = UInt32(first) & (0x7F >> UInt32(length))
        for byte in name[(at + 1)..<(at + length)] {
            guard byte & 0xC0 == 0x80 else { return alone }
            value = value << 6 | UInt32(byte & 0x3F)
        }
        let smallest: [UInt32] = [0, 0, 0x80, 0x800, 0x1_0000]
        guard value >= smallest[length], Unicode.Scalar(value) != nil else { return alone }
        return (value, length)
    }
}
