import Platform

extension JSONText {
    /// Reads a JSON text (RFC 8259).
    ///
    /// By hand, because Foundation's decoder has to be asked for each type in turn and throws for all but one: it takes
    /// seconds for a peer's log.
    package init(_ bytes: [UInt8]) throws {
        var reader = Reader(bytes: bytes)
        self = try reader.value()
        guard reader.next == nil else { throw reader.problem }
    }
}

private struct Reader {
    let bytes: [UInt8]
    private var place = 0

    init(bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// What is wrong here.
    var problem: PeerError {
        PeerError(
            words: "no JSON at byte \(place): \(String(decoding: bytes.dropFirst(place).prefix(40), as: UTF8.self))")
    }

    /// The next byte that is no blank.
    var next: UInt8? {
        mutating get {
            while place < bytes.count, bytes[place] == 0x20 || (0x09...0x0D).contains(bytes[place]) { place += 1 }
            return place < bytes.count ? bytes[place] : nil
        }
    }

    mutating func value() throws -> JSONText {
        switch next {
        case UInt8(ascii: "{"):
            var fields: [String: JSONText] = [:]
            try list(to: UInt8(ascii: "}")) { reader throws in
                guard reader.next == UInt8(ascii: "\"") else { throw reader.problem }
                let name = try reader.string()
                guard reader.takes(":") else { throw reader.problem }
                fields[name] = try reader.value()
            }
            return .fields(fields)
        case UInt8(ascii: "["):
            var items: [JSONText] = []
            try list(to: UInt8(ascii: "]")) { reader throws in items.append(try reader.value()) }
            return .list(items)
        case UInt8(ascii: "\""): return .text(try string())
        case UInt8(ascii: "t") where takes("true"): return .flag(true)
        case UInt8(ascii: "f") where takes("false"): return .flag(false)
        case UInt8(ascii: "n") where takes("null"): return .null
        default: return .number(try number())
        }
    }

    /// Everything between brackets, by commas.
    private mutating func list(to end: UInt8, _ item: (inout Reader) throws -> Void) throws {
        place += 1
        if next == end {
            place += 1
            return
        }
        repeat { try item(&self) } while takes(",")
        guard next == end else { throw problem }
        place += 1
    }

    /// Goes over a word that is next.
    private mutating func takes(_ word: StaticString) -> Bool {
        guard next != nil, bytes.count - place >= word.utf8CodeUnitCount,
            bytes[place...].starts(with: UnsafeBufferPointer(start: word.utf8Start, count: word.utf8CodeUnitCount))
        else { return false }
        place += word.utf8CodeUnitCount
        return true
    }

    private mutating func number() throws -> Double {
        let start = place
        while place < bytes.count, !Self.ends.contains(bytes[place]) { place += 1 }
        guard let value = Double(String(decoding: bytes[start..<place], as: UTF8.self)) else { throw problem }
        return value
    }

    private mutating func string() throws -> String {
        place += 1
        var text: [UInt8] = []
        while place < bytes.count, bytes[place] != UInt8(ascii: "\"") {
            if bytes[place] == UInt8(ascii: "\\") {
                text += Array(try escaped().utf8)
            } else {
                text.append(bytes[place])
                place += 1
            }
        }
        guard place < bytes.count else { throw problem }
        place += 1
        return String(decoding: text, as: UTF8.self)
    }

    /// A character that is written with a backslash.
    private mutating func escaped() throws -> String {
        guard place + 1 < bytes.count else { throw problem }
        let letter = bytes[place + 1]
        guard letter == UInt8(ascii: "u") else {
            guard let found = Self.escapes[letter] else { throw problem }
            place += 2
            return found
        }
        var units = [try unit()]
        if UTF16.isLeadSurrogate(units[0]), bytes[place...].starts(with: Array("\\u".utf8)) { units.append(try unit()) }
        return String(decoding: units, as: UTF16.self)
    }

    private mutating func unit() throws -> UInt16 {
        let digits = String(decoding: bytes.dropFirst(place + 2).prefix(4), as: UTF8.self)
        guard takes("\\u"), let unit = UInt16(digits, radix: 16) else { throw problem }
        place += 4
        return unit
    }

    private static let ends = Set(",]} \t\r\n".utf8)
    private static let escapes: [UInt8: String] = [
        UInt8(ascii: "\""): "\"", UInt8(ascii: "\\"): "\\", UInt8(ascii: "/"): "/", UInt8(ascii: "b"): "\u{8}",
        UInt8(ascii: "f"): "\u{C}", UInt8(ascii: "n"): "\n", UInt8(ascii: "r"): "\r", UInt8(ascii: "t"): "\t",
    ]
}
