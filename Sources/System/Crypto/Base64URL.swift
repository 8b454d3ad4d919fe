/// Base 64 with the alphabet for addresses and without padding (RFC 4648, section 5), as JSON Web Tokens have it.
package enum Base64URL {
    /// The encoding of some bytes, without padding.
    package static func text(_ bytes: [UInt8]) -> String {
        var text: [UInt8] = []
        text.reserveCapacity((bytes.count * 4 + 2) / 3)
        for start in stride(from: 0, to: bytes.count, by: 3) {
            let group = bytes[start..<min(start + 3, bytes.count)]
            var bits = group.reduce(UInt32(0)) { $0 << 8 | UInt32($1) } << (8 * UInt32(3 - group.count))
            for _ in 0...group.count {
                text.append(alphabet[Int(bits >> 18 & 63)])
                bits <<= 6
            }
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// The bytes of such a text; nil where it is none; padding is allowed for.
    package static func bytes(_ text: some StringProtocol) -> [UInt8]? {
        var bytes: [UInt8] = []
        var bits: UInt32 = 0
        var held = 0
        let digits = text.utf8.reversed().drop { $0 == UInt8(ascii: "=") }.reversed()
        for digit in digits {
            guard let value = alphabet.firstIndex(of: digit) else { return nil }
            bits = bits << 6 | UInt32(value)
            held += 6
            if held >= 8 {
                held -= 8
                bytes.append(UInt8(truncatingIfNeeded: bits >> UInt32(held)))
            }
        }
        // One digit of four left over is half a byte.
        return held == 6 ? nil : bytes
    }

    private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)
}
