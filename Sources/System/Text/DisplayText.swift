/// Text for people: one line, without control characters and without what turns the direction of writing.
///
/// - Parameter keepingLines: whether line feeds stay as they are.
package func displayText(_ bytes: [UInt8], keepingLines: Bool = false) -> String {
    if let text = String(validating: bytes, as: UTF8.self), !text.unicodeScalars.contains(where: \.movesText) {
        return text
    }
    var text = ""
    for part in LossyText(bytes) {
        switch part {
        case .byte(let byte): text += "\\x" + hexadecimal([byte])
        case .scalar("\n"): text += keepingLines ? "\n" : "\\n"
        case .scalar("\r"): text += "\\r"
        case .scalar("\t"): text += "\\t"
        case .scalar(let scalar) where scalar.value < 0x20 || scalar.value == 0x7F:
            text += "\\x" + hexadecimal([UInt8(scalar.value)])
        case .scalar(let scalar) where scalar.movesText: text += "\\u{\(String(scalar.value, radix: 16))}"
        case .scalar(let scalar): text.unicodeScalars.append(scalar)
        }
    }
    return text
}

/// Text for people, from a string.
package func displayText(_ text: some StringProtocol) -> String { displayText(Array(text.utf8)) }
