/// Reads a pattern into a tree, scalar by scalar.
struct RegexpParser {
    /// What `(?ims)` switches.
    private struct Flags {
        var ignoresCase = false
        var linesCount = false
        var dotTakesNewline = false
    }

    private var scanner: PatternScanner
    private var flags = Flags()
    private var depth = 0
    /// The sets that the tree names by their numbers.
    private(set) var sets: [ScalarSet] = []

    private static let maxDepth = 100
    private static let maxTimes = 1000

    init(_ pattern: String) { scanner = PatternScanner(pattern) }

    mutating func parse() throws(RegularExpressionError) -> RegexpNode {
        let tree = try choice()
        guard scanner.isAtEnd else { throw scanner.error("`)` closes no group") }
        return tree
    }

    private mutating func choice() throws(RegularExpressionError) -> RegexpNode {
        var nodes = [try sequence()]
        while scanner.consume("|") { nodes.append(try sequence()) }
        return nodes.count == 1 ? nodes[0] : .choice(nodes)
    }

    private mutating func sequence() throws(RegularExpressionError) -> RegexpNode {
        var nodes: [RegexpNode] = []
        while let next = scanner.next, next != "|", next != ")" {
            let atom = try atom()
            nodes.append(try repeated(atom))
        }
        return nodes.isEmpty ? .empty : .sequence(nodes)
    }

    /// An atom with the repetition behind it; `?` behind that changes nothing of whether a text matches.
    private mutating func repeated(_ atom: RegexpNode) throws(RegularExpressionError) -> RegexpNode {
        let start = scanner.position
        guard let times = try times() else { return atom }
        if let upper = times.upper, upper < times.lower {
            throw scanner.error("the repetition {\(times.lower),\(upper)} goes backwards", at: start)
        }
        guard max(times.lower, times.upper ?? 0) <= RegexpParser.maxTimes else {
            throw scanner.error("a repetition can count to \(RegexpParser.maxTimes) at most", at: start)
        }
        _ = scanner.consume("?")
        let second = scanner.position
        if scanner.consume("+") { throw scanner.error("possessive repetition is not supported", at: second) }
        if try isRepeatedAgain() { throw scanner.error("a repetition of a repetition needs a group", at: second) }
        return .repeated(atom, lower: times.lower, upper: times.upper)
    }

    private func isRepeatedAgain() throws(RegularExpressionError) -> Bool {
        var ahead = self
        return try ahead.times() != nil
    }

    /// `*`, `+`, `?`, `{2}`, `{2,}` or `{2,5}`; a brace that is none of these is itself.
    private mutating func times() throws(RegularExpressionError) -> (lower: Int, upper: Int?)? {
        if scanner.consume("*") { return (0, nil) }
        if scanner.consume("+") { return (1, nil) }
        if scanner.consume("?") { return (0, 1) }
        let start = scanner
        guard scanner.consume("{") else { return nil }
        if let lower = scanner.number() {
            if scanner.consume("}") { return (lower, lower) }
            if scanner.consume(",") {
                if scanner.consume("}") { return (lower, nil) }
                if let upper = scanner.number(), scanner.consume("}") { return (lower, upper) }
            }
        }
        scanner = start
        return nil
    }

    private mutating func atom() throws(RegularExpressionError) -> RegexpNode {
        let start = scanner.position
        guard let scalar = scanner.consumeNext() else { return .empty }
        switch scalar {
        case "(": return try group(from: start)
        case "[": return add(try bracket(from: start))
        case ".": return add(ScalarSet(flags.dotTakesNewline ? [] : [.range(10...10)], isNegated: true))
        case "^": return .place(flags.linesCount ? .lineStart : .textStart)
        case "$": return .place(flags.linesCount ? .lineEnd : .textEnd)
        case "*", "+", "?": throw scanner.error("nothing is before `\(scalar)` that it could repeat", at: start)
        case "\\": return try escape(from: start)
        default: return literal(scalar)
        }
    }

    private mutating func add(_ set: ScalarSet) -> RegexpNode {
        sets.append(set)
        return .one(of: sets.count - 1)
    }

