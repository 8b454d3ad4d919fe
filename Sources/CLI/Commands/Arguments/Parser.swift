internal import Text

/// Reads the words after a command's name into its options; touches nothing outside itself.
struct Parser<Root> {
    let items: [Option<Root>]
    let environment: [String: String]

    /// The options of a command line.
    ///
    /// - Parameter isDone: asked after every word whether the rest no longer matters (`--help`).
    /// - Returns: the names of the options that the words themselves give, and the words that are no options.
    func read(_ words: [String], into root: inout Root, isDone: (Root) -> Bool)
        throws(UsageError) -> (options: Set<String>, arguments: [String])
    {
        var given: Set<String> = []
        var loose: [String] = []
        var index = 0
        while index < words.count {
            let word = words[index]
            index += 1
            if word == "--" {
                loose += words[index...]
                break
            } else if word.hasPrefix("--") {
                try readLong(word, words, &index, &root, &given)
            } else if word.hasPrefix("-"), word != "-" {
                try readShort(word, words, &index, &root, &given)
            } else {
                loose.append(word)
            }
            if isDone(root) { return (given, loose) }
        }
        try readEnvironment(&root, given)
        try readRest(loose, &root)
        return (given, loose)
    }

    /// `--name`, `--name VALUE` or `--name=VALUE`.
    private func readLong(
        _ word: String, _ words: [String], _ index: inout Int, _ root: inout Root, _ given: inout Set<String>
    ) throws(UsageError) {
        let parts = word.dropFirst(2).split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        let name = String(parts.first ?? "")
        guard let item = items.first(where: { !$0.shape.isRest && $0.shape.name == name }) else {
            throw unknown("--\(name)", name)
        }
        given.insert(name)
        if item.shape.kind == .flag {
            guard parts.count == 1 else { throw .needlessValue(option: item.shape.title) }
            return try put("", into: item, of: item.shape.title, &root)
        }
        if parts.count == 2 { return try put(String(parts[1]), into: item, of: item.shape.title, &root) }
        try put(try next(words, &index, for: item, item.shape.title), into: item, of: item.shape.title, &root)
    }

    /// `-v`, `-vq`, `-f VALUE`, `-fVALUE` or `-f=VALUE`.
    private func readShort(
        _ word: String, _ words: [String], _ index: inout Int, _ root: inout Root, _ given: inout Set<String>
    ) throws(UsageError) {
        var rest = word.dropFirst()
        while let letter = rest.popFirst() {
            let title = "-\(letter)"
            guard let item = items.first(where: { $0.shape.short == letter }) else {
                throw unknown(title, String(letter))
            }
            given.insert(item.shape.name)
            if item.shape.kind == .flag {
                if rest.first == "=" { throw .needlessValue(option: title) }
                try put("", into: item, of: title, &root)
                continue
            }
            if rest.isEmpty { return try put(try next(words, &index, for: item, title), into: item, of: title, &root) }
            if rest.first == "=" { rest.removeFirst() }
            return try put(String(rest), into: item, of: title, &root)
        }
    }

    /// An option that there is none of, with what it has in this command, or the nearest spelling.
    private func unknown(_ title: String, _ name: String) -> UsageError {
        let known = items.filter { !$0.shape.isRest }.map(\.shape.name)
        let same = synonyms[name].flatMap { known.contains($0) ? $0 : nil }
        if same == nil, let meant = ForeignOptions.nearest(to: name) { return .otherOption(title, meant: meant) }
        // A letter is near to any other.
        let near = same ?? (name.utf8.count > 1 ? nearestName(to: name, among: known, spelling: .letters) : nil)
        return .unknownOption(title, near: near.map { "--\($0)" })
    }

    private func readEnvironment(_ root: inout Root, _ given: Set<String>) throws(UsageError) {
        for item in items where !given.contains(item.shape.name) {
            // An empty variable counts as unset.
            guard let name = item.shape.environment, let value = environment[name], !value.isEmpty else { continue }
            try put(value, into: item, of: name, &root)
        }
    }

    private func readRest(_ words: [String], _ root: inout Root) throws(UsageError) {
        var words = words[...]
        for item in items {
            guard case .rest(let atLeast, let atMost) = item.shape.kind else { continue }
            let taken = words.prefix(atMost)
            guard taken.count >= atLeast else { throw .missingArgument(item.shape.value, help: item.shape.help) }
            for word in taken { try put(word, into: item, of: item.shape.value, &root) }
            words = words.dropFirst(taken.count)
        }
        if let extra = words.first { throw .needlessArgument(extra, near: options(taking: extra, root)) }
    }

    /// The options that take a word as their value, but for those that take any word.
    private func options(taking word: String, _ root: Root) -> [String] {
        items.filter { item in
            var copy = root
            return item.shape.kind == .option && item.store(&copy, "?") != nil && item.store(&copy, word) == nil
        }.map(\.shape.title)
    }

    private func next(
        _ words: [String], _ index: inout Int, for item: Option<Root>, _ title: String
    ) throws(UsageError) -> String {
        guard index < words.count else { throw .missingValue(option: title, value: item.shape.value) }
        index += 1
        return words[index - 1]
    }

    private func put(
        _ word: String, into item: Option<Root>, of origin: String, _ root: inout Root
    ) throws(UsageError) {
        guard let expected = item.store(&root, word) else { return }
        let near = nearestName(to: word, among: item.shape.choices, spelling: .letters)
        throw .badValue(origin: origin, value: word, expected: expected, near: near)
    }
}

/// What other programs call options that some commands have.
private let synonyms = [
    "n": "dry-run", "dry": "dry-run", "o": "out", "output": "out", "f": "format", "time": "for", "max-time": "for",
]
