package import Domain

/// What units cost at one backend.
package struct PriceList: Equatable, Sendable {
    /// The prices, each feature once; empty where nothing is billed.
    package let prices: [FeaturePrice]
    /// Whether units cost anything: a model on this machine bills nothing.
    package let isBilled: Bool

    /// The prices of a service; of a feature that comes twice the first counts.
    package init(_ prices: [FeaturePrice]) {
        var known: Set<FeatureType> = []
        self.prices = prices.filter { known.insert($0.feature).inserted }
        isBilled = true
    }

    private init() {
        prices = []
        isBilled = false
    }

    /// The list of a backend that bills nothing.
    package static let unbilled = PriceList()

    /// The price of a feature; nil where there is none.
    package func price(of feature: FeatureType) -> FeaturePrice? { prices.first { $0.feature == feature } }

    /// Whether a unit is free because of what else is asked of the same image in the same request.
    package func isFree(_ feature: FeatureType, beside asked: [FeatureType]) -> Bool {
        price(of: feature)?.freeWith.map(asked.contains) ?? false
    }

    /// The most that one image can cost of which these features are asked; nil where one of them has no price.
    package func maxCost(of asked: [FeatureType]) -> Int64? {
        guard isBilled else { return 0 }
        var sum: Int64 = 0
        for feature in asked {
            guard let price = price(of: feature) else { return nil }
            if !isFree(feature, beside: asked) { sum = sum.saturatingAdd(price.first) }
        }
        return sum
    }

    /// The prices of some features, in the order of the list.
    package func restricted(to features: [FeatureType]) -> [FeaturePrice] {
        prices.filter { features.contains($0.feature) }
    }
}

/// Images of which the same features are asked, each in one request.
package struct FeatureAsk: Equatable, Sendable {
    /// What is asked of each image: one unit for each entry.
    package let features: [FeatureType]
    /// How many images.
    package let images: Int

    /// Some images; fewer than 0 count as none.
    package init(_ features: [FeatureType], images: Int) {
        self.features = features
        self.images = max(0, images)
    }
}
