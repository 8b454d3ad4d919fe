/// Lower-case hexadecimal digits, two a byte.
package func hexadecimal(_ bytes: some Sequence<UInt8>) -> String {
    var text: [UInt8] = []
    text.append(hexadecimal: Array(bytes))
    return String(decoding: text, as: UTF8.self)
}

/// The bytes of lower-case hexadecimal digits; nil for any other text.
package func bytes(ofHexadecimal text: String) -> [UInt8]? {
    var digits = text.utf8.makeIterator()
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.utf8.count / 2)
    while let first = digits.next() {
        guard let second = digits.next(), !isCapital(first), !isCapital(second),
            let high = hexadecimalDigit(first), let low = hexadecimalDigit(second)
        else { return nil }
        bytes.append(high << 4 | low)
    }
    return bytes
}

/// The value of a hexadecimal digit, in either case; nil for any other byte.
package func hexadecimalDigit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - 0x30
    case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - 0x57
    case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - 0x37
    default: nil
    }
}

extension Array<UInt8> {
    /// Appends lower-case hexadecimal digits, two a byte.
    package mutating func append(hexadecimal bytes: [UInt8]) {
        for byte in bytes {
            append(digit(byte >> 4, letters: 0x57))
            append(digit(byte & 15, letters: 0x57))
        }
    }
}

/// One hexadecimal digit.
///
/// - Parameter letters: what the value of a digit from 10 on lacks to be its letter.
func digit(_ value: UInt8, letters: UInt8) -> UInt8 { value < 10 ? 0x30 + value : letters + value }

private func isCapital(_ byte: UInt8) -> Bool { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) }

/// A text with all but letters, digits and `-._~` as `%HH` (RFC 3986, section 2.3): a slash, too.
package func percentEncoded(_ text: some StringProtocol) -> String { percentEncoded(Array(text.utf8), keeping: "-._~") }

/// Bytes with all but letters, digits and some other characters as `%HH` (RFC 3986, section 2.1).
///
/// - Parameter kept: the other ASCII characters that stay as they are.
package func percentEncoded(_ bytes: [UInt8], keeping kept: String) -> String {
    var encoded: [UInt8] = []
    for byte in bytes {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            encoded.append(byte)
        case _ where kept.utf8.contains(byte): encoded.append(byte)
        default: encoded += [UInt8(ascii: "%"), digit(byte >> 4, letters: 0x37), digit(byte & 15, letters: 0x37)]
        }
    }
    return String(decoding: encoded, as: UTF8.self)
}

/// Names and values as HTML forms and queries have them (`application/x-www-form-urlencoded`).
package func formEncoded(_ fields: [(String, String)]) -> String {
    fields.map { "\(percentEncoded($0))=\(percentEncoded($1))" }.joined(separator: "&")
}
