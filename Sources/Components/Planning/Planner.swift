package import Domain

/// Decides what is to be asked of an image, from what is known of it; touches nothing.
package struct Planner: Sendable {
    private let recipes: [RecipeID]
    private let changes: [RecipeID: [RecipeChange]]
    private let refresh: Refresh
    private let retryNights: Int
    private let now: Timestamp
    private let oldest: Timestamp?

    /// A planner for one submission.
    ///
    /// - Parameters:
    ///   - recipes: what the job asks of every image.
    ///   - changes: how each of them differs from what the job asked before, and from what its rows show.
    ///   - retryNights: how many times in a row a failure that may pass is tried again by itself.
    ///   - now: when the submission began; what `refresh.olderThan` counts back from.
    package init(
        recipes: [RecipeID], changes: [RecipeID: [RecipeChange]] = [:], refresh: Refresh, retryNights: Int,
        now: Timestamp
    ) {
        self.recipes = recipes
        self.changes = changes
        self.refresh = refresh
        self.retryNights = retryNights
        self.now = now
        oldest = refresh.olderThan.map { Timestamp(milliseconds: now.milliseconds - $0.milliseconds) }
    }

    /// Answers older than this count as missing; nil where answers do not age.
    package var since: Timestamp? { oldest }

    /// What to do with an image of this history.
    package func decide(_ history: ImageHistory) -> ImageDecision {
        var missingRecipes: [RecipeID] = []
        var minGenerations: [RecipeID: Int64] = [:]
        for recipe in recipes {
            guard let answer = history.answers.first(where: { $0.recipe == recipe }) else {
                missingRecipes.append(recipe)
                continue
            }
            let isTooOld = oldest.map { answer.at < $0 } ?? false
            if isTooOld || answer.generation <= history.floors[recipe] ?? 0 {
                missingRecipes.append(recipe)
                minGenerations[recipe] = answer.generation
            }
        }
        if missingRecipes.isEmpty { return .answered }
        if history.taskInRun == .queued || history.taskInRun == .running { return .alreadyQueued }
        if refresh.failed {
            if history.failure != nil { return .queue(.failedBefore, minGenerations: minGenerations) }
        } else if let past = history.failure ?? history.fileFailure {
            let isOpen = past.isOpen(limit: retryNights)
            if isOpen, past.isDue(at: now) {
                return .queue(.failedBefore, minGenerations: minGenerations, nights: past.nights + 1)
            }
            if !history.isFailing { return .copyFailure(past, minGenerations: minGenerations, isOpen: isOpen) }
            return isOpen ? .awaitRetry : .skipFailed
        }
        return .queue(
            reason(of: history, missingRecipes: missingRecipes, hasAged: !minGenerations.isEmpty),
            minGenerations: minGenerations)
    }

    private func reason(of history: ImageHistory, missingRecipes: [RecipeID], hasAged: Bool) -> QueueReason {
        func isAnswered(_ recipe: RecipeID) -> Bool { history.answers.contains { $0.recipe == recipe } }
        if let replaced = history.replaced { return .bytesChanged(from: replaced) }
        // What is asked for a second time was not asked otherwise before.
        let changes = missingRecipes.filter { !isAnswered($0) }.flatMap { self.changes[$0] ?? [] }
        for case .modelChanged(let before) in changes where isAnswered(before) { return .modelChanged(from: before) }
        for case .parametersChanged(let before) in changes where isAnswered(before) {
            return .parametersChanged(from: before)
        }
        if !history.answers.isEmpty, changes.contains(.featureAdded) { return .featureAdded }
        if let former = history.formerReading {
            for case .parametersChanged(let before) in changes { return .parametersChanged(from: before) }
            return .parametersChanged(from: former)
        }
        return hasAged ? .tooOld : .new
    }
}
