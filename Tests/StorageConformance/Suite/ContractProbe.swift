package import Domain

/// What the checks look at beside what the contract shows: the rows themselves, without the store's own code.
package protocol ContractProbe {
    /// How many rows there are of a kind.
    func count(_ rows: ProbedRows) throws -> Int
    /// Units by state: `reserved`, `sent`, `settled`, `released`, `uncertain`; states without units are left out.
    func units() throws -> [String: Int]
    /// Units that were settled or are uncertain, by work key.
    func billed() throws -> [WorkKey: BilledUnits]
    /// What counts against each cap that has one, and the cap: `job_day 1 2027-01-15`.
    func capsPassed() throws -> [String]
    /// The tasks of a run, in the order in which they were queued first.
    func tasks(in run: RunID) throws -> [ProbedTask]
    /// The outcomes of a run's attempts, in their order.
    func attempts(in run: RunID) throws -> [String]
    /// The present members of a job's selection by their names; a missing one has a `-` before it.
    func members(of job: String) throws -> [String]
    /// The parameters of the recipes whose answers a job's rows show, in their order.
    func shown(by job: String) throws -> [String]
    /// What a job's rows show: `name parameters generation`, sorted.
    func answers(of job: String) throws -> [String]
    /// The blobs of what a job's rows show: `name kind hexadecimal`, sorted.
    func blobs(of job: String) throws -> [String]
    /// Every row of everything that a caller can come to know, in a fixed order.
    func dump() throws -> [String]
}

/// What can be counted.
package enum ProbedRows: Sendable, CaseIterable {
    case submissions, completedSubmissions, submissionProblems, runs, tasks, attempts, responses, answers
    /// Workers that have not ended.
    case workers
    /// Names that are not replaced, and those of them that are missing.
    case names, missingNames
}

/// An image and a recipe by what they are.
package struct WorkKey: Hashable, Sendable {
    /// Its digest as hexadecimal digits, a blank, and its turn.
    package let image: String
    /// The recipe's parameters.
    package let recipe: String

    /// A work key.
    package init(image: String, recipe: String) {
        self.image = image
        self.recipe = recipe
    }
}

/// What was billed for one work key.
package struct BilledUnits: Equatable, Sendable {
    /// Units that were settled.
    package var settled = 0
    /// Units of which it is unknown whether they were billed.
    package var uncertain = 0

    /// Nothing.
    package init() {}
}

/// A task as its row has it.
package struct ProbedTask: Equatable, Sendable {
    /// The last part of its image's name.
    package let name: String
    /// Its state, as the views show it.
    package let state: String
    /// Why it was queued, as the views show it.
    package let reason: String
    /// The kind of its failure, where it failed.
    package let kind: String?
    /// How many workers have died with it.
    package let crashes: Int

    /// A task.
    package init(name: String, state: String, reason: String, kind: String?, crashes: Int) {
        self.name = name
        self.state = state
        self.reason = reason
        self.kind = kind
        self.crashes = crashes
    }
}
