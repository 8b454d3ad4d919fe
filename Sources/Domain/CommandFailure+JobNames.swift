internal import Text

extension CommandFailure {
    /// A name of which the store has no run, and the names it has.
    package init(noRunOfJob name: String, among known: [String]) {
        let next = CommandFailure.next(after: name, among: known)
        self.init("there is no run of a job called \"\(name.prefix(100))\"; \(next)", .badInput)
    }

    /// A name of which the store has no job, and the names it has.
    package init(noJob name: String, among known: [String]) {
        let next = CommandFailure.next(after: name, among: known)
        self.init("there is no job called \"\(name.prefix(100))\"; \(next)", .badInput)
    }

    private static func next(after name: String, among known: [String]) -> String {
        if known.isEmpty { return "the store has none; `cairn run JOB` makes one" }
        if let near = nearestName(to: name, among: known, spelling: .letters) { return "did you mean \(near)?" }
        return "the store has \(CommandFailure.listed(known))"
    }

    /// The first few of some names: `a, b, c and 12 more`.
    private static func listed(_ names: [String]) -> String {
        let shown = names.prefix(namesToList).joined(separator: ", ")
        return names.count > namesToList ? "\(shown) and \(names.count - namesToList) more" : shown
    }
}

/// How many names of jobs a message lists.
private let namesToList = 5
