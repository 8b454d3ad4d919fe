import Crypto
@testable import Planning
import Platform
import TestSupport
import Testing
import Domain

@Suite struct PlanChangeTests {
    @Test(arguments: seeds(200))
    func `where nothing moved there is no change, whatever is not pinned`(seed: UInt64) {
        var chance = Seeded(seed)
        let plan = RandomPlan(&chance)
        var later = plan
        later.madeAt = Timestamp(milliseconds: plan.madeAt.milliseconds + 1000)
        later.used = [FeatureUse(feature: .labelDetection, settled: 5, settledPaid: 5, uncertain: 0, reserved: 0)]
        // Images and recipes in another order, and images by other names.
        let order = Array(plan.recipes.indices).shuffled(using: &chance)
        later.recipes = order.map { plan.recipes[$0] }
        later.models = ModelVersion.all(of: later.recipes)
        later.images = plan.images.shuffled(using: &chance).map { image in
            PinnedImage(
                image.key, reason: image.reason,
                missingRecipes: RecipeIndexes(order.indices.filter { image.missingRecipes.contains(order[$0]) }),
                path: FilePath("/renamed.jpg"))
        }
        #expect(plan.file.changes(to: plan.file) { _ in .gone } == [], "seed \(seed)")
        #expect(plan.file.changes(to: later.file) { _ in .gone } == [], "seed \(seed)")
    }

    @Test(arguments: seeds(700))
    func `each single thing that moves is named, and nothing else`(seed: UInt64) throws {
        var chance = Seeded(seed)
        let plan = RandomPlan(&chance)
        let mutation = try #require(PlanMutation.allCases.filter { $0.applies(to: plan) }.randomElement(using: &chance))
        var moved = plan
        let expected = mutation.apply(to: &moved, &chance)
        let state = mutation.state
        let found = plan.file.changes(to: moved.file) { _ in state }
        #expect(found == expected, "seed \(seed), \(mutation)")
        #expect(!expected.isEmpty, "seed \(seed), \(mutation)")
        for changes in found {
            #expect(!changes.description.isEmpty)
            #expect(changes.description.unicodeScalars.allSatisfy { $0.value >= 0x20 }, "seed \(seed): \(changes)")
        }
        // The same through the file.
        let read = try PlanFile(reading: plan.file.json)
        #expect(read.changes(to: moved.file) { _ in state } == expected, "seed \(seed), \(mutation)")
    }

    @Test func `what moved is told in words`() {
        let ten = recipe(.labelDetection, maxResults: 10)
        let twelve = recipe(.labelDetection, maxResults: 12)
        let dear = FeaturePrice(
            feature: .labelDetection, freeUnits: 0, first: 2000, firstTier: 5_000_000, second: 1_000_001)
        let image = PinnedImage(
            ImageKey(.picture, Digest(of: "a")), reason: .new, missingRecipes: RecipeIndexes([0]),
            path: FilePath("photos/a.jpg"))
        let short = Digest(of: "a").short
        let words: [(PlanChange, String)] = [
            (.job(from: "a", to: "b"), "job: a -> b"),
            (.account(from: nil, to: "b"), "account: nothing is billed -> b"),
            (.manifestPath(from: FilePath("/a"), to: FilePath("/b")), "manifest: /a -> /b"),
            (.recipe(from: ten, to: twelve), "recipe LABEL_DETECTION: maxResults 10 -> 12"),
            (.recipeGone(ten), "recipe gone: \(ten.words)"),
            (
                .model(
                    from: ModelVersion(backend: "automl", model: "flowers", version: "3"),
                    to: ModelVersion(backend: "automl", model: "flowers", version: "4")),
                "model: automl flowers version 3 -> automl flowers version 4"
            ),
            (
                .price(from: vendorPrices[0], to: dear),
                "price of LABEL_DETECTION: free units 1000 -> 0, first price $0.0015 -> $0.002, "
                    + "second price $0.001 -> $1.000001"
            ),
            (.price(from: nil, to: dear), "price of LABEL_DETECTION: none -> set"),
            (.imageAdded(image), "image photos/a.jpg (\(short)) is not in the plan: new"),
            (.imageDropped(image, .answered), "image photos/a.jpg (\(short)) was answered meanwhile"),
            (.imageReason(image, to: reason(.failedBefore)), "image photos/a.jpg (\(short)): new -> failed before"),
            (
                .imageRecipes(image, from: [ten], to: []),
                "image photos/a.jpg (\(short)) lacks LABEL_DETECTION -> nothing"
            ),
        ]
        for (changes, text) in words { #expect(changes.description == text) }
    }

    @Test func `a recipe that moved is named once, and not again with each image`() {
        let ten = recipe(.labelDetection, maxResults: 10)
        let twelve = recipe(.labelDetection, maxResults: 12)
        let safe = recipe(.safeSearchDetection, maxResults: 10)
        func plan(_ recipes: [Recipe], _ missingRecipes: [Int]) -> PlanFile {
            PlanFile(
                madeAt: Timestamp(milliseconds: 0), job: "a",
                manifest: .init(digest: Digest(of: ""), path: FilePath("/a.yaml")), account: nil, recipes: recipes,
                prices: [],
                images: [
                    PinnedImage(
                        ImageKey(.picture, Digest(of: "a")), reason: .new, missingRecipes: RecipeIndexes(missingRecipes)
                    )
                ])
        }
        let pinned = plan([ten], [0])
        #expect(
            pinned.changes(to: plan([safe, twelve], [0, 1])) { _ in .gone } == [
                .recipe(from: ten, to: twelve), .recipeAdded(safe),
            ])
        #expect(plan([ten, safe], [0, 1]).changes(to: pinned) { _ in .gone } == [.recipeGone(safe)])
    }
}

