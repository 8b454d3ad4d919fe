internal import Text

/// One value of a JSON text.
///
/// Every accessor answers nil, or nothing, for a value of another kind: a reader of what a service sent asks for what
/// it needs and never has to fear what is there instead.
package struct JSONNode: Sendable {
    let tape: JSONTape
    let index: Int

    private var entry: JSONTape.Entry { tape.entries[index] }

    /// The member of this name, the first of several; nil where there is none, where it is null, and for no object.
    package subscript(name: String) -> JSONNode? {
        guard entry.kind == .object else { return nil }
        var at = index + 1
        while at < Int(entry.next) {
            let member = JSONNode(tape: tape, index: at)
            let value = JSONNode(tape: tape, index: at + 1)
            if member.isString(name) { return value.isNull ? nil : value }
            at = Int(tape.entries[at + 1].next)
        }
        return nil
    }

    /// The elements of an array; none for anything else.
    package var elements: [JSONNode] {
        guard entry.kind == .array else { return [] }
        var found: [JSONNode] = []
        var at = index + 1
        while at < Int(entry.next) {
            found.append(JSONNode(tape: tape, index: at))
            at = Int(tape.entries[at].next)
        }
        return found
    }

    /// The members of an object in their order; none for anything else.
    package var members: [(name: String, value: JSONNode)] {
        guard entry.kind == .object else { return [] }
        var found: [(name: String, value: JSONNode)] = []
        var at = index + 1
        while at < Int(entry.next) {
            found.append(
                (JSONNode(tape: tape, index: at).string ?? "", JSONNode(tape: tape, index: at + 1)))
            at = Int(tape.entries[at + 1].next)
        }
        return found
    }

    /// Whether it is `null`.
    package var isNull: Bool { entry.kind == .null }
    /// Whether it is an array.
    package var isArray: Bool { entry.kind == .array }
    /// Whether it is an object.
    package var isObject: Bool { entry.kind == .object }

    /// The truth value.
    package var bool: Bool? {
        switch entry.kind {
        case .yes: true
        case .no: false
        default: nil
        }
    }

    /// The text of a string; unpaired surrogates and broken UTF-8 become U+FFFD.
    package var string: String? {
        guard entry.kind == .string else { return nil }
        let bytes = tape.bytes[Int(entry.start)..<Int(entry.end)]
        return entry.isEscaped ? unescaped(bytes) : String(decoding: bytes, as: UTF8.self)
    }

    /// The number, as the double nearest to it; nil for one beyond all doubles.
    package var double: Double? {
        guard entry.kind == .number else { return nil }
        guard let value = Double(String(decoding: text, as: UTF8.self)), value.isFinite else { return nil }
        return value
    }

    /// The whole number; `10.0` is one, and so is a string of digits, as 64-bit values come in protocol buffers' JSON.
    package var integer: Int? {
        if entry.kind == .string { return string.flatMap { Int($0) } }
        guard entry.kind == .number else { return nil }
        return Int(String(decoding: text, as: UTF8.self)) ?? double.flatMap { Int(exactly: $0) }
    }

    /// The value's own bytes in the text; of a string without its quotation marks, as it is escaped.
    package var text: ArraySlice<UInt8> { tape.bytes[Int(entry.start)..<Int(entry.end)] }

    /// Whether it is this string, without making one.
    private func isString(_ wanted: String) -> Bool {
        if entry.isEscaped { return string == wanted }
        let name = text
        return name.count == wanted.utf8.count && name.elementsEqual(wanted.utf8)
    }
}

/// A string's text from its escaped form, whose escapes are known to be well formed.
private func unescaped(_ bytes: ArraySlice<UInt8>) -> String {
    var units: [UInt8] = []
    units.reserveCapacity(bytes.count)
    var at = bytes.startIndex
    func unit(_ from: Int) -> UInt32 {
        bytes[from..<from + 4].reduce(0) { $0 << 4 | UInt32(hexadecimalDigit($1) ?? 0) }
    }
    while at < bytes.endIndex {
        guard bytes[at] == UInt8(ascii: "\\") else {
            units.append(bytes[at])
            at += 1
            continue
        }
        at += 2
        switch bytes[at - 1] {
        case UInt8(ascii: "b"): units.append(0x08)
        case UInt8(ascii: "f"): units.append(0x0C)
        case UInt8(ascii: "n"): units.append(0x0A)
        case UInt8(ascii: "r"): units.append(0x0D)
        case UInt8(ascii: "t"): units.append(0x09)
        case UInt8(ascii: "u"):
            var code = unit(at)
            at += 4
            if (0xD800..<0xDC00).contains(code), at + 6 <= bytes.endIndex, bytes[at] == UInt8(ascii: "\\"),
                bytes[at + 1] == UInt8(ascii: "u"), (0xDC00..<0xE000).contains(unit(at + 2))
            {
                code = 0x10000 + (code - 0xD800) << 10 + (unit(at + 2) - 0xDC00)
                at += 6
            }
            units.append(contentsOf: String(Unicode.Scalar(code) ?? "\u{FFFD}").utf8)
        default: units.append(bytes[at - 1])
        }
    }
    return String(decoding: units, as: UTF8.self)
}
