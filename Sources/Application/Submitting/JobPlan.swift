package import Planning
package import Storage
package import Domain
internal import Platform

/// What submitting a job would do, as the store and the files are now.
package struct JobPlan: Sendable {
    /// The job's name.
    package let job: String
    /// Whose bill it is; nil where nothing is billed.
    package let account: String?
    /// Units, dollars and time, the reasons first.
    package let summary: PlanSummary
    /// The vendor's month and what the account has used in it, by feature.
    package let month: String, used: [FeatureUse]
    /// The caps that hold, with what counts against each.
    package let caps: [CapUsage]
    /// The first cap that would stop it; nil where none would.
    package let forecast: CapForecast?
    /// What was found, known and not readable; `queued` are the images that are asked about.
    package let found: SubmissionResult
    /// Pictures that would be marked as missing, and those that no source names any more.
    package let missing: Int, removed: Int
    /// Responses that would be read again for the symbols of text, at no cost.
    package let symbolsRead: Int
    /// What would refuse to mark that number; nil as a rule.
    package let missingLimit: MissingLimit?
    /// Files that were not read, all of them counted as new; 0 unless the plan was made fast.
    package let unread: Int
    /// The run that new images would join, with its numbers; nil where one would be opened.
    package let run: RunTotals?
    /// The queued images of that run, and their units.
    package let queued: PlanSummary.Count
    /// What the images that are asked about and the queued ones cost together.
    package let cost: CostEstimate
    /// The plan to be pinned, with each image; nil where none was wanted, or files were not read.
    package let file: PlanFile?

    /// Images that would be asked about.
    package var images: Int { summary.total.images }
    /// Units of the images that are asked about and of the queued ones.
    package var units: Int { summary.total.units.saturatingAdd(queued.units) }
    /// Whether there is anything to do: to ask, to work on, or to mark.
    package var hasWork: Bool {
        images + missing + removed + symbolsRead + (run.map { $0.queued + $0.running } ?? 0) > 0
    }
    /// Names and sources that could not be read.
    package var problems: Int { found.unreadable + found.brokenSources }
}

extension Job {
    /// The folders its folders and patterns lie in: where names can be found to be gone.
    var roots: [FilePath] {
        images.compactMap { source in
            switch source {
            case .folder(let folder): directory.appending(folder).normalized
            case .glob(let pattern): directory.appending(literalPart(of: pattern)).normalized
            case .list, .standardInput, .url, .gs, .sql: nil
            }
        }
    }
}

/// What stands before the first name of a pattern that holds a wildcard.
private func literalPart(of pattern: String) -> FilePath {
    let names = pattern.utf8.split(separator: slash, omittingEmptySubsequences: false)
    return FilePath(bytes: Array(names.prefix { !$0.contains(where: wildcards.contains) }.joined(separator: [slash])))
}

private let slash = UInt8(ascii: "/")
/// Bytes that make a name a pattern.
private let wildcards = Set("*?[{\\".utf8)
