internal import Platform
package import Domain
internal import Storage

extension SubmissionResult {
    /// `14 files found: 11 queued, 3 copies. 2 files of other kinds: 2 txt. 1 source matched nothing: scans/*.jpg`.
    package var text: String {
        var sentence = "\(HumanFormat.count(found, "file")) found"
        let parts = [brokenSources > 0 ? "\(HumanFormat.count(brokenSources, "source")) not readable" : ""]
        let counts: [(Int, String)] = [
            (queued, "queued"), (answered, "already answered"), (alreadyQueued, "already queued"),
            (copies, copies == 1 ? "copy" : "copies"), (failedBefore, "failed before"),
            (awaitingRetry, "to be asked again later"), (unreadable, "not readable"),
            (self.counts.renamed, "renamed"), (self.counts.missing, "missing"),
            (self.counts.replaced, "replaced"), (self.counts.removed, "no longer in the job"),
            (metadataChanged, "only metadata changed"), (outsideShare, "outside of the share"),
        ]
        let all =
            parts.filter { !$0.isEmpty }
            + counts.filter { $0.0 > 0 }.map { "\(HumanFormat.grouped($0.0)) \($0.1)" }
        if !all.isEmpty { sentence += ": \(all.joined(separator: ", "))" }
        return ([sentence] + [rowsText, skipped.text, emptySourcesText].compactMap(\.self)).joined(separator: ". ")
    }

    /// `12 rows of queries passed: 3 without an image, 9 of images given before`; nil where there are none.
    private var rowsText: String? {
        let counts = [(rowsWithoutImage, "without an image"), (repeatedRows, "of images given before")]
        let parts = counts.filter { $0.0 > 0 }.map { "\(HumanFormat.grouped($0.0)) \($0.1)" }
        guard !parts.isEmpty else { return nil }
        let rows = HumanFormat.count(rowsWithoutImage + repeatedRows, "row")
        return "\(rows) of queries passed: \(parts.joined(separator: ", "))"
    }

    /// `beach*, 2024/** leave nothing out`; nil where each pattern leaves something out.
    package var idleExclusionsText: String? {
        guard !idleExclusions.isEmpty else { return nil }
        let patterns = idleExclusions.prefix(namesToTell).map { FilePath($0).description }.joined(separator: ", ")
        let more = idleExclusions.count - namesToTell
        return more > 0
            ? "\(patterns) and \(HumanFormat.count(more, "more pattern")) leave nothing out"
            : "\(patterns) \(idleExclusions.count == 1 ? "leaves" : "leave") nothing out"
    }

    /// What the command ends with where the submission did not see all sources.
    package var exitOfInterruption: ExitCode { lateness == nil ? .interrupted : .capReached }

    /// `1 source matched nothing: scans/*.jpg`; nil where every source gave a file.
    package var emptySourcesText: String? {
        guard !emptySources.isEmpty else { return nil }
        let more = emptySources.count > namesToTell ? ", ..." : ""
        return "\(HumanFormat.count(emptySources.count, "source")) matched nothing: "
            + emptySources.prefix(namesToTell).map(\.text).joined(separator: ", ") + more
    }

    /// What could not be taken: a line each where it is little, and otherwise one for each kind, with an example.
    package var problemLines: [String] {
        if unreadable + brokenSources <= problemsToTell { return problems }
        return problemCounts.map { problem in
            guard problem.count > 1 else { return problem.example }
            let reason = ([problem.kind] + [problem.code].compactMap(\.self)).joined(separator: " ")
            return "\(HumanFormat.grouped(problem.count)) \(reason), such as: \(problem.example)"
        }
    }

    /// Whether `problemLines` leave some of them out.
    package var hasMoreProblems: Bool { problemLines.count < unreadable + brokenSources }
}

/// The most sources that matched nothing, and patterns that leave nothing out, whose name is shown.
private let namesToTell = 3
/// The most names and sources that could not be taken of which each has a line.
private let problemsToTell = 5
