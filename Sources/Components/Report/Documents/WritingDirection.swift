/// Which way a text is written.
enum WritingDirection: String {
    case ltr, rtl

    /// The direction that most letters of a text have; left to right where it has none.
    init(of text: String) {
        var balance = 0
        for scalar in text.unicodeScalars where scalar.properties.isAlphabetic {
            balance += Self.isRightToLeft(scalar) ? 1 : -1
        }
        self = balance > 0 ? .rtl : .ltr
    }

    /// Whether a letter is of a script that is written from right to left: the blocks whose characters have R or AL by
    /// default in Unicode's DerivedBidiClass.
    private static func isRightToLeft(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x590...0x8FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFF, 0x10800...0x10FFF, 0x1E800...0x1EFFF: true
        default: false
        }
    }
}
