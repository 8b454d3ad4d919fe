internal import Text

/// A JSON text in the making: values one behind the other, with commas where they belong.
struct JSONBuilder {
    private(set) var bytes: [UInt8] = []
    private var needsComma = false

    mutating func object(_ name: String? = nil, _ body: (inout JSONBuilder) -> Void) {
        enclose(name, "{", "}", body)
    }

    mutating func array(_ name: String? = nil, _ body: (inout JSONBuilder) -> Void) {
        enclose(name, "[", "]", body)
    }

    mutating func add(_ name: String? = nil, _ text: String?) {
        begin(name)
        if let text { bytes.append(json: text) } else { bytes += Array("null".utf8) }
    }

    mutating func add(_ name: String? = nil, _ number: Int64?) {
        begin(name)
        bytes += Array((number.map { String($0) } ?? "null").utf8)
    }

    mutating func add(_ name: String? = nil, _ number: Int) { add(name, Int64(number)) }

    /// A number by its shortest decimal; what is not one is null.
    mutating func add(_ name: String? = nil, _ number: Double?) {
        begin(name)
        bytes += Array((number.flatMap { $0.isFinite ? "\($0)" : nil } ?? "null").utf8)
    }

    mutating func add(_ name: String? = nil, _ number: Float?) {
        begin(name)
        bytes += Array((number.flatMap { $0.isFinite ? "\($0)" : nil } ?? "null").utf8)
    }

    /// Pixels with two decimals.
    mutating func add(pixels value: Double) {
        begin(nil)
        bytes += Array(Markup.pixels(value).utf8)
    }

    mutating func add(_ name: String? = nil, _ isTrue: Bool) {
        begin(name)
        bytes += Array((isTrue ? "true" : "false").utf8)
    }

    /// Characters that need no escape, as a string.
    mutating func add(_ name: String? = nil, plain characters: [UInt8]) {
        begin(name)
        bytes += [UInt8(ascii: "\"")] + characters + [UInt8(ascii: "\"")]
    }

    /// A value that is JSON already.
    mutating func add(_ name: String? = nil, json: [UInt8]) {
        begin(name)
        bytes += json
    }

    private mutating func enclose(
        _ name: String?, _ open: Unicode.Scalar, _ close: Unicode.Scalar, _ body: (inout JSONBuilder) -> Void
    ) {
        begin(name)
        bytes.append(UInt8(ascii: open))
        needsComma = false
        body(&self)
        bytes.append(UInt8(ascii: close))
        needsComma = true
    }

    private mutating func begin(_ name: String?) {
        if needsComma { bytes.append(UInt8(ascii: ",")) }
        needsComma = true
        guard let name else { return }
        bytes.append(json: name)
        bytes.append(UInt8(ascii: ":"))
    }
}

extension [UInt8] {
    /// JSON in which the separators of lines that JavaScript does not take in a string are escaped.
    var withEscapedLineSeparators: [UInt8] {
        guard contains(0xE2) else { return self }
        var safe: [UInt8] = []
        var index = 0
        while index < count {
            let isSeparator =
                self[index] == 0xE2 && index + 2 < count && self[index + 1] == 0x80
                && (self[index + 2] == 0xA8 || self[index + 2] == 0xA9)
            if isSeparator {
                safe += Array((self[index + 2] == 0xA8 ? "\\u2028" : "\\u2029").utf8)
                index += 3
            } else {
                safe.append(self[index])
                index += 1
            }
        }
        return safe
    }
}
