import Crypto
import Planning
import Platform
import TestSupport
import Domain

/// Some rows of Schema/prices.sql.
let vendorPrices: [FeaturePrice] = [
    FeaturePrice(
        feature: .labelDetection, freeUnits: 1000, first: 1500, firstTier: 5_000_000, second: 1000),
    FeaturePrice(
        feature: .landmarkDetection, freeUnits: 1000, first: 1500, firstTier: 5_000_000, second: 600),
    FeaturePrice(
        feature: .safeSearchDetection, freeUnits: 1000, first: 1500, firstTier: 5_000_000, second: 600,
        freeWith: .labelDetection),
    FeaturePrice(feature: .webDetection, freeUnits: 1000, first: 3500, firstTier: 5_000_000, second: 3500),
]

/// The seeds of a property's cases.
func seeds(_ count: UInt64) -> [UInt64] { Array(1...count) }

/// Some of the values, in their order.
func randomSubset<Value>(of values: [Value], using chance: inout Seeded) -> [Value] {
    values.filter { _ in Bool.random(using: &chance) }
}

/// A recipe of the Vision API.
func recipe(_ feature: FeatureType, maxResults: Int, model: String = "builtin/stable") -> Recipe {
    Recipe(
        backend: "vision", model: model, feature: feature,
        parameters: #"{"requestVersion":1,"maxResults":\#(maxResults)}"#,
        preparation: #"{"fit":[640,480],"quality":85,"metadata":"strip"}"#)
}

/// A reason of this kind.
func reason(_ kind: PlanReason.Kind, from origin: Digest? = nil) -> PlanReason {
    guard let reason = PlanReason(kind, origin: origin) else { preconditionFailure("\(kind) from \(origin != nil)") }
    return reason
}

/// Any reason.
func randomReason(_ chance: inout Seeded) -> PlanReason {
    let kind = PlanReason.Kind.allCases.randomElement(using: &chance) ?? .new
    let origin = randomDigest(&chance)
    return PlanReason(kind, origin: nil) ?? PlanReason(kind, origin: origin) ?? .new
}

/// Any digest.
func randomDigest(_ chance: inout Seeded) -> Digest { Digest(of: "\(chance.next())") }

/// Any key of an image.
func randomKey(_ chance: inout Seeded) -> ImageKey {
    ImageKey(
        ImageKey.Kind.allCases[Int(chance.next() % 3)], randomDigest(&chance), page: Int(chance.next() % 3),
        turn: 1 + Int(chance.next() % 8))
}

/// The first recipe of the sample plan.
let sampleLabels = recipe(.labelDetection, maxResults: 10)
/// The second recipe of the sample plan.
let sampleSafeSearch = recipe(.safeSearchDetection, maxResults: 10)

/// A plan with two images, of which one has a name that is not UTF-8.
func samplePlan() -> PlanFile {
    PlanFile(
        madeAt: Timestamp(milliseconds: 1_795_248_930_250), job: "old-town",
        manifest: .init(digest: Digest(of: "manifest"), path: FilePath("/srv/job.yaml")), account: "my-project",
        recipes: [sampleLabels, sampleSafeSearch], prices: vendorPrices,
        images: [
            PinnedImage(
                ImageKey(.picture, Digest(of: "a")), reason: .new, missingRecipes: RecipeIndexes([0, 1]),
                path: FilePath("photos/a.jpg")),
            PinnedImage(
                ImageKey(.picture, Digest(of: "b")), reason: reason(.bytesChanged, from: Digest(of: "c")),
                missingRecipes: RecipeIndexes([0]),
                path: FilePath(bytes: [0xFF] + Array(".jpg".utf8))),
        ])
}
