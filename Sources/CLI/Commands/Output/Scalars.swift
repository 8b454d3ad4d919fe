internal import Platform

/// Walks bytes as UTF-8: the scalars that are valid, and one at a time the bytes that are none.
func forEachScalar(of bytes: [UInt8], scalar: (Unicode.Scalar) -> Void, invalid: (UInt8) -> Void) {
    var rest = bytes[...]
    while let first = rest.first {
        if first < 0x80 {
            scalar(Unicode.Scalar(first))
            rest.removeFirst()
            continue
        }
        let length = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2
        if let text = String(validating: rest.prefix(length), as: UTF8.self), let one = text.unicodeScalars.first {
            scalar(one)
            rest.removeFirst(length)
        } else {
            invalid(first)
            rest.removeFirst()
        }
    }
}

/// Text for people: one line, without control characters and without what turns the direction of writing.
///
/// - Parameter keepingLines: whether line feeds stay as they are.
func shown(_ bytes: [UInt8], keepingLines: Bool = false) -> String {
    if let text = String(validating: bytes, as: UTF8.self), !text.unicodeScalars.contains(where: \.movesText) {
        return text
    }
    var text = ""
    forEachScalar(
        of: bytes,
        scalar: { scalar in
            switch scalar.value {
            case 0x0A: text += keepingLines ? "\n" : "\\n"
            case 0x0D: text += "\\r"
            case 0x09: text += "\\t"
            case 0..<0x20, 0x7F: text += "\\x" + hexadecimal([UInt8(scalar.value)])
            case _ where scalar.movesText: text += "\\u{\(String(scalar.value, radix: 16))}"
            default: text.unicodeScalars.append(scalar)
            }
        }, invalid: { text += "\\x" + hexadecimal([$0]) })
    return text
}

/// Text for people, from a string.
func shown(_ text: String) -> String { shown(Array(text.utf8)) }
