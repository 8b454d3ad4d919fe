internal import Crypto
internal import JSON
internal import Domain

extension PlanFileReader {
    /// Complains about recipes that are too many, and that come twice.
    mutating func check(_ recipes: [PinnedRecipe], _ node: JSONNode?) {
        guard let node else { return }
        if recipes.count > RecipeIndexes.limit {
            fields.report(node, "expected at most \(RecipeIndexes.limit) recipes, found \(recipes.count)")
        }
        var known: Set<Digest> = []
        for pinned in recipes where !known.insert(pinned.recipe.digest).inserted {
            fields.report(node, "the recipe \(pinned.recipe.digest.hex) is there twice")
        }
    }

    /// Complains about prices that come twice, and about prices where nothing is billed.
    mutating func check(_ prices: [FeaturePrice], _ node: JSONNode?, isBilled: Bool) {
        guard let node else { return }
        if !isBilled, !prices.isEmpty { fields.report(node, "expected no prices, since there is no account") }
        var known: Set<FeatureType> = []
        for price in prices where !known.insert(price.feature).inserted {
            fields.report(node, "the price of \(price.feature.rawValue) is there twice")
        }
    }

    /// Complains where units and the most that they cost are not those of the images.
    ///
    /// The least depends on what the month had used, which is not pinned.
    mutating func check(_ plan: PlanFile, cost node: JSONNode?) {
        guard diagnostics.isEmpty, let node else { return }
        let expected = CostEstimate(
            PlanFile.asks(of: plan.images, plan.recipes.map(\.recipe)), prices: plan.priceList)
        func words(_ amount: Int64?) -> String { amount.map(String.init) ?? "null" }
        let lines = plan.cost.lines
        guard lines.map(\.feature) == expected.lines.map(\.feature) else {
            let features = expected.lines.map(\.feature.rawValue).joined(separator: ", ")
            fields.report(node, "features", "expected those that the images lack, in their order: \(features)")
            return
        }
        for (index, (line, right)) in zip(lines, expected.lines).enumerated() {
            let at = "features[\(index)]"
            if line.units != right.units {
                fields.report(
                    node, "\(at).units", "expected \(right.units) as the images have it, found \(line.units)")
            }
            if line.freeUnits != right.freeUnits {
                fields.report(
                    node, "\(at).free_units",
                    "expected \(right.freeUnits) as the images have it, found \(line.freeUnits)")
            }
            if line.maxMicroDollars != right.maxMicroDollars {
                fields.report(
                    node, "\(at).most_micro_usd",
                    "expected \(words(right.maxMicroDollars)) by the prices, found \(words(line.maxMicroDollars))")
            }
            if (line.minMicroDollars == nil) != (line.maxMicroDollars == nil) {
                fields.report(node, "\(at).least_micro_usd", "expected null exactly where most_micro_usd is null")
            }
        }
        checkSums(plan.cost, node, words)
    }

    private mutating func checkSums(_ cost: CostEstimate, _ node: JSONNode, _ words: (Int64?) -> String) {
        let sums: [(String, Int64?)] = [
            ("units", Int64(cost.units)), ("most_micro_usd", cost.maxMicroDollars),
            ("least_micro_usd", cost.minMicroDollars),
        ]
        for (name, sum) in sums where node[name]?.integer.map(Int64.init) != sum {
            let found = node[name].map { fields.shown($0) } ?? "null"
            fields.report(node, name, "expected \(words(sum)), the sum of the features, found \(found)")
        }
    }
}
