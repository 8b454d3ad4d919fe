package import Planning
internal import Domain

/// Images that a submission has queued for one reason.
package struct QueuedReason: Equatable, Sendable {
    package let kind: PlanReason.Kind
    /// How many images.
    package let images: Int
    /// What is asked otherwise than before: `LABEL_DETECTION maxResults 10 -> 12`.
    package let changes: [String]

    /// `20 of other parameters (LABEL_DETECTION maxResults 10 -> 12)`.
    package var words: String {
        let more = changes.isEmpty ? "" : " (\(changes.joined(separator: ", ")))"
        return "\(HumanFormat.grouped(images)) \(kind.words)\(more)"
    }

    /// The reasons of some images, in a fixed order.
    ///
    /// - Parameters:
    ///   - asked: what is asked now.
    ///   - recipes: every recipe that was ever asked.
    static func all(
        of counts: [QueueReason: Int], asking asked: [Recipe], _ recipes: [RecipeID: Recipe]
    ) -> [QueuedReason] {
        PlanReason.Kind.allCases.compactMap { kind in
            let own = counts.filter { $0.key.word == kind.rawValue }
            guard !own.isEmpty else { return nil }
            let before = own.keys.compactMap(\.recipe).sorted().compactMap { recipes[$0] }
            let changes = before.flatMap { old in
                asked.filter { $0.feature == old.feature }.prefix(1).flatMap { now in
                    now.differencesOrTurn(from: old).map { "\(now.feature.rawValue) \($0)" }
                }
            }
            return QueuedReason(kind: kind, images: own.values.reduce(0, +), changes: changes)
        }
    }
}

extension QueueReason {
    /// The recipe that was asked before.
    fileprivate var recipe: RecipeID? {
        switch self {
        case .modelChanged(let recipe), .parametersChanged(let recipe): recipe
        default: nil
        }
    }
}
