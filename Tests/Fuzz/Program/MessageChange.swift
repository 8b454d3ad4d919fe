import TestSupport

/// A change of a message of which it is known what becomes of the answer.
struct MessageChange {
    /// What becomes of the answer.
    enum Effect {
        /// It stays what it was.
        case none
        /// It is that of another message.
        case same(as: Tree)
        /// The image fails, and the failure names this member.
        case failure(naming: String)
        /// It stays what it was, or the image fails.
        case noneOrFailure
    }

    var what: String
    var tree: Tree
    var effect: Effect

    /// A change by chance; nil where the message has no place for the one that was drawn.
    init?(of message: Message, _ random: inout Seeded) {
        guard !message.sites.isEmpty else { return nil }
        let site = random.pick(message.sites)
        let whole = message.tree
        guard let old = whole[site.path[...]] else { return nil }
        func put(_ new: Tree) -> Tree { whole.changing(site.path[...]) { _ in new } }
        let parent = site.path.dropLast()
        switch random.below(8) {
        case 0, 1:
            guard let new = site.shape.wrong(old, &random) else { return nil }
            what = "\(site.name) as \(new.text)"
            tree = put(new)
            effect = .failure(naming: site.name)
        case 2:
            what = "\(site.name) as null"
            tree = put(.null)
            effect = .same(as: whole.changing(parent) { $0.without(site.path.last) })
        case 3:
            what = "an unknown member beside \(site.name)"
            let unknown = Tree.Member(
                name: "unknown\(random.below(9))",
                value: random.pick([.null, .number("7"), .string("x"), .list([.object([])]), .object([])]))
            tree = whole.changing(parent) { $0.adding(unknown, &random) }
            effect = .none
        case 4:
            what = "the members around \(site.name) in another order"
            tree = whole.changing(parent) { $0.shuffled(&random) }
            effect = .none
        case 5, 6:
            guard let new = site.shape.alike(old, &random) else { return nil }
            what = "\(site.name) as \(new.text)"
            tree = put(new)
            effect = .none
        default:
            what = "\(site.name) twice"
            let twin = Tree.Member(name: site.name, value: old)
            tree = whole.changing(parent) { $0.adding(twin, &random) }
            effect = .noneOrFailure
        }
    }
}

extension Tree {
    fileprivate func without(_ step: Step?) -> Tree {
        guard case .object(var members) = self, case .member(let place)? = step else { return self }
        members.remove(at: place)
        return .object(members)
    }

    fileprivate func adding(_ member: Member, _ random: inout Seeded) -> Tree {
        guard case .object(var members) = self else { return self }
        members.insert(member, at: random.below(members.count + 1))
        return .object(members)
    }

    fileprivate func shuffled(_ random: inout Seeded) -> Tree {
        guard case .object(let members) = self else { return self }
        return .object(members.shuffled(using: &random))
    }
}

extension Shape {
    /// A value of another type than this; nil for none.
    fileprivate func wrong(_ old: Tree, _ random: inout Seeded) -> Tree? {
        let junk = Tree.object([
            .init(name: "@type", value: .string("type.googleapis.com/google.protobuf.Int64Value")),
            .init(name: "value", value: .string("n/a")),
        ])
        switch self {
        case .text: return random.pick([.number("7"), .bool(true), .list([]), .list([old]), .object([])])
        case .float, .degrees, .whole:
            return random.pick([
                .string("n/a"), .string("high"), .string("NaN"), .string("12px"), .bool(true), .bool(false), .list([]),
                .list([old]), junk,
            ])
        case .digits: return random.pick([.bool(true), .list([]), .list([old])])
        case .flag: return random.pick([.number("7"), .list([]), .object([])])
        case .name: return random.pick([.bool(true), .list([]), .object([]), .number("1.5")])
        case .list: return random.pick([.object([]), .string("x"), .number("7"), .bool(false), .list([.number("7")])])
        case .message, .either: return random.pick([.string("x"), .number("7"), .bool(true), .list([])])
        }
    }

    /// The same value in another form; nil where there is none.
    fileprivate func alike(_ old: Tree, _ random: inout Seeded) -> Tree? {
        switch (self, old) {
        case (.float, .number(let digits)), (.degrees, .number(let digits)), (.whole, .number(let digits)):
            let wrapped = Tree.object([
                .init(name: "@type", value: .string("type.googleapis.com/google.protobuf.Int64Value")),
                .init(name: "value", value: .string(digits)),
            ])
            let isWhole = !digits.contains(".")
            return random.pick([
                .string(digits), isWhole ? wrapped : .string(digits + "e0"),
                .number(digits + (isWhole ? ".0" : "00")), .number(digits + "e0"), .number(digits + "E+00"),
            ])
        case (.name(let names), .string(let name)): return names.firstIndex(of: name).map { .number(String($0)) }
        default: return nil
        }
    }
}
