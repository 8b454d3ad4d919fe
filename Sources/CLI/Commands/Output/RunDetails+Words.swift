internal import Reporting
internal import Storage
internal import Domain

extension RunDetails {
    /// `vision, account tower-1; submitted 2026-11-22 04:10 UTC, finished 2026-11-22 05:14 UTC, took 1 h 04 min`.
    func words(about totals: RunTotals) -> String {
        [answerer, times(of: totals)].compactMap(\.self).joined(separator: "; ")
    }

    /// `vision, account tower-1`; nil where the manifest is not understood.
    var answerer: String? {
        guard let backend else { return nil }
        return backend.rawValue + (account.map { ", account \(shown($0))" } ?? "")
    }

    /// When it was submitted and finished, and how long that took or how long ago it was.
    func times(of totals: RunTotals) -> String {
        let start = "submitted \(HumanFormat.moment(totals.submittedAt))"
        let span = HumanFormat.duration(duration)
        guard let end = totals.finishedAt else { return duration < .seconds(1) ? start : "\(start), \(span) ago" }
        return "\(start), finished \(HumanFormat.moment(end)), took \(span)"
    }

    /// Why and when the run last stopped, as a predicate; nil where it did not.
    func stopPredicate(about totals: RunTotals) -> String? {
        stopWords(about: totals).map { "last stopped \($0)" }
    }

    /// Why and when the run last stopped: `2026-11-22 04:20 UTC: interrupted by a signal`; nil where it did not.
    func stopWords(about totals: RunTotals) -> String? {
        switch stop {
        case .noted(let stop): "\(HumanFormat.moment(stop.at)): \(shown(stop.reason))"
        case .workerDied(let lastSeen):
            "\(HumanFormat.moment(lastSeen)): its worker died; \(HumanFormat.count(Int64(totals.running), "image")) in "
                + "progress return\(totals.running == 1 ? "s" : "") to the queue when `cairn work` starts"
        case nil: nil
        }
    }

    /// The reason alone, for programs.
    var stopReason: String? {
        switch stop {
        case .noted(let stop): stop.reason
        case .workerDied: "its worker died"
        case nil: nil
        }
    }

    /// When it last stopped; of a dead worker the last sign of its life.
    var stoppedAt: Timestamp? {
        switch stop {
        case .noted(let stop): stop.at
        case .workerDied(let lastSeen): lastSeen
        case nil: nil
        }
    }
}
