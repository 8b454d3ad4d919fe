internal import Reporting
internal import Storage
internal import Domain
internal import Working
internal import Text

extension RunDetails {
    /// `vision, account tower-1; submitted 2026-11-22 04:10 UTC, finished 2026-11-22 05:14 UTC, took 1 h 04 min`.
    func words(about totals: RunTotals) -> String {
        [answerer, times(of: totals)].compactMap(\.self).joined(separator: "; ")
    }

    /// `vision, account tower-1`; nil where the manifest is not understood.
    var answerer: String? {
        guard let backend else { return nil }
        return backend.rawValue + (account.map { ", account \(displayText($0))" } ?? "")
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
        case .noted(let stop): "\(HumanFormat.moment(stop.at)): \(displayText(stop.reason))"
        case .workerDied(let lastSeen):
            "\(HumanFormat.moment(lastSeen)): its worker died; "
                + "\(HumanFormat.count(totals.running, "image")) in progress return\(totals.running == 1 ? "s" : "") to the queue when `cairn work` starts"
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

extension FailureCount {
    /// `12 service UNAVAILABLE: photos/a.jpg: the service failed`.
    var words: String {
        let name = ([kind] + [code].compactMap(\.self)).joined(separator: " ")
        let index = path.isEmpty || example.contains(path) ? "" : "\(path): "
        return "\(HumanFormat.grouped(count)) \(displayText(name)): \(displayText(index + example))"
    }
}

extension InFlight {
    /// What the first Ctrl-C says: what is finished now, and what a second one may cost.
    var finishingWords: String {
        guard images > 0 else { return "nothing is in flight; Ctrl-C again stops now" }
        let count = HumanFormat.count(images, "image")
        guard isSent else {
            return "finishing \(count) in progress; Ctrl-C again stops now and returns them to the queue"
        }
        return "finishing \(count) in flight; Ctrl-C again stops now, and up to \(unitsWords) may then be billed twice"
    }

    /// What is said where a process has to be ended by force.
    var forcedWords: String {
        guard units > 0 else { return "stopped; `cairn work` continues" }
        return
            "stopped; \(unitsWords) were sent and not answered: the next `cairn work` counts them as uncertain, and `cairn quota settle --billed`, or `--not-billed`, closes them"
    }

    /// What is said once a second Ctrl-C has stopped the work; nil where nothing was sent.
    var uncertainWords: String? {
        guard units > 0 else { return nil }
        let high = microDollars.map { " (\(HumanFormat.upTo($0)))" } ?? ""
        return
            "\(HumanFormat.count(units, "unit"))\(high) are uncertain: they were sent, and no answer came; "
            + "`cairn work` sends their images again. "
            + "`cairn quota settle --billed`, or `--not-billed`, closes them, and `--from EXPORT.csv` by the billing export"
    }

    /// `256 units ($0.38)`.
    private var unitsWords: String {
        HumanFormat.count(units, "unit") + (microDollars.map { " (\(HumanFormat.dollars($0)))" } ?? "")
    }
}
