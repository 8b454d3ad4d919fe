internal import Crypto
package import Domain

/// Counts a plan image by image, in memory that does not grow with the images that are known.
package struct PlanTally: Sendable {
    /// Images with one reason, from one recipe, that lack the same.
    private struct Key: Hashable {
        let kind: PlanReason.Kind
        /// The recipe that was asked before; nil for other reasons.
        let from: Digest?
        let missingRecipes: RecipeIndexes
    }

    private let recipes: [Recipe]
    private let prices: PriceList
    private var counts: [Key: Int] = [:]
    private var order: [Key] = []
    private var knownImages = 0
    /// The images in their order, those that cost the same in a row as one group: what `CapForecast` wants.
    package private(set) var groups: [CapForecast.Group] = []
    private var costs: [RecipeIndexes: CapForecast.Group] = [:]

    /// A tally of nothing.
    ///
    /// - Parameter recipes: what the job asks of every image, at most `RecipeIndexes.limit`.
    package init(recipes: [Recipe], prices: PriceList) {
        self.recipes = recipes
        self.prices = prices
    }

    /// Counts an image that is asked about.
    ///
    /// - Parameter missingRecipes: the recipes that are asked of it.
    package mutating func add(_ reason: PlanReason, missingRecipes: RecipeIndexes) {
        // What an image was before is its own.
        let from = reason.kind == .bytesChanged ? nil : reason.origin
        let key = Key(kind: reason.kind, from: from, missingRecipes: missingRecipes)
        if let count = counts[key] {
            counts[key] = count + 1
        } else {
            counts[key] = 1
            order.append(key)
        }
        let cost = costs[missingRecipes] ?? cost(of: missingRecipes)
        costs[missingRecipes] = cost
        if let last = groups.last, last.units == cost.units, last.microDollars == cost.microDollars {
            groups[groups.count - 1].images += 1
        } else {
            groups.append(cost)
        }
    }

    /// Counts images that need nothing.
    package mutating func addKnown(_ images: Int = 1) {
        knownImages = knownImages.saturatingAdd(max(0, images))
    }

    /// What each image is asked, and of how many: what `CostEstimate` wants.
    package var asks: [FeatureAsk] {
        order.map { FeatureAsk(features(of: $0.missingRecipes), images: counts[$0] ?? 0) }
    }

    /// The plan in numbers.
    ///
    /// - Parameters:
    ///   - earlier: the recipes that reasons name, as far as they are known.
    ///   - used: what the account has used in the present month.
    ///   - imagesInRequest: the most images that the backend takes in one request.
    ///   - queuedImages: images that are queued already and take their time, too.
    package func summary(
        earlier: [Recipe] = [], used: [FeatureUse] = [], pace: Pace = Pace(), imagesInRequest: Int = 1,
        queuedImages: Int = 0
    ) -> PlanSummary {
        let former = Dictionary(earlier.map { ($0.digest, $0) }) { first, _ in first }
        let total = count(of: order)
        return PlanSummary(
            reasons: PlanReason.Kind.allCases.compactMap { reason($0, former) }, total: total,
            known: known(beside: total),
            cost: CostEstimate(asks, prices: prices, used: used),
            time: pace.time(images: total.images.saturatingAdd(queuedImages), imagesInRequest: imagesInRequest),
            models: ModelVersion.all(of: recipes))
    }

    private func reason(_ kind: PlanReason.Kind, _ former: [Digest: Recipe]) -> PlanSummary.Reason? {
        let keys = order.filter { $0.kind == kind }
        guard !keys.isEmpty else { return nil }
        var origins: [Digest] = []
        for case let from? in keys.map(\.from) where !origins.contains(from) { origins.append(from) }
        let changes = origins.compactMap { origin -> PlanSummary.Change? in
            guard let before = former[origin], let now = recipes.first(where: { $0.feature == before.feature }) else {
                return nil
            }
            return PlanSummary.Change(
                feature: now.feature, differences: now.differencesOrTurn(from: before),
                count: count(of: keys.filter { $0.from == origin }))
        }
        return PlanSummary.Reason(kind: kind, count: count(of: keys), changes: changes)
    }

    /// What all images would cost if nothing were known, less what the plan costs.
    private func known(beside total: PlanSummary.Count) -> PlanSummary.Count {
        let each = cost(of: RecipeIndexes(first: recipes.count))
        let images = knownImages.saturatingAdd(total.images)
        var known = PlanSummary.Count()
        known.images = knownImages
        known.units = each.units.saturatingMultiply(images) - total.units
        known.microDollars = each.microDollars.flatMap { each in
            total.microDollars.map { max(0, each.saturatingMultiply(Int64(images)) - $0) }
        }
        return known
    }

    private func count(of keys: [Key]) -> PlanSummary.Count {
        var sum = PlanSummary.Count()
        for key in keys {
            let images = counts[key] ?? 0
            let each = cost(of: key.missingRecipes)
            sum.images = sum.images.saturatingAdd(images)
            sum.units = sum.units.saturatingAdd(each.units.saturatingMultiply(images))
            sum.microDollars = sum.microDollars.flatMap { sum in
                each.microDollars.map { sum.saturatingAdd($0.saturatingMultiply(Int64(images))) }
            }
        }
        return sum
    }

    private func features(of missingRecipes: RecipeIndexes) -> [FeatureType] {
        missingRecipes.indexes.filter { $0 < recipes.count }.map { recipes[$0].feature }
    }

    /// One image of which these recipes are asked.
    private func cost(of missingRecipes: RecipeIndexes) -> CapForecast.Group {
        let asked = features(of: missingRecipes)
        return CapForecast.Group(images: 1, units: asked.count, microDollars: prices.maxCost(of: asked))
    }
}
