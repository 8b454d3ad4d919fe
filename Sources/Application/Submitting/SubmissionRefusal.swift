package import Planning
internal import Domain

/// Why a submission that has seen its sources was not completed: too many of its job's pictures would change at once.
package enum SubmissionRefusal: Equatable, Sendable {
    /// This many of the `known` pictures are gone.
    case missing(Int, known: Int)
    /// This many of the `known` pictures are not named by any source any more.
    case removed(Int, known: Int)
    /// These queries give so few images that those which they gave before would leave.
    case fewer([FewerImages])
    /// Of the `known` pictures that are answered, some would be asked again, which a service bills; the reasons have
    /// them, with what is asked otherwise.
    case again([PlanSummary.Reason], known: Int)

    /// What would change, as one clause without a full stop.
    package var words: String {
        switch self {
        case .missing(let count, let known):
            "\(SubmissionRefusal.share(count, of: known)) are gone; is the disk mounted?"
        case .removed(let count, let known):
            "\(SubmissionRefusal.share(count, of: known)) would leave the job: its sources do not give them any more"
        case .fewer(let queries): queries.map(\.text).joined(separator: "; ")
        case .again(let reasons, let known):
            "\(SubmissionRefusal.share(reasons.reduce(0) { $0 + $1.count.images }, of: known, "answered")) would be asked again, \(cost): "
                + reasons.map(SubmissionRefusal.words).joined(separator: "; ")
        }
    }

    /// What was not done, as a sentence.
    package var consequence: String {
        switch self {
        case .missing: "Nothing was marked as missing, and nothing asked."
        case .removed: "None of them left, and nothing was asked."
        case .fewer: "No image left the job; what is new is asked."
        case .again: "Nothing was asked."
        }
    }

    /// What to do where it is not meant, and what introduces the command that accepts it.
    package var condition: String {
        switch self {
        case .missing: "If it is not, mount it. If the pictures were deleted:"
        case .removed, .fewer, .again: "If that is not meant, correct the manifest. If it is:"
        }
    }

    /// What a person accepts by it.
    package var change: AcceptedChanges.Change {
        switch self {
        case .missing: .missing
        case .removed, .fewer: .removed
        case .again: .again
        }
    }

    /// The option that accepts it.
    package var option: String { change.option }

    /// Whether pictures are gone, which a disk may be the cause of.
    package var isLostDisk: Bool { change == .missing }

    /// Whether what is new is asked all the same: only nothing leaves.
    package var asksNew: Bool { if case .fewer = self { true } else { false } }

    /// `116 units, up to $0.17`, of what would be asked again.
    private var cost: String {
        guard case .again(let reasons, _) = self else { return "" }
        let units = reasons.reduce(0) { $0.saturatingAdd($1.count.units) }
        let dollars = reasons.reduce(Int64?(0)) { sum, reason in
            sum.flatMap { sum in reason.count.microDollars.map { sum.saturatingAdd($0) } }
        }
        return "\(HumanFormat.count(units, "unit")), "
            + (dollars.map { HumanFormat.upTo($0) } ?? "of unknown price")
    }

    /// `all 13 known pictures`, `13 of 24 known pictures`.
    private static func share(_ count: Int, of known: Int, _ what: String = "known") -> String {
        let which =
            count >= known
            ? "all \(HumanFormat.grouped(count))" : "\(HumanFormat.grouped(count)) of \(HumanFormat.grouped(known))"
        return "\(which) \(what) pictures"
    }

    /// `58 of other parameters (LABEL_DETECTION quality 85 -> 84)`.
    private static func words(_ reason: PlanSummary.Reason) -> String {
        let changes = reason.changes.map { "\($0.feature.rawValue) \($0.differences.joined(separator: ", "))" }
        let more = changes.isEmpty ? "" : " (\(changes.joined(separator: "; ")))"
        return "\(HumanFormat.grouped(reason.count.images)) \(reason.kind.words)\(more)"
    }
}
