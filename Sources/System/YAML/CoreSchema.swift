/// What a plain scalar means by the core schema of YAML 1.2 (section 10.3.2).
enum CoreSchema {
    /// The content of a plain scalar.
    static func content(of text: String) -> YAMLValue.Content {
        switch text {
        case "", "~", "null", "Null", "NULL": .null
        case "true", "True", "TRUE": .bool(true)
        case "false", "False", "FALSE": .bool(false)
        default: number(text) ?? .string(text)
        }
    }

    /// The number a text is; nil for any other text.
    private static func number(_ text: String) -> YAMLValue.Content? {
        let bytes = Array(text.utf8)
        // Every number starts with one of these, and most scalars do not.
        guard let first = bytes.first, isDigit(first) || "+-.".utf8.contains(first) else { return nil }
        if text.hasPrefix("0o") { return based(text.dropFirst(2), 8) }
        if text.hasPrefix("0x") { return based(text.dropFirst(2), 16) }
        let unsigned = first == UInt8(ascii: "+") || first == UInt8(ascii: "-") ? bytes[1...] : bytes[...]
        switch String(decoding: unsigned, as: UTF8.self) {
        case ".inf", ".Inf", ".INF": return .float(first == UInt8(ascii: "-") ? -.infinity : .infinity)
        case ".nan", ".NaN", ".NAN": return unsigned.count == bytes.count ? .float(.nan) : nil
        default: return decimal(unsigned, text)
        }
    }

    /// A number of base ten: digits, a fraction, an exponent.
    private static func decimal(_ unsigned: ArraySlice<UInt8>, _ text: String) -> YAMLValue.Content? {
        var rest = unsigned
        let whole = rest.prefix(while: isDigit)
        rest = rest.dropFirst(whole.count)
        if rest.isEmpty {
            guard !whole.isEmpty else { return nil }
            return Int64(text).map { .integer($0) } ?? Double(text).map { .float($0) }
        }
        var fraction: ArraySlice<UInt8> = []
        if rest.first == UInt8(ascii: ".") {
            fraction = rest.dropFirst().prefix(while: isDigit)
            rest = rest.dropFirst(1 + fraction.count)
        }
        guard !whole.isEmpty || !fraction.isEmpty else { return nil }
        if rest.first == UInt8(ascii: "e") || rest.first == UInt8(ascii: "E") {
            rest = rest.dropFirst()
            if rest.first == UInt8(ascii: "+") || rest.first == UInt8(ascii: "-") { rest = rest.dropFirst() }
            let exponent = rest.prefix(while: isDigit)
            guard !exponent.isEmpty else { return nil }
            rest = rest.dropFirst(exponent.count)
        }
        guard rest.isEmpty else { return nil }
        // Swift's parser wants a digit before the point; YAML does not.
        let sign = text.hasPrefix("-") ? "-" : ""
        return Double(sign + "0" + String(decoding: unsigned, as: UTF8.self)).map { .float($0) }
    }

    /// A number of base 8 or 16, which has no sign; one beyond 64 bits is a float.
    private static func based(_ digits: Substring, _ radix: Int) -> YAMLValue.Content? {
        guard !digits.isEmpty, digits.utf8.first != UInt8(ascii: "+"), digits.utf8.first != UInt8(ascii: "-") else {
            return nil
        }
        if let number = Int64(digits, radix: radix) { return .integer(number) }
        var sum = 0.0
        for digit in digits {
            guard digit.isASCII, let value = digit.hexDigitValue, value < radix else { return nil }
            sum = sum * Double(radix) + Double(value)
        }
        return .float(sum)
    }

    private static func isDigit(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }
}
