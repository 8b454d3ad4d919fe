/// Data as a script: pages from a disk can load no other kind of file.
///
/// A script calls one function with a JSON text, which browsers read much faster than JavaScript.
enum DataScript {
    /// `cairn.NAME('KEY', JSON.parse('...'))`.
    static func call(_ name: String, _ arguments: [String], json: [UInt8]) -> [UInt8] {
        var script = Array("cairn.\(name)(".utf8)
        for argument in arguments {
            script.append(quote)
            append(Array(argument.utf8), to: &script)
            script += [quote, UInt8(ascii: ",")]
        }
        script.reserveCapacity(script.count + json.count + json.count / 8)
        script += Array("JSON.parse('".utf8)
        append(json, to: &script)
        return script + Array("'))\n".utf8)
    }

    /// Appends bytes for a JavaScript string in single quotes, in a file that may be a part of a page.
    private static func append(_ bytes: [UInt8], to script: inout [UInt8]) {
        let bytes = bytes.span
        for index in bytes.indices {
            switch bytes[index] {
            case quote, backslash: script += [backslash, bytes[index]]
            case UInt8(ascii: "\n"): script += [backslash, UInt8(ascii: "n")]
            case UInt8(ascii: "\r"): script += [backslash, UInt8(ascii: "r")]
            case UInt8(ascii: "/") where index > 0 && bytes[index - 1] == UInt8(ascii: "<"):
                script += [backslash, UInt8(ascii: "/")]
            // U+2028 and U+2029 end lines of JavaScript: E2 80 A8 and E2 80 A9.
            case 0xE2 where index + 2 < bytes.count && bytes[index + 1] == 0x80 && bytes[index + 2] & 0xFE == 0xA8:
                script += Array(bytes[index + 2] == 0xA8 ? "\\u2028".utf8 : "\\u2029".utf8)
            case 0xA8, 0xA9:
                let isSeparator = index > 1 && bytes[index - 2] == 0xE2 && bytes[index - 1] == 0x80
                if !isSeparator { script.append(bytes[index]) }
            case 0x80:
                let isSeparator =
                    index > 0 && index + 1 < bytes.count && bytes[index - 1] == 0xE2 && bytes[index + 1] & 0xFE == 0xA8
                if !isSeparator { script.append(0x80) }
            case let byte: script.append(byte)
            }
        }
    }
}

private let quote = UInt8(ascii: "'")
private let backslash = UInt8(ascii: "\\")
