/// A JSON value as the fuzzer builds it, and as its own reader of JSON finds it.
indirect enum Tree: Equatable {
    case null
    case bool(Bool)
    /// A number as it is written.
    case number(String)
    case string(String)
    case list([Tree])
    case object([Member])

    /// A member of an object.
    struct Member: Equatable {
        var name: String
        var value: Tree
    }

    /// A step down from a value.
    enum Step: Hashable {
        case member(Int)
        case element(Int)
    }

    /// The JSON text.
    var text: String {
        var bytes: [UInt8] = []
        write(to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Appends the JSON text.
    func write(to bytes: inout [UInt8]) {
        switch self {
        case .null: bytes += "null".utf8
        case .bool(let flag): bytes += (flag ? "true" : "false").utf8
        case .number(let digits): bytes += digits.utf8
        case .string(let text): Tree.write(text, to: &bytes)
        case .list(let items):
            bytes.append(UInt8(ascii: "["))
            for (place, item) in items.enumerated() {
                if place > 0 { bytes.append(UInt8(ascii: ",")) }
                item.write(to: &bytes)
            }
            bytes.append(UInt8(ascii: "]"))
        case .object(let members):
            bytes.append(UInt8(ascii: "{"))
            for (place, member) in members.enumerated() {
                if place > 0 { bytes.append(UInt8(ascii: ",")) }
                Tree.write(member.name, to: &bytes)
                bytes.append(UInt8(ascii: ":"))
                member.value.write(to: &bytes)
            }
            bytes.append(UInt8(ascii: "}"))
        }
    }

    private static func write(_ text: String, to bytes: inout [UInt8]) {
        bytes.append(UInt8(ascii: "\""))
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes += [UInt8(ascii: "\\"), byte]
            case 0..<0x20:
                let digits = Array("0123456789abcdef".utf8)
                bytes += Array("\\u00".utf8) + [digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            default: bytes.append(byte)
            }
        }
        bytes.append(UInt8(ascii: "\""))
    }

    /// The value at the end of some steps; nil where they lead nowhere.
    subscript(path: ArraySlice<Step>) -> Tree? {
        guard let step = path.first else { return self }
        switch (step, self) {
        case (.member(let place), .object(let members)) where members.indices.contains(place):
            return members[place].value[path.dropFirst()]
        case (.element(let place), .list(let items)) where items.indices.contains(place):
            return items[place][path.dropFirst()]
        default: return nil
        }
    }

    /// The same with another value at the end of some steps, which lead somewhere.
    func changing(_ path: ArraySlice<Step>, _ change: (Tree) -> Tree) -> Tree {
        guard let step = path.first else { return change(self) }
        switch (step, self) {
        case (.member(let place), .object(var members)):
            members[place].value = members[place].value.changing(path.dropFirst(), change)
            return .object(members)
        case (.element(let place), .list(var items)):
            items[place] = items[place].changing(path.dropFirst(), change)
            return .list(items)
        default: preconditionFailure("a step that leads nowhere")
        }
    }
}
