internal import Submitting
internal import Storage

extension SubmissionResult {
    /// `14 files found: 11 queued, 3 copies. 1 source matched nothing: scans/*.jpg`.
    var words: String {
        var sentence = "\(HumanFormat.count(Int64(found), "file")) found"
        let parts = [brokenSources > 0 ? "\(HumanFormat.count(Int64(brokenSources), "source")) not readable" : ""]
        let counts: [(Int, String)] = [
            (queued, "queued"), (answered, "already answered"), (alreadyQueued, "already queued"),
            (copies, copies == 1 ? "copy" : "copies"), (failedBefore, "failed before"), (unreadable, "not readable"),
            (self.counts.renamed, "renamed"), (self.counts.missing, "missing"),
            (self.counts.removed, "no longer in the job"),
        ]
        let all =
            parts.filter { !$0.isEmpty }
            + counts.filter { $0.0 > 0 }.map { "\(HumanFormat.grouped(Int64($0.0))) \($0.1)" }
        if !all.isEmpty { sentence += ": \(all.joined(separator: ", "))" }
        return emptySourceWords.map { "\(sentence). \($0)" } ?? sentence
    }

    /// What the command ends with where the submission did not see all sources.
    var exitOfInterruption: ExitCode { lateness == nil ? .interrupted : .capReached }

    /// `1 source matched nothing: scans/*.jpg`; nil where every source gave a file.
    var emptySourceWords: String? {
        guard !emptySources.isEmpty else { return nil }
        let more = emptySources.count > sourcesToTell ? ", ..." : ""
        return "\(HumanFormat.count(Int64(emptySources.count), "source")) matched nothing: "
            + emptySources.prefix(sourcesToTell).joined(separator: ", ") + more
    }
}

/// The most sources that matched nothing whose name is shown.
private let sourcesToTell = 3
