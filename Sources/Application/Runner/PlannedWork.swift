internal import Crypto
internal import Planning
internal import Storage

/// The work of a pinned plan: which contents may be queued, and what may be asked of each.
struct PlannedWork {
    private let lacking: [Digest: RecipePlaces]

    /// The work of a plan whose recipes are those that are asked, in the same order.
    init(_ plan: PlanFile) {
        lacking = Dictionary(plan.images.map { ($0.digest, $0.lacking) }) { first, _ in first }
    }

    /// Whether the plan asks an image what it lacks now.
    func contains(_ asked: AskedImage) -> Bool {
        guard let planned = lacking[asked.digest] else { return false }
        return asked.lacking.allSatisfy(planned.contains)
    }
}
