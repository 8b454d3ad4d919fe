import TestSupport

/// A message of Vision's JSON that was made by chance, and where its values lie.
struct Message {
    /// A value, by its place in the message.
    struct Site {
        var path: [Tree.Step]
        var shape: Shape
        /// The member's name.
        var name: String
    }

    /// The message.
    private(set) var tree: Tree = .object([])
    /// Every member in it.
    private(set) var sites: [Site] = []
    /// What was written, of texts and of numbers.
    private(set) var texts: [String] = []
    private(set) var numbers: [Double] = []

    /// A message with some of the features' members.
    init(_ random: inout Seeded) {
        let first = random.below(Schema.features.count)
        var chosen = [Schema.features[first]]
        if random.once(in: 4) { chosen.append(Schema.features[(first + 1 + random.below(11)) % 12]) }
        // Beside the whole text, its pieces are not read.
        if chosen.contains(where: { $0.name == "fullTextAnnotation" }) {
            chosen.removeAll { $0.name == "textAnnotations" }
        }
        tree = value(.message(chosen), [], "", &random, keepsAll: true)
    }

    private mutating func value(
        _ shape: Shape, _ path: [Tree.Step], _ name: String, _ random: inout Seeded, keepsAll: Bool = false
    ) -> Tree {
        switch shape {
        case .text:
            // Its number makes each text one of a kind.
            let ends = ["", "", "", " é", "\"\\", "\u{1F3D4}", "\n/", "\u{7}"]
            let text = "t\(texts.count)\(random.pick(ends))"
            texts.append(text)
            return .string(text)
        case .digits:
            let digits = String(random.next() | 1)
            texts.append(digits)
            return .string(digits)
        case .float: return number(Double(1 + random.below(4000)) / Double(random.pick([1, 8, 1000])))
        case .degrees(let limit): return number(Double(random.below(2_000_001) - 1_000_000) / 1e6 * limit)
        case .whole: return number(Double(1 + random.below(9000)))
        case .flag: return .bool(random.once(in: 2))
        case .name(let names): return .string(random.pick(names))
        case .list(let item):
            return .list((0..<(1 + random.below(2))).map { value(item, path + [.element($0)], name, &random) })
        case .either(let one, let other): return value(random.once(in: 2) ? one : other, path, name, &random)
        case .message(let fields):
            var members: [Tree.Member] = []
            for field in fields {
                // A group of products without any is about nothing, and products without names are taken for one.
                let isNeeded = keepsAll || ["results", "product", "name"].contains(field.name)
                if !isNeeded, random.once(in: 3) { continue }
                let inner = path + [.member(members.count)]
                sites.append(Site(path: inner, shape: field.shape, name: field.name))
                members.append(.init(name: field.name, value: value(field.shape, inner, field.name, &random)))
            }
            return .object(members)
        }
    }

    private mutating func number(_ value: Double) -> Tree {
        numbers.append(value)
        return .number(value == value.rounded() ? String(Int(value)) : "\(value)")
    }
}