/// One thing that may move between a plan and its application.
private enum PlanMutation: CaseIterable {
    case job, manifest, manifestPath, account
    case recipeParameters, recipeAdded, recipeGone
    case modelVersion, modelAdded
    case priceChanged, priceGone
    case imageAdded, imageGone, imageAnswered, imageQueued, imageFailed, imageReason, imageOrigin, imageRecipes

    var state: ImageState {
        switch self {
        case .imageAnswered: .answered
        case .imageQueued: .queued
        case .imageFailed: .failed
        default: .gone
        }
    }

    func applies(to plan: RandomPlan) -> Bool {
        switch self {
        case .account: plan.account != nil
        case .recipeAdded: !plan.recipes.contains { $0.feature == .textDetection }
        case .recipeGone: plan.recipes.count > 1
        case .priceChanged, .priceGone: !plan.prices.isEmpty
        case .imageGone, .imageAnswered, .imageQueued, .imageFailed, .imageReason: !plan.images.isEmpty
        case .imageOrigin: plan.images.contains { $0.reason.origin != nil }
        case .imageRecipes: plan.recipes.count > 1 && !plan.images.isEmpty
        default: true
        }
    }

    /// Changes the one thing.
    ///
    /// - Returns: what is to be named.
    func apply(to plan: inout RandomPlan, _ chance: inout Seeded) -> [PlanChange] {
        let before = plan
        let image = plan.images.indices.randomElement(using: &chance) ?? 0
        switch self {
        case .job:
            plan.job += "2"
            return [.job(from: before.job, to: plan.job)]
        case .manifest:
            plan.manifest.digest = randomDigest(&chance)
            return [.manifest(from: before.manifest.digest, to: plan.manifest.digest)]
        case .manifestPath:
            plan.manifest.path = FilePath("/elsewhere/job.yaml")
            return [.manifestPath(from: before.manifest.path, to: plan.manifest.path)]
        case .account:
            plan.account = "another"
            return [.account(from: before.account, to: "another")]
        case .recipeParameters:
            let place = Int.random(in: plan.recipes.indices, using: &chance)
            let old = plan.recipes[place]
            plan.recipes[place] = recipe(old.feature, maxResults: 99, model: old.model)
            return [.recipe(from: old, to: plan.recipes[place])]
        case .recipeAdded:
            let model = plan.models[0].model
            let place = Int.random(in: 0...plan.recipes.count, using: &chance)
            plan.recipes.insert(recipe(.textDetection, maxResults: 5, model: model), at: place)
            // Places behind it move up.
            plan.images = plan.images.map { shifted($0) { $0 < place ? $0 : $0 + 1 } }
            return [.recipeAdded(plan.recipes[place])]
        case .recipeGone:
            return removeRecipe(from: &plan, &chance)
        case .modelVersion:
            let place = Int.random(in: plan.models.indices, using: &chance)
            let old = plan.models[place]
            plan.models[place] = ModelVersion(backend: old.backend, model: old.model, version: "9")
            return [.model(from: old, to: plan.models[place])]
        case .modelAdded:
            plan.models.append(ModelVersion(backend: "tflite", model: "a", version: nil))
            return [.model(from: nil, to: plan.models.last)]
        case .priceChanged:
            let place = Int.random(in: plan.prices.indices, using: &chance)
            plan.prices[place] = otherPrice(plan.prices[place], &chance)
            return [.price(from: before.prices[place], to: plan.prices[place])]
        case .priceGone:
            let old = plan.prices.remove(at: Int.random(in: plan.prices.indices, using: &chance))
            return [.price(from: old, to: nil)]
        case .imageAdded:
            let new = plan.newImage(&chance)
            plan.images.insert(new, at: Int.random(in: 0...plan.images.count, using: &chance))
            return [.imageAdded(new)]
        case .imageGone, .imageAnswered, .imageQueued, .imageFailed:
            return [.imageDropped(plan.images.remove(at: image), state)]
        case .imageReason:
            let old = plan.images[image]
            var reason = old.reason
            while reason.kind == old.reason.kind { reason = randomReason(&chance) }
            plan.images[image] = changed(old, reason: reason)
            return [.imageReason(old, to: reason)]
        case .imageOrigin:
            guard let place = plan.images.firstIndex(where: { $0.reason.origin != nil }) else { return [] }
            let old = plan.images[place]
            guard let reason = PlanReason(old.reason.kind, origin: randomDigest(&chance)) else { return [] }
            plan.images[place] = changed(old, reason: reason)
            return [.imageReason(old, to: reason)]
        case .imageRecipes:
            let old = plan.images[image]
            var missingRecipes = old.missingRecipes
            while missingRecipes == old.missingRecipes { missingRecipes = plan.newLacking(&chance) }
            plan.images[image] = PinnedImage(
                old.key, reason: old.reason, missingRecipes: missingRecipes, path: old.path)
            return [
                .imageRecipes(
                    old, from: old.missingRecipes.indexes.map { plan.recipes[$0] },
                    to: missingRecipes.indexes.map { plan.recipes[$0] })
            ]
        }
    }

