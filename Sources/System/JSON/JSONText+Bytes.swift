internal import Platform

extension Array<UInt8> {
    /// Appends bytes that are mostly UTF-8 as a JSON string: a byte that is none as the four letters `\xHH`, and what moves
    /// text on a terminal as `\uHHHH`.
    package mutating func append(jsonOf bytes: [UInt8]) {
        append(UInt8(ascii: "\""))
        if bytes.allSatisfy({ $0 >= 0x20 && $0 < 0x7F && $0 != quote && $0 != backslash }) {
            append(contentsOf: bytes)
        } else {
            append(escapedOf: bytes)
        }
        append(UInt8(ascii: "\""))
    }

    private mutating func append(escapedOf bytes: [UInt8]) {
        var rest = bytes[...]
        while let first = rest.first {
            let length = first < 0x80 ? 1 : first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2
            guard let text = String(validating: rest.prefix(length), as: UTF8.self),
                let scalar = text.unicodeScalars.first
            else {
                append(contentsOf: "\\\\x\(hexadecimal([first]))".utf8)
                rest = rest.dropFirst()
                continue
            }
            rest = rest.dropFirst(length)
            switch scalar {
            case "\"": append(contentsOf: "\\\"".utf8)
            case "\\": append(contentsOf: "\\\\".utf8)
            case "\n": append(contentsOf: "\\n".utf8)
            case "\r": append(contentsOf: "\\r".utf8)
            case "\t": append(contentsOf: "\\t".utf8)
            case _ where scalar.movesText:
                append(contentsOf: "\\u".utf8)
                append(contentsOf: hexadecimal([UInt8(scalar.value >> 8), UInt8(scalar.value & 0xFF)]).utf8)
            default: append(contentsOf: text.utf8)
            }
        }
    }
}

private let quote = UInt8(ascii: "\"")
private let backslash = UInt8(ascii: "\\")
