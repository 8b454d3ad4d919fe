/// A reader of JSON that knows nothing of the program's own: RFC 8259 to the letter, by descent.
///
/// Bytes of strings that are not UTF-8 are taken, as U+FFFD: the program takes them, too.
struct StrictJSON {
    private let bytes: [UInt8]
    private var place = 0
    /// Deeper values are refused, as the program does.
    private static let maxDepth = 128

    private struct Refusal: Error {}

    /// The value of a text; nil for what is not JSON.
    static func read(_ bytes: [UInt8]) -> Tree? {
        var reader = StrictJSON(bytes: bytes)
        do {
            let tree = try reader.value(0)
            reader.skipBlanks()
            return reader.place == bytes.count ? tree : nil
        } catch {
            return nil
        }
    }

    private init(bytes: [UInt8]) { self.bytes = bytes }

    private var next: UInt8? { place < bytes.count ? bytes[place] : nil }

    private mutating func skipBlanks() {
        while let byte = next, byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D { place += 1 }
    }

    private mutating func take(_ byte: UInt8) -> Bool {
        guard next == byte else { return false }
        place += 1
        return true
    }

    private mutating func need(_ byte: UInt8) throws { if !take(byte) { throw Refusal() } }

    private mutating func value(_ depth: Int) throws -> Tree {
        skipBlanks()
        switch next {
        case UInt8(ascii: "{"):
            guard depth < Self.maxDepth else { throw Refusal() }
            return try object(depth + 1)
        case UInt8(ascii: "["):
            guard depth < Self.maxDepth else { throw Refusal() }
            return try list(depth + 1)
        case UInt8(ascii: "\""): return .string(try string())
        case UInt8(ascii: "t"): return try word("true", .bool(true))
        case UInt8(ascii: "f"): return try word("false", .bool(false))
        case UInt8(ascii: "n"): return try word("null", .null)
        default: return try number()
        }
    }

    private mutating func word(_ word: String, _ value: Tree) throws -> Tree {
        for byte in word.utf8 { try need(byte) }
        return value
    }

    private mutating func object(_ depth: Int) throws -> Tree {
        try need(UInt8(ascii: "{"))
        var members: [Tree.Member] = []
        skipBlanks()
        if take(UInt8(ascii: "}")) { return .object([]) }
        repeat {
            skipBlanks()
            let name = try string()
            skipBlanks()
            try need(UInt8(ascii: ":"))
            members.append(.init(name: name, value: try value(depth)))
            skipBlanks()
        } while take(UInt8(ascii: ","))
        try need(UInt8(ascii: "}"))
        return .object(members)
    }

    private mutating func list(_ depth: Int) throws -> Tree {
        try need(UInt8(ascii: "["))
        var items: [Tree] = []
        skipBlanks()
        if take(UInt8(ascii: "]")) { return .list([]) }
        repeat {
            items.append(try value(depth))
            skipBlanks()
        } while take(UInt8(ascii: ","))
        try need(UInt8(ascii: "]"))
        return .list(items)
    }

    private mutating func number() throws -> Tree {
        let start = place
        _ = take(UInt8(ascii: "-"))
        if !take(UInt8(ascii: "0")) { try digits() }
        if take(UInt8(ascii: ".")) { try digits() }
        if take(UInt8(ascii: "e")) || take(UInt8(ascii: "E")) {
            if !take(UInt8(ascii: "+")) { _ = take(UInt8(ascii: "-")) }
            try digits()
        }
        return .number(String(decoding: bytes[start..<place], as: UTF8.self))
    }

    private mutating func digits() throws {
        let start = place
        while let byte = next, (0x30...0x39).contains(byte) { place += 1 }
        if place == start { throw Refusal() }
    }

    private mutating func string() throws -> String {
        try need(UInt8(ascii: "\""))
        var units: [UInt8] = []
        while let byte = next {
            place += 1
            switch byte {
            case UInt8(ascii: "\""): return String(decoding: units, as: UTF8.self)
            case UInt8(ascii: "\\"): units += Array(try escape().utf8)
            case 0..<0x20: throw Refusal()
            default: units.append(byte)
            }
        }
        throw Refusal()
    }

    private mutating func escape() throws -> String {
        guard let letter = next else { throw Refusal() }
        place += 1
        switch letter {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return String(Unicode.Scalar(letter))
        case UInt8(ascii: "b"): return "\u{8}"
        case UInt8(ascii: "f"): return "\u{C}"
        case UInt8(ascii: "n"): return "\n"
        case UInt8(ascii: "r"): return "\r"
        case UInt8(ascii: "t"): return "\t"
        case UInt8(ascii: "u"):
            let first = try unit()
            guard UTF16.isLeadSurrogate(first), bytes[place...].starts(with: Array("\\u".utf8)) else {
                return String(decoding: [first], as: UTF16.self)
            }
            let before = place
            place += 2
            let second = try unit()
            if UTF16.isTrailSurrogate(second) { return String(decoding: [first, second], as: UTF16.self) }
            place = before
            return "\u{FFFD}"
        default: throw Refusal()
        }
    }

    private mutating func unit() throws -> UInt16 {
        guard place + 4 <= bytes.count else { throw Refusal() }
        var unit: UInt16 = 0
        for byte in bytes[place..<(place + 4)] {
            guard let digit = Character(Unicode.Scalar(byte)).hexDigitValue else { throw Refusal() }
            unit = unit << 4 | UInt16(digit)
        }
        place += 4
        return unit
    }
}