    /// Takes a recipe away with its price and its model, and from the images that lack something else, too.
    private func removeRecipe(from plan: inout RandomPlan, _ chance: inout Seeded) -> [PlanChange] {
        let place = Int.random(in: plan.recipes.indices, using: &chance)
        let old = plan.recipes.remove(at: place)
        var found: [PlanChange] = [.recipeGone(old)]
        let models = ModelVersion.all(of: plan.recipes)
        found += plan.models.filter { !models.contains($0) }.map { .model(from: $0, to: nil) }
        plan.models = models
        found += plan.prices.filter { $0.feature == old.feature }.map { .price(from: $0, to: nil) }
        plan.prices.removeAll { $0.feature == old.feature }
        let alone = plan.images.filter { $0.missingRecipes == RecipeIndexes([place]) }
        plan.images.removeAll { $0.missingRecipes == RecipeIndexes([place]) }
        plan.images = plan.images.map { image in shifted(image) { $0 == place ? nil : $0 < place ? $0 : $0 - 1 } }
        return found + alone.map { .imageDropped($0, state) }
    }

    private func otherPrice(_ old: FeaturePrice, _ chance: inout Seeded) -> FeaturePrice {
        let part = Int.random(in: 0..<5, using: &chance)
        return FeaturePrice(
            feature: old.feature, freeUnits: old.freeUnits + (part == 0 ? 1 : 0),
            first: old.first + (part == 1 ? 1 : 0),
            firstTier: old.firstTier + (part == 2 ? 1 : 0), second: old.second + (part == 3 ? 1 : 0),
            freeWith: part == 4 ? .faceDetection : old.freeWith)
    }

    private func changed(_ image: PinnedImage, reason: PlanReason) -> PinnedImage {
        PinnedImage(image.key, reason: reason, missingRecipes: image.missingRecipes, path: image.path)
    }

    private func shifted(_ image: PinnedImage, _ place: (Int) -> Int?) -> PinnedImage {
        PinnedImage(
            image.key, reason: image.reason,
            missingRecipes: RecipeIndexes(image.missingRecipes.indexes.compactMap(place)),
            path: image.path)
    }
}
