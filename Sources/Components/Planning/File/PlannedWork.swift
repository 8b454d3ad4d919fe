package import Crypto

/// The work of a pinned plan: which contents may be queued, and what may be asked of each.
package struct PlannedWork: Sendable {
    private let lacking: [Digest: RecipePlaces]

    /// The work of a plan whose recipes are those that are asked, in the same order.
    package init(_ plan: PlanFile) {
        lacking = Dictionary(plan.images.map { ($0.digest, $0.lacking) }) { first, _ in first }
    }

    /// Whether the plan asks of a content all that it lacks now.
    ///
    /// - Parameter recipes: the places of the recipes that it lacks.
    package func contains(_ content: Digest, lacking recipes: some Sequence<Int>) -> Bool {
        guard let planned = lacking[content] else { return false }
        return recipes.allSatisfy(planned.contains)
    }
}
