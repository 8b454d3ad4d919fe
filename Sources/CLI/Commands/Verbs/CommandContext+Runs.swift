internal import Text
internal import Storage
internal import Domain

extension CommandContext {
    /// The run that a word of the command line stands for, once it is known that there is one.
    func run(_ reference: RunReference, in store: any Store) throws(CommandError) -> RunID {
        switch reference {
        case .number(let run):
            let totals = try reading(store) { reports throws(StoreError) in try reports.totals(of: run) }
            guard totals != nil else { throw CommandError(UserMessage(noSuchRun: run)) }
            return run
        case .job(let name):
            let (run, known) = try reading(store) { reports throws(StoreError) in
                (try reports.newestRun(ofJob: name), try reports.jobNames())
            }
            if let run { return run }
            throw CommandError(UserMessage(noRunOfJob: name, among: known))
        }
    }
}

extension UserMessage {
    /// A name of which the store has no run, and the names it has.
    fileprivate init(noRunOfJob name: String, among known: [String]) {
        let next =
            if known.isEmpty {
                "the store has none; `cairn run JOB` makes one"
            } else if let near = nearestName(to: name, among: known, spelling: .letters) {
                "did you mean \(near)?"
            } else {
                "the store has \(UserMessage.listed(known))"
            }
        self.init("there is no run of a job called \"\(name.prefix(100))\"; \(next)", .badInput)
    }

    /// The first few of some names: `a, b, c and 12 more`.
    private static func listed(_ names: [String]) -> String {
        let shown = names.prefix(namesToList).joined(separator: ", ")
        return names.count > namesToList ? "\(shown) and \(names.count - namesToList) more" : shown
    }
}

/// How many names of jobs a message lists.
private let namesToList = 5
