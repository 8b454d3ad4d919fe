package import Crypto
package import Platform
package import Domain

/// A plan that is pinned: what `cairn plan --out` writes, and what `cairn apply` does exactly or refuses.
///
/// It is one JSON object, in UTF-8, with one line for each image, recipe, model and price; `Schema/plan.schema.json`
/// describes it for programs. Fields are only ever added, and `format` is raised when an older reader would go wrong.
/// There is no secret in it: no key, no header, no environment. Money is in whole millionths of a US dollar.
///
/// - `format`: 2.
/// - `made_at`: when the plan was made; UTC, ISO 8601 with milliseconds.
/// - `job`: the job's name.
/// - `manifest`: `sha256` of its bytes, and its absolute `path`, or `path_hex` where that is not UTF-8.
/// - `account`: whose bill it is; null where nothing is billed.
/// - `recipes`: what the job asks of every image. `digest`; `backend`; `model`; `model_version` or null; `feature`;
///   `parameters` and `preparation`, JSON as text, since its bytes decide the digest; `description` for people.
/// - `models`: `backend`, `model`, and `version` or null.
/// - `prices`: `feature`, `free_units`, `first_micro_usd`, `first_tier`, `second_micro_usd`, and `free_with` or null.
/// - `cost`: `units`, `most_micro_usd`, `least_micro_usd`, and in `features` the same of each `feature` with its
///   `free_units`, which are free beside another feature. Money is null where a feature has no price.
/// - `images`: each image that is asked about, in the order of the sources. `digest`, as in the view `images`; `kind`,
///   `page` and `turn` where they are not `picture`, 0 and 1; `reason`, a word of the view `tasks`; `from`, the digest
///   of the image (`bytes_changed`) or of the recipe (`model_changed`, `parameters_changed`) that was before;
///   `recipes`, what it lacks, as places in `recipes` from 0; `path` or `path_hex`, one of its names, where it has one.
package struct PlanFile: Equatable, Sendable {
    /// The manifest that a plan was made from.
    package struct Manifest: Equatable, Sendable {
        /// SHA-256 of its bytes.
        package var digest: Digest
        /// Its file, absolute.
        package var path: FilePath

        /// A manifest.
        package init(digest: Digest, path: FilePath) {
            self.digest = digest
            self.path = path
        }
    }

    /// The format that is written and read.
    package static let format = 2

    /// When the plan was made.
    package let madeAt: Timestamp
    /// The job's name.
    package let job: String
    package let manifest: Manifest
    /// Whose bill it is; nil where nothing is billed.
    package let account: String?
    /// What the job asks of every image.
    package let recipes: [PinnedRecipe]
    /// The models, with their versions.
    package let models: [ModelVersion]
    /// The prices of the features that are asked.
    package let prices: [FeaturePrice]
    /// Units and money.
    package let cost: CostEstimate
    /// The images that are asked about, in the order of the sources.
    package let images: [PinnedImage]

    /// A plan, as it is now.
    ///
    /// - Parameters:
    ///   - madeAt: in the years 1000 to 9999.
    ///   - account: whose bill it is; nil: nothing is billed, and there are no prices.
    ///   - recipes: what the job asks of every image, each once and at most `RecipeIndexes.limit`.
    ///   - models: the models, where they are more than the recipes name.
    ///   - prices: the present prices; those of features that are not asked are left out.
    ///   - images: the images that are asked about, each once.
    ///   - used: what the account has used in the present month, for the least that the plan can cost.
    package init(
        madeAt: Timestamp, job: String, manifest: Manifest, account: String?, recipes: [Recipe],
        models: [ModelVersion]? = nil, prices: [FeaturePrice], images: [PinnedImage], used: [FeatureUse] = []
    ) {
        let kept = account == nil ? [] : PriceList(prices).restricted(to: recipes.map(\.feature))
        self.init(
            madeAt: madeAt, job: job, manifest: manifest, account: account,
            recipes: recipes.map { PinnedRecipe($0, description: $0.words) },
            models: models ?? ModelVersion.all(of: recipes),
            prices: kept,
            cost: CostEstimate(
                PlanFile.asks(of: images, recipes), prices: PlanFile.priceList(account, kept), used: used),
            images: images)
    }

    /// A plan of parts that are known to fit together.
    init(
        madeAt: Timestamp, job: String, manifest: Manifest, account: String?, recipes: [PinnedRecipe],
        models: [ModelVersion], prices: [FeaturePrice], cost: CostEstimate, images: [PinnedImage]
    ) {
        self.madeAt = madeAt
        self.job = job
        self.manifest = manifest
        self.account = account
        self.recipes = recipes
        self.models = models
        self.prices = prices
        self.cost = cost
        self.images = images
    }

    /// What units cost by this plan.
    package var priceList: PriceList { PlanFile.priceList(account, prices) }

    static func priceList(_ account: String?, _ prices: [FeaturePrice]) -> PriceList {
        account == nil ? .unbilled : PriceList(prices)
    }

    /// What is asked of how many images, in the order of first mention.
    static func asks(of images: [PinnedImage], _ recipes: [Recipe]) -> [FeatureAsk] {
        var counts: [RecipeIndexes: Int] = [:]
        var order: [RecipeIndexes] = []
        for image in images {
            let count = counts[image.missingRecipes] ?? 0
            if count == 0 { order.append(image.missingRecipes) }
            counts[image.missingRecipes] = count + 1
        }
        return order.map { missingRecipes in
            let features = missingRecipes.indexes.filter { $0 < recipes.count }.map { recipes[$0].feature }
            return FeatureAsk(features, images: counts[missingRecipes] ?? 0)
        }
    }
}
