package import Domain

/// What a plan would cost, from the least to the most, in whole millionths of a US dollar.
package struct CostEstimate: Equatable, Sendable {
    /// What one feature would cost.
    package struct FeatureCost: Equatable, Sendable {
        package let feature: FeatureType
        /// Units that would be asked for.
        package let units: Int
        /// Those of them that are free beside another feature of the same image.
        package let freeUnits: Int
        /// The most that they cost, which is what caps count; nil without a price.
        ///
        /// It is the first price for each unit that is not free beside another feature.
        package let maxMicroDollars: Int64?
        /// The least that they cost; nil without a price.
        ///
        /// It counts the month's free units and tiers, after what the month has used.
        package let minMicroDollars: Int64?
    }

    /// The features that would be asked for, in the order of first mention.
    package let lines: [FeatureCost]

    /// An estimate of these lines, each of another feature.
    package init(lines: [FeatureCost]) {
        self.lines = lines
    }

    /// An estimate.
    ///
    /// - Parameters:
    ///   - asks: what is asked of which images.
    ///   - used: what the account has used in the present month; a feature that is not there has used nothing.
    package init(_ asks: [FeatureAsk], prices: PriceList, used: [FeatureUse] = []) {
        var order: [FeatureType] = []
        var units: [FeatureType: (all: Int, free: Int)] = [:]
        for ask in asks where ask.images > 0 {
            for feature in ask.features {
                if units[feature] == nil { order.append(feature) }
                var sum = units[feature] ?? (0, 0)
                sum.all = sum.all.saturatingAdd(ask.images)
                if prices.isFree(feature, beside: ask.features) { sum.free = sum.free.saturatingAdd(ask.images) }
                units[feature] = sum
            }
        }
        lines = order.map { feature in
            let (all, free) = units[feature] ?? (0, 0)
            var high: Int64? = prices.isBilled ? nil : 0
            var low = high
            if let price = prices.price(of: feature) {
                let use =
                    used.first { $0.feature == feature }
                    ?? FeatureUse(feature: feature, settled: 0, settledPaid: 0, uncertain: 0, reserved: 0)
                high = price.maxCost(all - free)
                low = price.minCost(all - free, after: use)
            }
            return FeatureCost(
                feature: feature, units: all, freeUnits: free, maxMicroDollars: high, minMicroDollars: low)
        }
    }

    /// Units of all features.
    package var units: Int { lines.reduce(0) { $0.saturatingAdd($1.units) } }

    /// The most that all features cost; nil where one has no price.
    package var maxMicroDollars: Int64? { Self.sum(lines.map(\.maxMicroDollars)) }

    /// The least that all features cost; nil where one has no price.
    package var minMicroDollars: Int64? { Self.sum(lines.map(\.minMicroDollars)) }

    private static func sum(_ parts: [Int64?]) -> Int64? {
        var sum: Int64 = 0
        for part in parts {
            guard let part else { return nil }
            sum = sum.saturatingAdd(part)
        }
        return sum
    }
}
