package import Platform
internal import Domain

extension Catalog {
    /// Whether a source would give a name if there were a file of it; of lists only their own lines tell.
    package func names(_ path: FilePath) -> Bool {
        if ExcludeFilter(excluded).holds(path) { return false }
        return sources.contains { source, patterns in
            switch source {
            case .glob, .folder: isMatched(path, by: patterns)
            case .gs(let name): FilePath(name) == path
            case .url(let text): (webAddress(text.utf8) ?? FilePath(text)) == path
            case .list, .standardInput, .sql: false
            }
        }
    }

    private func isMatched(_ path: FilePath, by patterns: [PathPattern]) -> Bool {
        let automaton = Automaton(patterns)
        var state = 0
        let names = path.bytes.split(separator: slash).map(Array.init)
        guard let last = names.last, !path.isAddress else { return false }
        for name in names.dropLast() { state = automaton.advance(state, name) }
        return automaton[state].wants(last)
    }
}
