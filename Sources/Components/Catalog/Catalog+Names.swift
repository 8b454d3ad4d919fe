package import Crypto
package import Platform
package import Domain

extension Catalog {
    /// How sources would give a name if there were a file of it, in their order; none where no source would.
    ///
    /// Of lists only their own lines tell.
    ///
    /// - Parameter digest: that of the name's image, which may be outside of a source's share; nil: unknown.
    package func readings(of path: FilePath, holding digest: Digest? = nil) -> [Reading] {
        let exclusion = ExcludeFilter(exclusions, in: directory)
        return sources.compactMap { source in
            if let digest, !source.takes(digest) { return nil }
            let isNamed =
                switch source.location {
                case .glob, .folder: isMatched(path, by: source.patterns) && !exclusion.holds(path)
                case .gs(let name): FilePath(name) == path && !exclusion.holds(path, isGiven: true)
                case .url(let text):
                    (webAddress(text.utf8) ?? FilePath(text)) == path && !exclusion.holds(path, isGiven: true)
                case .list, .standardInput, .sql: false
                }
            return isNamed ? source.reading : nil
        }
    }

    /// Whether the lists and queries of the job take an image of this digest.
    package func listsMayHold(_ digest: Digest) -> Bool {
        sources.contains { source in (source.isList || source.isQuery) && source.takes(digest) }
    }

    /// Whether a name that no pattern gives may stand in a list, to be read in another way than this one.
    package func mayListDifferently(_ reading: Reading) -> Bool {
        sources.contains(where: \.isList) && !sources.contains { $0.reading == reading }
    }

    private func isMatched(_ path: FilePath, by patterns: [PathPattern]) -> Bool {
        let automaton = Automaton(patterns)
        var state = 0
        let names = path.bytes.split(separator: slash).map(Array.init)
        guard let last = names.last, !path.isAddress else { return false }
        for name in names.dropLast() { state = automaton.advance(state, name) }
        return automaton[state].wants(last) && !automaton[state].isAppleDouble(last)
    }
}
