/// Base 64 (RFC 4648, section 4): padded, without line breaks.
package enum Base64 {
    /// How many characters a number of bytes becomes.
    package static func count(of bytes: Int) -> Int { (bytes + 2) / 3 * 4 }

    /// The characters of some bytes.
    package static func encode(_ bytes: [UInt8]) -> [UInt8] {
        var characters = [UInt8](repeating: 0, count: count(of: bytes.count))
        var output = characters.mutableSpan
        write(bytes.span, into: &output, at: 0)
        return characters
    }

    /// Writes the characters of some bytes, for which there must be room.
    package static func write(_ input: Span<UInt8>, into output: inout MutableSpan<UInt8>, at start: Int) {
        var to = start
        let whole = input.count / 3 * 3
        let pairs = characterPairs.span
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
        output[to + 2] = isLonger ? UInt8(truncatingIfNeeded: pairs[bits & 0xFFF]) : padding
        output[to + 3] = padding
    }
}

private let padding = UInt8(ascii: "=")

/// The two characters of each twelve bits, the first one in the lower byte.
private let characterPairs: [UInt16] = {
    let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
    return (0..<4096).map { UInt16(letters[$0 >> 6]) | UInt16(letters[$0 & 63]) << 8 }
}()
