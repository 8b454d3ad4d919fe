internal import Text

/// Text as XML and HTML take it: between tags and in attributes alike.
enum Markup {
    /// A text with what has a meaning in markup escaped; what XML 1.0 cannot have becomes U+FFFD.
    static func escaped(_ text: String) -> String {
        var result = ""
        result.reserveCapacity(text.utf8.count)
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "\"": result += "&quot;"
            case "'": result += "&#39;"
            case "\n", "\r", "\t": result += "&#\(scalar.value);"
            case _ where scalar.value < 0x20 || scalar.value == 0xFFFE || scalar.value == 0xFFFF: result += "\u{FFFD}"
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }

    /// The same for people to look at: what turns the direction of writing is shown by its number.
    static func shown(_ text: String) -> String {
        var visible = ""
        for scalar in text.unicodeScalars {
            if (0x202A...0x202E).contains(scalar.value) || (0x2066...0x2069).contains(scalar.value) {
                visible += "[U+\(String(scalar.value, radix: 16, uppercase: true))]"
            } else {
                visible.unicodeScalars.append(scalar)
            }
        }
        return escaped(visible)
    }

    /// Pixels with two decimals at the most, rounded half away from zero, and without an exponent; a number that is
    /// none, as 0.
    static func pixels(_ value: Double) -> String {
        guard value.isFinite, abs(value) < 1e12 else { return "0" }
        return trimmed(fixed(value, places: 2))
    }

    /// A score as people read it, with two decimals; a smaller one is `<0.01`.
    static func score(_ value: Float) -> String {
        guard value.isFinite, abs(value) < 1e12 else { return "" }
        return value > 0 && value < 0.005 ? "<0.01" : fixed(Double(value), places: 2)
    }

    /// A number from 0 to 1 as the shortest decimal that reads back as it, without an exponent; a tiny one in
    /// millionths.
    static func share(_ value: Float) -> String {
        let text = "\(value)"
        return text.contains("e") ? decimal(millionths: Int64((Double(value) * 1_000_000).rounded())) : trimmed(text)
    }

    /// A part of a whole with six decimals at the most, rounded half away from zero.
    static func share(_ value: Double) -> String {
        value.isFinite && abs(value) < 1e9 ? decimal(millionths: Int64((value * 1_000_000).rounded())) : "0"
    }

    private static func trimmed(_ text: String) -> String {
        var digits = text[...]
        while digits.last == "0" { digits = digits.dropLast() }
        if digits.last == "." { digits = digits.dropLast() }
        return String(digits)
    }
}
