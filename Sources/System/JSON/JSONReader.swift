internal import Text

/// Walks a JSON text once, byte by byte, without recursion.
struct JSONReader {
    private let bytes: [UInt8]
    private let maxDepth: Int
    private let allowsTrailingCommas: Bool
    private var offset = 0
    private var entries: [JSONTape.Entry] = []
    /// The arrays and objects that are open, by their entries.
    private var open: [Int] = []

    init(_ bytes: [UInt8], maxDepth: Int, allowsTrailingCommas: Bool) {
        self.bytes = bytes
        self.maxDepth = maxDepth
        self.allowsTrailingCommas = allowsTrailingCommas
        entries.reserveCapacity(bytes.count / 12)
    }

    /// The entries of the whole text.
    mutating func read() throws(JSONError) -> [JSONTape.Entry] {
        // Places are kept in 32 bits.
        guard bytes.count < Int(Int32.max) else { throw JSONError(expected: "a text of less than 2 GiB", offset: 0) }
        skipSpace()
        try value()
        while let container = open.last {
            skipSpace()
            let isObject = entries[container].kind == .object
            let isFirst = entries.count == container + 1
            if consume(isObject ? closingBrace : closingBracket) {
                close(container)
                continue
            }
            if !isFirst {
                guard consume(comma) else { throw expected(isObject ? "`,` or `}`" : "`,` or `]`") }
                skipSpace()
                if allowsTrailingCommas, consume(isObject ? closingBrace : closingBracket) {
                    close(container)
                    continue
                }
            }
            if isObject {
                guard consume(quote) else { throw expected("a name in quotation marks") }
                try string()
                skipSpace()
                guard consume(colon) else { throw expected("`:`") }
                skipSpace()
            }
            try value()
        }
        skipSpace()
        guard offset == bytes.count else { throw expected("the end") }
        return entries
    }

    /// A value; of an array or object its beginning only.
    private mutating func value() throws(JSONError) {
        guard offset < bytes.count else { throw expected("a value") }
        let start = offset
        switch bytes[offset] {
        case quote:
            offset += 1
            try string()
        case UInt8(ascii: "{"), UInt8(ascii: "["):
            guard open.count < maxDepth else { throw expected("no more than \(maxDepth) values in each other") }
            open.append(entries.count)
            add(bytes[offset] == UInt8(ascii: "{") ? .object : .array, from: start)
            offset += 1
        case UInt8(ascii: "n"): try word("null", .null)
        case UInt8(ascii: "t"): try word("true", .yes)
        case UInt8(ascii: "f"): try word("false", .no)
        default: try number()
        }
    }

    private mutating func close(_ container: Int) {
        entries[container].end = Int32(offset)
        entries[container].next = Int32(entries.count)
        open.removeLast()
    }

    private mutating func add(_ kind: JSONTape.Kind, from start: Int, isEscaped: Bool = false) {
        entries.append(
            .init(
                kind: kind, isEscaped: isEscaped, start: Int32(start), end: Int32(offset),
                next: Int32(entries.count + 1)))
    }

    private mutating func word(_ word: StaticString, _ kind: JSONTape.Kind) throws(JSONError) {
        let start = offset
        for letter in "\(word)".utf8 {
            guard offset < bytes.count, bytes[offset] == letter else { throw expected("`\(word)`") }
            offset += 1
        }
        add(kind, from: start)
    }

    /// The rest of a string, behind its first quotation mark.
    private mutating func string() throws(JSONError) {
        let start = offset
        var isEscaped = false
        while offset < bytes.count {
            switch bytes[offset] {
            case quote:
                add(.string, from: start, isEscaped: isEscaped)
                offset += 1
                return
            case backslash:
                isEscaped = true
                offset += 1
                try escape()
            case 0..<0x20: throw expected("no control character in a string")
            default: offset += 1
            }
        }
        throw expected("`\"`")
    }

    private mutating func escape() throws(JSONError) {
        guard offset < bytes.count else { throw expected("an escape") }
        let letter = bytes[offset]
        offset += 1
        if letter == UInt8(ascii: "u") {
            for _ in 0..<4 {
                guard offset < bytes.count, hexadecimalDigit(bytes[offset]) != nil else {
                    throw expected("four hexadecimal digits")
                }
                offset += 1
            }
        } else if !"\"\\/bfnrt".utf8.contains(letter) {
            throw expected("an escape")
        }
    }

    private mutating func number() throws(JSONError) {
        let start = offset
        _ = consume(UInt8(ascii: "-"))
        if !consume(UInt8(ascii: "0")) { try digits() }
        if consume(UInt8(ascii: ".")) { try digits() }
        if consume(UInt8(ascii: "e")) || consume(UInt8(ascii: "E")) {
            if !consume(UInt8(ascii: "+")) { _ = consume(UInt8(ascii: "-")) }
            try digits()
        }
        add(.number, from: start)
    }

    private mutating func digits() throws(JSONError) {
        let start = offset
        while offset < bytes.count, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(bytes[offset]) { offset += 1 }
        guard offset > start else { throw expected("a value") }
    }

    private mutating func skipSpace() {
        while offset < bytes.count, [0x20, 0x0A, 0x0D, 0x09].contains(bytes[offset]) { offset += 1 }
    }

    private mutating func consume(_ byte: UInt8) -> Bool {
        guard offset < bytes.count, bytes[offset] == byte else { return false }
        offset += 1
        return true
    }

    private func expected(_ what: String) -> JSONError { JSONError(expected: what, offset: offset) }
}

private let quote = UInt8(ascii: "\"")
private let backslash = UInt8(ascii: "\\")
private let comma = UInt8(ascii: ",")
private let colon = UInt8(ascii: ":")
private let closingBrace = UInt8(ascii: "}")
private let closingBracket = UInt8(ascii: "]")

/// Why some bytes are no JSON text.
package struct JSONError: Error, Equatable, Sendable, CustomStringConvertible {
    /// What was wanted: `a value`.
    package let expected: String
    /// Where, in bytes from 0.
    package let offset: Int

    /// A sentence for people.
    package var description: String { "no JSON: \(expected) was expected at byte \(offset)" }
}
