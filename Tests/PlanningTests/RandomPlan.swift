import Crypto
import Planning
import Platform
import TestSupport
import Domain

/// The parts of a plan, to be changed one by one.
struct RandomPlan {
    var madeAt: Timestamp
    var job: String
    var manifest: PlanFile.Manifest
    var account: String?
    var recipes: [Recipe]
    var models: [ModelVersion]
    var prices: [FeaturePrice]
    var images: [PinnedImage]
    var used: [FeatureUse] = []

    init(_ chance: inout Seeded) {
        madeAt = Timestamp(milliseconds: Int64.random(in: 0...4_000_000_000_000, using: &chance))
        job = ["old-town", "h\u{00F6}he", "a\"b\\\n"].randomElement(using: &chance) ?? "a"
        manifest = PlanFile.Manifest(
            digest: randomDigest(&chance), path: randomPath(&chance) ?? FilePath("/srv/job.yaml"))
        account = Int.random(in: 0..<4, using: &chance) == 0 ? nil : "my-project"
        let features: [FeatureType] = [
            .labelDetection, .safeSearchDetection, .landmarkDetection, .webDetection, .productSearch,
        ]
        recipes = randomSubset(of: features, using: &chance).shuffled(using: &chance).map { feature in
            recipe(
                feature, maxResults: Int.random(in: 1...20, using: &chance),
                model: Bool.random(using: &chance) ? "builtin/stable" : "builtin/latest")
        }
        if recipes.isEmpty { recipes = [recipe(.labelDetection, maxResults: 10)] }
        models = ModelVersion.all(of: recipes)
        let asked = recipes.map(\.feature)
        prices = account == nil ? [] : vendorPrices.filter { asked.contains($0.feature) }
        images = []
        for _ in 0..<Int.random(in: 0...30, using: &chance) { images.append(newImage(&chance)) }
        if Bool.random(using: &chance) {
            used = [
                FeatureUse(
                    feature: .labelDetection, settled: 2000, settledPaid: Int.random(in: 0...2000, using: &chance),
                    uncertain: 3, reserved: 1)
            ]
        }
    }

    /// An image that is not in the plan.
    func newImage(_ chance: inout Seeded) -> PinnedImage {
        PinnedImage(
            randomKey(&chance), reason: randomReason(&chance), missingRecipes: newLacking(&chance),
            path: randomPath(&chance))
    }

    /// Some of the recipes, at least one.
    func newLacking(_ chance: inout Seeded) -> RecipeIndexes {
        let some = RecipeIndexes(randomSubset(of: Array(recipes.indices), using: &chance))
        return some.isEmpty ? RecipeIndexes([0]) : some
    }

    /// The plan of these parts.
    var file: PlanFile {
        PlanFile(
            madeAt: madeAt, job: job, manifest: manifest, account: account, recipes: recipes, models: models,
            prices: prices, images: images, used: used)
    }
}

/// A name, also one that is not UTF-8 or needs escapes; or none.
private func randomPath(_ chance: inout Seeded) -> FilePath? {
    [
        nil, FilePath("/srv/photos/a.jpg"), FilePath("/srv/h\u{F6}he/\"b\".jpg"), FilePath(bytes: [0x2F, 0xFF, 0x0A]),
        FilePath("gs://bucket/a.jpg"),
    ].randomElement(using: &chance) ?? nil
}
