/// How many columns of a terminal text takes.
enum DisplayWidth {
    /// The columns of one line.
    static func of(_ text: String) -> Int {
        var columns = 0
        for character in text { columns += of(character) }
        return columns
    }

    /// The columns of one character as people see it, joined emoji and accents included.
    static func of(_ character: Character) -> Int {
        var columns = 0
        for scalar in character.unicodeScalars {
            // An emoji variation selector makes its narrow base a picture of two columns.
            columns = max(columns, scalar.value == 0xFE0F && columns > 0 ? 2 : of(scalar))
        }
        return columns
    }

    /// The text in at most this many columns, its end replaced by `…` where it is longer.
    static func cut(_ text: String, to columns: Int) -> String {
        if of(text) <= columns { return text }
        var kept = ""
        var used = 0
        for character in text {
            let width = of(character)
            if used + width > columns - 1 { break }
            kept.append(character)
            used += width
        }
        return columns > 0 ? kept + "…" : ""
    }

    /// The text in at most this many columns, its front replaced by `…` where it is longer.
    static func cutFront(_ text: String, to columns: Int) -> String {
        if of(text) <= columns { return text }
        var (kept, used): (Substring, Int) = (text.suffix(0), 0)
        for index in text.indices.reversed() {
            used += of(text[index])
            if used > columns - 1 { break }
            kept = text[index...]
        }
        return columns > 0 ? "…" + kept : ""
    }

    private static func of(_ scalar: Unicode.Scalar) -> Int {
        if scalar.value < 0x300 { return scalar.value < 0x20 ? 0 : 1 }
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .format: return 0
        default: break
        }
        for range in wide where range.contains(scalar.value) { return 2 }
        return 1
    }

    /// What East Asian Width (UAX #11) calls wide, in the blocks that terminals agree on.
    private static let wide: [ClosedRange<UInt32>] = [
        0x1100...0x115F, 0x231A...0x231B, 0x23E9...0x23EC, 0x25FD...0x25FE, 0x2614...0x2615, 0x2648...0x2653,
        0x26A1...0x26A1, 0x26BD...0x26BE, 0x26C4...0x26C5, 0x26F2...0x26F5, 0x2705...0x2705, 0x270A...0x270B,
        0x2728...0x2728, 0x274C...0x274C, 0x2753...0x2757, 0x2795...0x2797, 0x2B1B...0x2B1C, 0x2B50...0x2B50,
        0x2E80...0x303E, 0x3041...0x33FF, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xA000...0xA4CF, 0xA960...0xA97C,
        0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x17000...0x18CFF,
        0x1B000...0x1B2FF, 0x1F004...0x1F004, 0x1F0CF...0x1F0CF, 0x1F18E...0x1F18E, 0x1F191...0x1F19A,
        0x1F1E6...0x1F202, 0x1F210...0x1F23B, 0x1F240...0x1F248, 0x1F300...0x1F64F, 0x1F680...0x1F6FF,
        0x1F7E0...0x1F7EB, 0x1F90C...0x1F9FF, 0x1FA70...0x1FAFF, 0x20000...0x3FFFD,
    ]
}
