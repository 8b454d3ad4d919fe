/// Builds the tree of one document out of the parser's steps.
struct YAMLComposer {
    /// A node with what the limits need to know of it.
    private struct Built {
        var value: YAMLValue
        /// Nodes in it, itself counted.
        var nodes: Int
        /// Levels of lists and mappings in it.
        var height: Int
    }

    private let parser: YAMLEventParser
    private let limits: YAMLLimits
    private var anchors: [String: Built] = [:]
    /// Anchors whose node is not finished: an alias to one of them would never end.
    private var open: Set<String> = []
    private var nodes = 0

    init(_ parser: YAMLEventParser, limits: YAMLLimits) {
        self.parser = parser
        self.limits = limits
    }

    /// The only document; a text without any is an empty value.
    mutating func document() throws(YAMLError) -> YAMLValue {
        var root: YAMLValue?
        while true {
            let event = try parser.next()
            switch event.kind {
            case .streamEnd:
                return root ?? YAMLValue(.null, at: YAMLPosition(line: 1, column: 1))
            case .documentStart where root != nil:
                throw YAMLError(at: event.position, "a second document starts here; write one job per file")
            case .documentStart:
                root = try node(at: parser.next(), depth: 0).value
            default:
                continue
            }
        }
    }

    private mutating func node(at event: YAMLEvent, depth: Int) throws(YAMLError) -> Built {
        let built: Built
        switch event.kind {
        case .alias(let name):
            built = try alias(name, at: event.position, depth: depth)
            try count(built.nodes, at: event.position)
            return built
        case .scalar(let scalar):
            try count(1, at: event.position)
            built = Built(value: try value(of: scalar, at: event.position), nodes: 1, height: 0)
            if let anchor = scalar.mark.anchor { anchors[anchor] = built }
            return built
        case .listStart(let mark):
            try enter(mark, tag: "seq", at: event.position, depth: depth)
            built = try list(at: event.position, depth: depth + 1)
            leave(mark, built)
        case .mappingStart(let mark):
            try enter(mark, tag: "map", at: event.position, depth: depth)
            built = try mapping(at: event.position, depth: depth + 1)
            leave(mark, built)
        default:
            throw YAMLError(at: event.position, "expected a value")
        }
        return built
    }

    private mutating func list(at position: YAMLPosition, depth: Int) throws(YAMLError) -> Built {
        var items: [YAMLValue] = []
        var size = 1
        var height = 0
        while true {
            let event = try parser.next()
            if case .collectionEnd = event.kind { break }
            let item = try node(at: event, depth: depth)
            items.append(item.value)
            size += item.nodes
            height = max(height, item.height)
        }
        return Built(value: YAMLValue(.list(items), at: position), nodes: size, height: height + 1)
    }

    private mutating func mapping(at position: YAMLPosition, depth: Int) throws(YAMLError) -> Built {
        var entries: [YAMLEntry] = []
        var places: [String: YAMLPosition] = [:]
        var size = 1
        var height = 0
        while true {
            let event = try parser.next()
            if case .collectionEnd = event.kind { break }
            let key = try key(at: event)
            if let first = places.updateValue(event.position, forKey: key) {
                throw YAMLError(
                    at: event.position,
                    "the key `\(key.shownAsKey)` is here for the second time; "
                        + "it was first at line \(first.line), column \(first.column)")
            }
            let item = try node(at: parser.next(), depth: depth)
            entries.append(YAMLEntry(key: key, at: event.position, value: item.value))
            size += 1 + item.nodes
            height = max(height, item.height)
        }
        return Built(value: YAMLValue(.mapping(entries), at: position), nodes: size, height: height + 1)
    }

    private mutating func key(at event: YAMLEvent) throws(YAMLError) -> String {
        try count(1, at: event.position)
        switch event.kind {
        case .scalar(let scalar):
            let value = try value(of: scalar, at: event.position)
            if let anchor = scalar.mark.anchor { anchors[anchor] = Built(value: value, nodes: 1, height: 0) }
            return scalar.text
        case .alias(let name):
            let value = try alias(name, at: event.position, depth: 0).value
            switch value.content {
            case .list, .mapping: break
            default: return value.source
            }
        default: break
        }
        throw YAMLError(at: event.position, "a key must be a plain word, not a list or a mapping")
    }

    private func alias(_ name: String, at position: YAMLPosition, depth: Int) throws(YAMLError) -> Built {
        let shown = name.shownAsKey
        if open.contains(name) { throw YAMLError(at: position, "the alias *\(shown) stands inside of what it names") }
        guard let built = anchors[name] else {
            throw YAMLError(
                at: position, "the alias *\(shown) names nothing; an anchor &\(shown) must come before it")
        }
        guard depth + built.height <= limits.depth else { throw tooDeep(position) }
        return built
    }

    private mutating func enter(
        _ mark: YAMLEvent.Mark, tag: String, at position: YAMLPosition, depth: Int
    ) throws(YAMLError) {
        try count(1, at: position)
        guard depth < limits.depth else { throw tooDeep(position) }
        if let given = mark.tag, given != YAMLTag.prefix + tag { throw YAMLTag.refusal(of: given, at: position) }
        if let anchor = mark.anchor { open.insert(anchor) }
    }

    private mutating func leave(_ mark: YAMLEvent.Mark, _ built: Built) {
        guard let anchor = mark.anchor else { return }
        open.remove(anchor)
        anchors[anchor] = built
    }

    private func value(of scalar: YAMLEvent.Scalar, at position: YAMLPosition) throws(YAMLError) -> YAMLValue {
        let content: YAMLValue.Content
        if let tag = scalar.mark.tag {
            content = try YAMLTag.content(of: scalar.text, tag: tag, at: position)
        } else {
            content = scalar.isPlain ? CoreSchema.content(of: scalar.text) : .string(scalar.text)
        }
        return YAMLValue(content, at: position, source: scalar.text)
    }

    private mutating func count(_ more: Int, at position: YAMLPosition) throws(YAMLError) {
        nodes += more
        guard nodes <= limits.nodes else {
            throw YAMLError(at: position, "more than \(limits.nodes) values, aliases counted as often as they are used")
        }
    }

    private func tooDeep(_ position: YAMLPosition) -> YAMLError {
        YAMLError(at: position, "lists and mappings are nested more than \(limits.depth) deep")
    }
}

extension String {
    /// A key, a name or a tag for a message: no longer than a line, and nothing that moves the cursor.
    var shownAsKey: String {
        let scalars = unicodeScalars.prefix(60).map { scalar in
            scalar.value < 0x20 || (0x7F..<0xA0).contains(scalar.value) ? "\u{FFFD}" : scalar
        }
        return String(String.UnicodeScalarView(scalars)) + (unicodeScalars.count > 60 ? "..." : "")
    }
}
