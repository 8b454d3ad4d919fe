internal import Working

extension InFlight {
    /// What the first Ctrl-C says: what is finished now, and what a second one may cost.
    var finishingWords: String {
        guard images > 0 else { return "nothing is in flight; Ctrl-C again stops now" }
        let count = HumanFormat.count(Int64(images), "image")
        guard isSent else {
            return "finishing \(count) in progress; Ctrl-C again stops now and returns them to the queue"
        }
        return "finishing \(count) in flight; Ctrl-C again stops now, and up to \(unitsWords) may then be billed twice"
    }

    /// What is said where a process has to be ended by force.
    var forcedWords: String {
        guard units > 0 else { return "stopped; `cairn work` continues" }
        return "stopped; \(unitsWords) were sent and not answered: the next `cairn work` counts them as uncertain, and "
            + "`cairn quota settle` closes them"
    }

    /// What is said once a second Ctrl-C has stopped the work; nil where nothing was sent.
    var uncertainWords: String? {
        guard units > 0 else { return nil }
        let most = microDollars.map { " (\(HumanFormat.upTo($0)))" } ?? ""
        return
            "\(HumanFormat.count(Int64(units), "unit"))\(most) are uncertain: they were sent, and no answer came; "
            + "`cairn work` sends their images again. `cairn quota settle` closes them: with --billed, --not-billed, "
            + "or --from the billing export"
    }

    /// `256 units ($0.38)`.
    private var unitsWords: String {
        HumanFormat.count(Int64(units), "unit") + (microDollars.map { " (\(HumanFormat.dollars($0)))" } ?? "")
    }
}
