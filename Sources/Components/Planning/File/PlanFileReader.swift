internal import Crypto
internal import JSON
internal import Platform
internal import Domain

/// Reads the parts of a plan, and notes what is wrong with them.
struct PlanFileReader {
    var fields = FieldReader()

    /// What is wrong.
    var diagnostics: [Diagnostic] { fields.diagnostics }

    /// The plan; nil where it cannot be one.
    ///
    /// Complaints may be there beside it.
    mutating func plan(_ root: JSONNode) -> PlanFile? {
        guard root.isObject else {
            fields.report(root, "expected a plan, which is an object")
            return nil
        }
        // A newer format may have any fields: that it is newer is the only complaint.
        if let format = root["format"], format.integer != PlanFile.format {
            let found = fields.shown(format)
            fields.report(
                format,
                "this Cairn reads format \(PlanFile.format), found \(found): make the plan again with `cairn plan`")
            return nil
        }
        guard
            let found = fields.members(
                of: root,
                ["format", "made_at", "job", "manifest", "account", "recipes", "models", "prices", "cost", "images"])
        else { return nil }
        _ = fields.count(found[0])
        let madeAt = moment(found[1])
        let job = fields.text(found[2])
        let manifest = manifest(found[3])
        let account = fields.optional(found[4]) { $0.text($1) }
        let recipes = fields.list(found[5]).compactMap { recipe($0) }
        let models = fields.list(found[6]).compactMap { model($0) }
        let prices = fields.list(found[7]).compactMap { price($0) }
        let cost = cost(found[8])
        check(recipes, found[5])
        check(prices, found[7], isBilled: account != .some(.none))
        // Images are read against the recipes: without these each would be wrong.
        guard fields.diagnostics.isEmpty, let madeAt, let job, let manifest, let account, let cost else { return nil }
        let images = images(found[9], recipes: recipes.count)
        let plan = PlanFile(
            madeAt: madeAt, job: job, manifest: manifest, account: account, recipes: recipes, models: models,
            prices: prices, cost: cost, images: images)
        check(plan, cost: found[8])
        return plan
    }

    private mutating func moment(_ node: JSONNode?) -> Timestamp? {
        guard let node, let text = fields.text(node) else { return nil }
        if let moment = Timestamp(iso8601: text) { return moment }
        fields.report(node, "expected a moment such as \"2026-11-21T08:15:30.250Z\", found \(fields.shown(node))")
        return nil
    }

    private mutating func manifest(_ node: JSONNode?) -> PlanFile.Manifest? {
        guard let found = fields.members(of: node, ["sha256"], optional: ["path", "path_hex"]) else { return nil }
        let digest = fields.digest(found[0])
        guard let path = path(found[1], found[2]) else {
            if found[1] == nil, found[2] == nil, let node { fields.report(node, "path", "is missing") }
            return nil
        }
        return digest.map { PlanFile.Manifest(digest: $0, path: path) }
    }

    private mutating func recipe(_ node: JSONNode) -> PinnedRecipe? {
        let names = [
            "digest", "backend", "model", "model_version", "feature", "parameters", "preparation", "description",
        ]
        guard let found = fields.members(of: node, names) else { return nil }
        let digest = fields.digest(found[0])
        let texts = [1, 2, 5, 6, 7].map { fields.text(found[$0]) }
        let version = fields.optional(found[3]) { $0.text($1) }
        let feature = fields.feature(found[4])
        guard let digest, let backend = texts[0], let model = texts[1], let version, let feature,
            let parameters = texts[2], let preparation = texts[3], let description = texts[4]
        else { return nil }
        let recipe = Recipe(
            backend: backend, model: model, modelVersion: version, feature: feature, parameters: parameters,
            preparation: preparation)
        if recipe.digest != digest, let at = found[0] {
            fields.report(at, "expected \(recipe.digest.hex), the digest of this recipe, found \(digest.hex)")
        }
        return PinnedRecipe(recipe, description: description)
    }

    private mutating func model(_ node: JSONNode) -> ModelVersion? {
        guard let found = fields.members(of: node, ["backend", "model", "version"]) else { return nil }
        let backend = fields.text(found[0])
        let model = fields.text(found[1])
        let version = fields.optional(found[2]) { $0.text($1) }
        guard let backend, let model, let version else { return nil }
        return ModelVersion(backend: backend, model: model, version: version)
    }

    private mutating func price(_ node: JSONNode) -> FeaturePrice? {
        let names = ["feature", "free_units", "first_micro_usd", "first_tier", "second_micro_usd", "free_with"]
        guard let found = fields.members(of: node, names) else { return nil }
        let feature = fields.feature(found[0])
        let numbers = (1...4).map { fields.count(found[$0]) }
        let beside = fields.optional(found[5]) { $0.feature($1) }
        guard let feature, let free = numbers[0], let first = numbers[1], let tier = numbers[2],
            let second = numbers[3], let beside
        else { return nil }
        return FeaturePrice(
            feature: feature, freeUnits: free, first: Int64(first), firstTier: tier, second: Int64(second),
            freeWith: beside)
    }

    private mutating func cost(_ node: JSONNode?) -> CostEstimate? {
        let names = ["units", "most_micro_usd", "least_micro_usd", "features"]
        guard let found = fields.members(of: node, names) else { return nil }
        _ = fields.count(found[0])
        for index in 1...2 { _ = fields.optional(found[index]) { $0.count($1) } }
        return CostEstimate(lines: fields.list(found[3]).compactMap { costLine($0) })
    }

    private mutating func costLine(_ node: JSONNode) -> CostEstimate.FeatureCost? {
        let names = ["feature", "units", "free_units", "most_micro_usd", "least_micro_usd"]
        guard let found = fields.members(of: node, names) else { return nil }
        let feature = fields.feature(found[0])
        let units = fields.count(found[1])
        let free = fields.count(found[2])
        let high = fields.optional(found[3]) { $0.count($1) }
        let low = fields.optional(found[4]) { $0.count($1) }
        guard let feature, let units, let free, let high, let low else { return nil }
        return CostEstimate.FeatureCost(
            feature: feature, units: units, freeUnits: free, maxMicroDollars: high.map(Int64.init),
            minMicroDollars: low.map(Int64.init))
    }
}
