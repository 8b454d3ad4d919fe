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
