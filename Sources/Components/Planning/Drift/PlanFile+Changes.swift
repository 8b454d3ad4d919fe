internal import Crypto
internal import Platform
internal import Domain

extension PlanFile {
    /// Each thing that is not as it was when this plan was pinned; empty exactly where nothing moved.
    ///
    /// What is not pinned does not count: when the plan was made, what the month has used and so the least that the
    /// plan costs, the order of images and recipes, the images' names, and how recipes are described. Images follow the
    /// order of this plan, and added images the order of the other.
    ///
    /// - Parameters:
    ///   - now: the plan as it would be now.
    ///   - state: how an image stands that this plan asks about, and the other does not.
    package func changes(to now: PlanFile, state: (PinnedImage) -> ImageState) -> [PlanChange] {
        var found: [PlanChange] = []
        if !job.hasSameBytes(as: now.job) { found.append(.job(from: job, to: now.job)) }
        if manifest.digest != now.manifest.digest {
            found.append(.manifest(from: manifest.digest, to: now.manifest.digest))
        }
        if manifest.path != now.manifest.path {
            found.append(.manifestPath(from: manifest.path, to: now.manifest.path))
        }
        if !isSame(account, now.account) { found.append(.account(from: account, to: now.account)) }
        let recipes = RecipeComparison(self.recipes.map(\.recipe), now.recipes.map(\.recipe))
        found += recipes.changes
        found += modelChanges(to: now)
        found += priceChanges(to: now)
        found += imageChanges(to: now, recipes, state)
        return found
    }

    /// Models that are in one plan alone; the gone one and the new one of a backend are paired.
    private func modelChanges(to now: PlanFile) -> [PlanChange] {
        let gone = models.filter { !now.models.contains($0) }
        var added = now.models.filter { !models.contains($0) }
        var found: [PlanChange] = gone.map { old in
            let index = added.firstIndex { $0.model == old.model } ?? added.firstIndex { $0.backend == old.backend }
            return .model(from: old, to: index.map { added.remove(at: $0) })
        }
        found += added.map { .model(from: nil, to: $0) }
        return found
    }

    private func priceChanges(to now: PlanFile) -> [PlanChange] {
        let changed = prices.compactMap { old -> PlanChange? in
            let new = now.prices.first { $0.feature == old.feature }
            return old == new ? nil : .price(from: old, to: new)
        }
        let added = now.prices.filter { new in !prices.contains { $0.feature == new.feature } }
        return changed + added.map { .price(from: nil, to: $0) }
    }

    private func imageChanges(
        to now: PlanFile, _ recipes: RecipeComparison, _ state: (PinnedImage) -> ImageState
    ) -> [PlanChange] {
        var present: [ImageKey: PinnedImage] = [:]
        present.reserveCapacity(now.images.count)
        for image in now.images { present[image.key] = image }
        var found: [PlanChange] = []
        for image in images {
            guard let new = present.removeValue(forKey: image.key) else {
                found.append(.imageDropped(image, state(image)))
                continue
            }
            if new.reason != image.reason { found.append(.imageReason(image, to: new.reason)) }
            let lacked = recipes.kept(ofOld: image.missingRecipes)
            let missingRecipes = recipes.kept(ofNew: new.missingRecipes)
            if lacked != missingRecipes {
                found.append(
                    .imageRecipes(image, from: recipes.recipes(at: lacked), to: recipes.recipes(at: missingRecipes)))
            }
        }
        found += now.images.filter { present[$0.key] != nil }.map { .imageAdded($0) }
        return found
    }
}

/// Whether two texts are the same bytes, or neither is there.
private func isSame(_ old: String?, _ new: String?) -> Bool {
    guard let old, let new else { return old == nil && new == nil }
    return old.hasSameBytes(as: new)
}
