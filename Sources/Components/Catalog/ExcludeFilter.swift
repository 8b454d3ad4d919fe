internal import Platform

/// The patterns of `exclude`: what they match is left out, a folder with everything in it.
final class ExcludeFilter {
    private let automaton: Automaton?

    /// Patterns; none excludes nothing.
    init(_ patterns: [PathPattern]) {
        automaton = patterns.isEmpty ? nil : Automaton(patterns)
    }

    /// Reads patterns: relative to `directory`, but one that starts with `**` holds wherever the images lie.
    static func parse(_ texts: [String], relativeTo directory: FilePath) throws(CatalogError) -> [PathPattern] {
        var patterns: [PathPattern] = []
        for text in texts {
            let isAnywhere = text == "**" || text.utf8.starts(with: "**/".utf8)
            patterns += try PathPattern.parse(text, relativeTo: isAnywhere ? nil : directory)
        }
        return patterns
    }

    /// Where the walk of exclusions stands at the root.
    var root: Int { 0 }

    /// Where it stands one name further, or nil when that name is left out.
    func advance(_ state: Int, _ name: [UInt8]) -> Int? {
        guard let automaton, !automaton[state].isDead else { return state }
        let next = automaton.advance(state, name)
        return automaton[next].isAccepted ? nil : next
    }

    /// Whether an absolute path, or a folder it lies in, is left out.
    func holds(_ path: FilePath) -> Bool {
        guard automaton != nil else { return false }
        var state = root
        for name in path.bytes.split(separator: slash) {
            guard let next = advance(state, Array(name)) else { return true }
            state = next
        }
        return false
    }
}
