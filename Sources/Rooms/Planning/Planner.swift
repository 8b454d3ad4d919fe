package import Vocabulary

/// Decides what is to be asked of an image, from what is known of it; touches nothing.
package struct Planner: Sendable {
    /// Why an image is queued.
    package enum Reason: String, Sendable, CaseIterable {
        /// It has no answer to something that is asked.
        case new
        /// An answer is older than `refresh.olderThan`.
        case tooOld
        /// Its task failed before, and `refresh.failed` asks to try again.
        case failedBefore
        /// Its task was cancelled before.
        case cancelledBefore
    }

    /// What to do with an image.
    package enum Decision: Equatable, Sendable {
        /// Every answer is held and shown.
        case answered
        /// Every answer is held; those to these recipes are to be shown again.
        case show([RecipeID])
        /// Its task waits or runs already.
        case underWay
        /// It failed before, and nobody asked to try again.
        case leaveFailed
        /// Ask these recipes, and show those that are held.
        case queue([RecipeID], Reason, show: [RecipeID])
    }

    private let recipes: [RecipeID]
    private let refresh: Refresh
    private let oldest: Timestamp?

    /// A planner for one submission.
    ///
    /// - Parameters:
    ///   - recipes: what the job asks of every image.
    ///   - now: what `refresh.olderThan` counts back from.
    package init(recipes: [RecipeID], refresh: Refresh, now: Timestamp) {
        self.recipes = recipes
        self.refresh = refresh
        oldest = refresh.olderThan.map { Timestamp(milliseconds: now.milliseconds - $0.milliseconds) }
    }

    /// Answers older than this count as missing; nil where answers do not age.
    package var since: Timestamp? { oldest }

    /// What to do with an image of this history.
    package func decide(_ history: ImageHistory) -> Decision {
        var lacking: [RecipeID] = []
        var hidden: [RecipeID] = []
        var hasAged = false
        for recipe in recipes {
            guard let answer = history.answers.first(where: { $0.recipe == recipe }) else {
                lacking.append(recipe)
                continue
            }
            if let oldest, answer.at < oldest {
                hasAged = true
                lacking.append(recipe)
            } else if !answer.isCurrent {
                hidden.append(recipe)
            }
        }
        if lacking.isEmpty { return hidden.isEmpty ? .answered : .show(hidden) }
        switch history.taskInRun {
        case .waiting, .running: return .underWay
        case .failed where !refresh.failed: return .leaveFailed
        case .failed: return .queue(lacking, .failedBefore, show: hidden)
        case .cancelled: return .queue(lacking, .cancelledBefore, show: hidden)
        case .done, nil: break
        }
        if history.hasFailed {
            return refresh.failed ? .queue(lacking, .failedBefore, show: hidden) : .leaveFailed
        }
        return .queue(lacking, hasAged ? .tooOld : .new, show: hidden)
    }
}
