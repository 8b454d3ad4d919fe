extension Array<UInt8> {
    /// How many characters a number of bytes becomes.
    static func base64Count(_ bytes: Int) -> Int { (bytes + 2) / 3 * 4 }

    /// Appends bytes in base 64 (RFC 4648, section 4): padded, without line breaks.
    mutating func append(base64 source: [UInt8]) {
        var to = count
        append(contentsOf: repeatElement(padding, count: Self.base64Count(source.count)))
        let whole = source.count / 3 * 3
        let input = source.span
        let pairs = characterPairs.span
        var output = mutableSpan
        // Twelve bits at a time: three bytes are two looks into the table.
        for from in stride(from: 0, to: whole, by: 3) {
            let bits = Int(input[from]) << 16 | Int(input[from + 1]) << 8 | Int(input[from + 2])
            let first = pairs[bits >> 12]
            let second = pairs[bits & 0xFFF]
            output[to] = UInt8(truncatingIfNeeded: first)
            output[to + 1] = UInt8(truncatingIfNeeded: first >> 8)
            output[to + 2] = UInt8(truncatingIfNeeded: second)
            output[to + 3] = UInt8(truncatingIfNeeded: second >> 8)
            to += 4
        }
        guard whole < input.count else { return }
        let isLonger = whole + 1 < input.count
        let bits = Int(input[whole]) << 16 | (isLonger ? Int(input[whole + 1]) << 8 : 0)
        let first = pairs[bits >> 12]
        output[to] = UInt8(truncatingIfNeeded: first)
        output[to + 1] = UInt8(truncatingIfNeeded: first >> 8)
        if isLonger { output[to + 2] = UInt8(truncatingIfNeeded: pairs[bits & 0xFFF]) }
    }
}

private let padding = UInt8(ascii: "=")

/// The two characters of each twelve bits, the first one in the lower byte.
private let characterPairs: [UInt16] = {
    let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
    return (0..<4096).map { UInt16(letters[$0 >> 6]) | UInt16(letters[$0 & 63]) << 8 }
}()
