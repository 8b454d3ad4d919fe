package import Domain
internal import Storage

extension SubmissionResult {
    /// `14 files found: 11 queued, 3 copies. 1 source matched nothing: scans/*.jpg`.
    package var text: String {
        var sentence = "\(HumanFormat.count(found, "file")) found"
        let parts = [brokenSources > 0 ? "\(HumanFormat.count(brokenSources, "source")) not readable" : ""]
        let counts: [(Int, String)] = [
            (queued, "queued"), (answered, "already answered"), (alreadyQueued, "already queued"),
            (copies, copies == 1 ? "copy" : "copies"), (failedBefore, "failed before"),
            (awaitingRetry, "to be asked again later"), (unreadable, "not readable"),
            (self.counts.renamed, "renamed"), (self.counts.missing, "missing"),
            (self.counts.replaced, "replaced"), (self.counts.removed, "no longer in the job"),
            (metadataChanged, "only metadata changed"),
        ]
        let all =
            parts.filter { !$0.isEmpty }
            + counts.filter { $0.0 > 0 }.map { "\(HumanFormat.grouped($0.0)) \($0.1)" }
        if !all.isEmpty { sentence += ": \(all.joined(separator: ", "))" }
        return emptySourcesText.map { "\(sentence). \($0)" } ?? sentence
    }

    /// What the command ends with where the submission did not see all sources.
    package var exitOfInterruption: ExitCode { lateness == nil ? .interrupted : .capReached }

    /// `1 source matched nothing: scans/*.jpg`; nil where every source gave a file.
    package var emptySourcesText: String? {
        guard !emptySources.isEmpty else { return nil }
        let more = emptySources.count > sourcesToTell ? ", ..." : ""
        return "\(HumanFormat.count(emptySources.count, "source")) matched nothing: "
            + emptySources.prefix(sourcesToTell).joined(separator: ", ") + more
    }
}

/// The most sources that matched nothing whose name is shown.
private let sourcesToTell = 3
