internal import Nights
internal import Planning
internal import Reporting
internal import Submitting
internal import Text
internal import Domain

extension NightReportText {
    /// Why the work stopped, in a few words for the headline.
    static func cause(_ stopReason: StopReason) -> String {
        switch stopReason {
        case .cap(let cap): "stopped at \(CapMessage.name(of: cap.scope))"
        case .paused: "stopped, it is paused"
        case .cancelled: "stopped, it was cancelled"
        case .timeIsUp: "stopped, the time is over"
        case .tooManyFailures: "stopped, too many failures"
        case .superseded, .preempted, .manifestChanged: "stopped, the job has a newer run"
        }
    }

    /// What a guard found, in a few words for the headline.
    static func cause(_ refusal: SubmissionRefusal) -> String {
        switch refusal {
        case .missing: "most pictures are missing"
        case .removed: "most pictures would leave the job"
        case .fewer: "a query gives far fewer images than before"
        case .again: "most pictures would be asked again"
        }
    }

    /// What a person should look at where all was done, for the headline.
    var news: String? {
        switch NightOutcome(report).reason {
        case .killed: "the night before was killed"
        case .answers: "labels unlike those before"
        case .model: "by an older model"
        case .sources where report.gone != nil: "\(HumanFormat.count(report.missing, "picture")) gone"
        default: nil
        }
    }

    /// The first clause of an error, for the headline; a key, a name or an account before it is not one, and of what a
    /// service says it is the first sentence.
    static func cause(_ words: String) -> String {
        var rest = words[...]
        if ["account ", "service account ", "user ", "the user of "].contains(where: rest.hasPrefix),
            let colon = rest.firstRange(of: ": ")
        {
            rest = rest[colon.upperBound...]
        }
        var separators = [", ", "; ", ": ", " (", "\n"]
        let says = "the service says \""
        if rest.hasPrefix(says) {
            rest = rest.dropFirst(says.count)
            separators = [". ", ".\"", "\""]
        }
        let ends = separators.flatMap { rest.ranges(of: $0).map(\.lowerBound) }.sorted()
        let end = ends.first { rest[..<$0].contains(" ") } ?? rest.endIndex
        return displayText(String(rest[..<end]))
    }

    /// What a refusal is about, as the label of its line.
    static func label(of refusal: SubmissionRefusal) -> String {
        switch refusal {
        case .missing: "missing"
        case .removed: "removed"
        case .fewer: "fewer"
        case .again: "again"
        }
    }

    /// A reason's word as people say it: `4 failed before`, `20 changed`; `left before` is none of a plan.
    static func words(_ reason: String) -> String {
        PlanReason.Kind(rawValue: reason)?.words ?? reason.replacing("_", with: " ")
    }

    /// Whether a cap is set by `cairn quota set`.
    static func isOfAccount(_ cap: CapUsage) -> Bool { cap.scope == .accountDay || cap.scope == .accountMonth }

    /// What the night's answers have in common, and how they are asked again.
    func addUnusual(to page: inout LabelledLines) {
        guard !report.unusual.isEmpty else { return }
        for (index, answers) in report.unusual.enumerated() {
            let (now, before) = (answers.now, answers.before)
            let what = answers.label.map { "have the label \"\(displayText($0))\"" } ?? "without a label"
            let usual = percent(Double(before.count) / Double(before.total))
            page.add(
                index == 0 ? "labels" : "", "\(number(now.count)) of \(number(now.total)) \(what), usually \(usual)")
        }
        page.add("", "to ask them again, at their price:")
        page.add("", command: "cairn retry \(report.job) --since \(report.began.secondText)", report)
    }

    func number(_ count: Int) -> String { HumanFormat.grouped(count) }

    func unique(_ words: [String]) -> [String] {
        var known: Set<String> = []
        return words.filter { known.insert($0).inserted }
    }
}
