internal import Platform

/// The patterns of `exclude`: what they match is left out, a folder with everything in it.
///
/// It remembers which of them have matched, so that one that never does can be named.
final class ExcludeFilter {
    private let directory: FilePath
    private let followed: OwnedPatterns
    /// For paths outside the manifest's folder that no search has followed; nil where it would be the same.
    private let given: OwnedPatterns?
    private let texts: [String]
    private var hasMatched: [Bool]

    /// Exclusions; none excludes nothing.
    init(_ exclusions: [Exclusion], in directory: FilePath) {
        self.directory = directory
        texts = exclusions.map(\.text)
        hasMatched = exclusions.map { _ in false }
        followed = OwnedPatterns(exclusions.map(\.patterns))
        given =
            exclusions.allSatisfy(\.elsewhere.isEmpty)
            ? nil : OwnedPatterns(exclusions.map { $0.patterns + $0.elsewhere })
    }

    /// The patterns that have matched nothing so far, as the manifest has them.
    var idle: [String] { zip(texts, hasMatched).filter { !$0.1 }.map(\.0) }

    /// Where the walk of exclusions stands at the root.
    var root: Int { 0 }

    /// Where it stands one name further, or nil when that name is left out.
    func advance(_ state: Int, _ name: [UInt8]) -> Int? { advance(state, name, followed) }

    /// Whether an absolute path, or a folder it lies in, is left out.
    ///
    /// - Parameter isGiven: whether a list or an address gives it, and no search would come to it.
    func holds(_ path: FilePath, isGiven: Bool = false) -> Bool {
        let patterns = (isGiven && path.relative(to: directory) == nil ? given : nil) ?? followed
        guard patterns.automaton != nil else { return false }
        var state = root
        for name in path.bytes.split(separator: slash) {
            guard let next = advance(state, Array(name), patterns) else { return true }
            state = next
        }
        return false
    }

    private func advance(_ state: Int, _ name: [UInt8], _ patterns: OwnedPatterns) -> Int? {
        guard let automaton = patterns.automaton, !automaton[state].isDead else { return state }
        let next = automaton.advance(state, name)
        guard automaton[next].isAccepted else { return next }
        for pattern in automaton[next].accepted { hasMatched[patterns.owners[pattern]] = true }
        return nil
    }
}

/// Patterns together, each with the number of the exclusion that it is of.
private struct OwnedPatterns {
    /// Nil for no patterns.
    let automaton: Automaton?
    let owners: [Int]

    init(_ patterns: [[PathPattern]]) {
        let all = patterns.flatMap(\.self)
        automaton = all.isEmpty ? nil : Automaton(all)
        owners = patterns.enumerated().flatMap { owner, patterns in patterns.map { _ in owner } }
    }
}