    private mutating func literal(_ scalar: Unicode.Scalar) -> RegexpNode {
        add(ScalarSet([.range(scalar.value...scalar.value)], ignoresCase: flags.ignoresCase))
    }

    /// What is behind `(`: a group, or switches.
    private mutating func group(from start: Int) throws(RegularExpressionError) -> RegexpNode {
        depth += 1
        defer { depth -= 1 }
        guard depth <= RegexpParser.maxDepth else {
            throw scanner.error("more than \(RegexpParser.maxDepth) groups are in each other", at: start)
        }
        let outer = flags
        if scanner.consume("?") {
            switches()
            // `(?i)` holds up to the end of the group around it.
            if scanner.consume(")") { return .empty }
            guard scanner.consume(":") else {
                throw scanner.error(
                    "look-around and named groups are not supported; write (...), (?:...) or (?i)", at: start)
            }
        }
        defer { flags = outer }
        let node = try choice()
        guard scanner.consume(")") else { throw scanner.error("the group has no `)`", at: start) }
        return node
    }

    private mutating func switches() {
        while let letter = scanner.next, "ims".unicodeScalars.contains(letter) {
            _ = scanner.consumeNext()
            switch letter {
            case "i": flags.ignoresCase = true
            case "m": flags.linesCount = true
            default: flags.dotTakesNewline = true
            }
        }
    }

    private mutating func escape(from start: Int) throws(RegularExpressionError) -> RegexpNode {
        switch scanner.next {
        case "b": return place(.wordEdge)
        case "B": return place(.notWordEdge)
        case "A": return place(.textStart)
        case "z": return place(.textEnd)
        default: break
        }
        switch try scanner.escaped(from: start) {
        case .range(let range): return add(ScalarSet([.range(range)], ignoresCase: flags.ignoresCase))
        case let member: return add(ScalarSet([member]))
        }
    }

    private mutating func place(_ place: RegexpPlace) -> RegexpNode {
        _ = scanner.consumeNext()
        return .place(place)
    }

    /// What is behind `[`.
    private mutating func bracket(from start: Int) throws(RegularExpressionError) -> ScalarSet {
        let isNegated = scanner.consume("^")
        var members: [ScalarSet.Member] = []
        var isFirst = true
        while isFirst || scanner.next != "]" {
            isFirst = false
            let begin = scanner.position
            let member = try bracketMember(of: start)
            guard case .range(let low) = member, scanner.next == "-", scanner.afterNext != "]" else {
                members.append(member)
                continue
            }
            _ = scanner.consumeNext()
            guard case .range(let high) = try bracketMember(of: start), low.lowerBound <= high.upperBound else {
                throw scanner.error("the range in brackets goes backwards, or to a class", at: begin)
            }
            members.append(.range(low.lowerBound...high.upperBound))
        }
        _ = scanner.consumeNext()
        return ScalarSet(members, isNegated: isNegated, ignoresCase: flags.ignoresCase)
    }

    private mutating func bracketMember(of start: Int) throws(RegularExpressionError) -> ScalarSet.Member {
        let here = scanner.position
        guard let scalar = scanner.consumeNext() else { throw scanner.error("`[` has no `]`", at: start) }
        if scalar == "[", scanner.next == ":" {
            throw scanner.error("classes such as [:alpha:] are not supported; write \\w, \\d or \\s", at: here)
        }
        return scalar == "\\" ? try scanner.escaped(from: here) : .range(scalar.value...scalar.value)
    }
}

/// A part of a pattern.
indirect enum RegexpNode {
    /// Nothing, which matches everywhere.
    case empty
    /// One scalar of the set of this number.
    case one(of: Int)
    /// A place between two scalars.
    case place(RegexpPlace)
    case sequence([RegexpNode])
    case choice([RegexpNode])
    /// At least `lower` times, at most `upper` times; nil: without a bound.
    case repeated(RegexpNode, lower: Int, upper: Int?)
}

/// A condition on a place between two scalars.
enum RegexpPlace: Sendable {
    case textStart, textEnd, lineStart, lineEnd, wordEdge, notWordEdge
}
