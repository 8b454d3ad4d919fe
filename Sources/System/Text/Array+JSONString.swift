extension Array<UInt8> {
    /// Appends a text as a JSON string, in quotation marks; `/` stays as it is.
    package mutating func append(json text: String) {
        append(UInt8(ascii: "\""))
        for byte in text.utf8 {
            if byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") {
                append(escapeOf: Unicode.Scalar(byte))
            } else {
                append(byte)
            }
        }
        append(UInt8(ascii: "\""))
    }

    /// Appends bytes that are mostly UTF-8 as a JSON string: a byte that is not part of it as the four letters `\xHH`,
    /// and what moves text on a terminal as `\uHHHH`.
    package mutating func append(jsonOf bytes: [UInt8]) {
        append(UInt8(ascii: "\""))
        if bytes.allSatisfy({ $0 >= 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\") }) {
            append(contentsOf: bytes)
        } else {
            for part in LossyText(bytes) {
                switch part {
                case .byte(let byte): append(contentsOf: "\\\\x\(hexadecimal([byte]))".utf8)
                case .scalar(let scalar) where scalar == "\"" || scalar == "\\" || scalar.movesText:
                    append(escapeOf: scalar)
                case .scalar(let scalar): append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
                }
            }
        }
        append(UInt8(ascii: "\""))
    }

    /// Appends the escape of a character of the Basic Multilingual Plane.
    private mutating func append(escapeOf scalar: Unicode.Scalar) {
        switch scalar {
        case "\"": append(contentsOf: "\\\"".utf8)
        case "\\": append(contentsOf: "\\\\".utf8)
        case "\n": append(contentsOf: "\\n".utf8)
        case "\r": append(contentsOf: "\\r".utf8)
        case "\t": append(contentsOf: "\\t".utf8)
        default:
            append(contentsOf: "\\u".utf8)
            append(hexadecimal: [UInt8(scalar.value >> 8), UInt8(scalar.value & 0xFF)])
        }
    }
}

/// A text as a JSON string.
package func jsonString(_ text: String) -> String {
    var bytes: [UInt8] = []
    bytes.append(json: text)
    return String(decoding: bytes, as: UTF8.self)
}

/// A JSON object of texts, in their order; a member without a text is left out.
package func jsonObject(_ members: [(name: String, text: String?)]) -> [UInt8] {
    var json = [UInt8(ascii: "{")]
    for (name, text) in members {
        guard let text else { continue }
        if json.count > 1 { json.append(UInt8(ascii: ",")) }
        json.append(json: name)
        json.append(UInt8(ascii: ":"))
        json.append(json: text)
    }
    return json + [UInt8(ascii: "}")]
}
