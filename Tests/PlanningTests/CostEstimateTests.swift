@testable import Planning
import TestSupport
import Testing
import Domain

@Suite struct CostEstimateTests {
    @Test(arguments: [
        // units, used before, cost: free units up to 1,000, $1.50 a thousand up to 5,000,000, $1.00 behind.
        (0, 0, 0), (1000, 0, 0), (1001, 0, 1500), (1, 999, 0), (1, 1000, 1500), (2, 999, 1500),
        (1, 4_999_999, 1500), (1, 5_000_000, 1000), (2, 4_999_999, 2500), (10, 9_000_000, 10_000),
        (5_000_001, 0, 7_498_501_000),
    ])
    func `free units and tiers count after what the month has used`(units: Int, used: Int, cost: Int64) {
        #expect(labels.cost(of: units, after: used) == cost)
    }

    @Test func `caps count the first price of each unit that is not free beside another`() {
        let estimate = CostEstimate(
            [
                FeatureAsk([.labelDetection, .safeSearchDetection], images: 10),
                FeatureAsk([.safeSearchDetection], images: 3),
            ], prices: PriceList(vendorPrices))
        #expect(estimate.units == 23)
        #expect(estimate.maxMicroDollars == 19_500)
        #expect(estimate.minMicroDollars == 0)
        #expect(
            estimate.lines == [
                .init(
                    feature: .labelDetection, units: 10, freeUnits: 0, maxMicroDollars: 15_000,
                    minMicroDollars: 0),
                .init(
                    feature: .safeSearchDetection, units: 13, freeUnits: 10, maxMicroDollars: 4500,
                    minMicroDollars: 0),
            ])
    }

    @Test func `units that may not be billed are not taken to have used the month's free units`() {
        func lower(uncertain: Int, reserved: Int) -> Int64? {
            let use = FeatureUse(
                feature: .labelDetection, settled: 700, settledPaid: 500, uncertain: uncertain, reserved: reserved)
            return CostEstimate(
                [FeatureAsk([.labelDetection], images: 500)], prices: PriceList(vendorPrices), used: [use]
            ).minMicroDollars
        }
        #expect(lower(uncertain: 0, reserved: 0) == 0)
        #expect(lower(uncertain: 400, reserved: 100) == 0)
        // Behind the first tier units are cheaper: there the least is with all of them billed.
        let near = FeatureUse(
            feature: .labelDetection, settled: 4_999_999, settledPaid: 4_999_999, uncertain: 1, reserved: 0)
        #expect(labels.minCost(1, after: near) == 1000)
    }

    @Test func `a feature without a price leaves the sums open and is named`() {
        let estimate = CostEstimate(
            [FeatureAsk([.labelDetection, .productSearch], images: 2)], prices: PriceList(vendorPrices))
        #expect(estimate.maxMicroDollars == nil)
        #expect(estimate.minMicroDollars == nil)
        #expect(estimate.featuresWithoutPrice == [.productSearch])
        #expect(estimate.lines.first?.maxMicroDollars == 3000)
        #expect(PriceList(vendorPrices).maxCost(of: [.labelDetection, .productSearch]) == nil)
    }

    @Test func `a backend that bills nothing costs nothing`() {
        let estimate = CostEstimate([FeatureAsk([.labelDetection], images: 5)], prices: .unbilled)
        #expect(estimate.units == 5)
        #expect(estimate.maxMicroDollars == 0)
        #expect(estimate.minMicroDollars == 0)
        #expect(PriceList.unbilled.maxCost(of: [.productSearch]) == 0)
    }

    @Test func `sums that 64 bits cannot hold are the largest that they can`() {
        let dear = FeaturePrice(feature: .labelDetection, freeUnits: 0, first: .max, firstTier: .max, second: .max)
        let estimate = CostEstimate(
            [FeatureAsk([.labelDetection], images: .max), FeatureAsk([.labelDetection], images: .max)],
            prices: PriceList([dear]),
            used: [FeatureUse(feature: .labelDetection, settled: 0, settledPaid: .max, uncertain: .max, reserved: .max)]
        )
        #expect(estimate.units == .max)
        #expect(estimate.maxMicroDollars == .max)
        #expect(estimate.minMicroDollars != nil)
        #expect(Int64.max.saturatingAdd(1) == .max)
        #expect(Int64.min.saturatingAdd(-1) == .min)
        #expect(Int64.max.saturatingMultiply(-2) == .min)
        #expect(Int64.min.saturatingMultiply(-1) == .max)
    }

    /// Each image and unit one by one: which month's unit it is, whether that is free, and its tier.
    @Test(arguments: seeds(300))
    func `the sums are those of counting each unit by itself`(seed: UInt64) {
        var chance = Seeded(seed)
        let prices = randomPrices(&chance)
        let asks = (0..<Int.random(in: 0...4, using: &chance)).map { _ in
            FeatureAsk(
                randomSubset(of: asked, using: &chance).shuffled(using: &chance),
                images: Int.random(in: 0...12, using: &chance))
        }
        let used = randomSubset(of: asked, using: &chance).map { feature in
            let settled = Int.random(in: 0...20, using: &chance)
            return FeatureUse(
                feature: feature, settled: settled, settledPaid: Int.random(in: 0...settled, using: &chance),
                uncertain: Int.random(in: 0...6, using: &chance), reserved: Int.random(in: 0...6, using: &chance))
        }
        let estimate = CostEstimate(asks, prices: PriceList(prices), used: used)
        for feature in asked {
            let line = estimate.lines.first { $0.feature == feature }
            let peer = CountedCost(of: feature, asks, prices, used.first { $0.feature == feature })
            #expect((line?.units ?? 0, line?.freeUnits ?? 0) == (peer.units, peer.freeUnits), "seed \(seed)")
            guard let line else { continue }
            #expect(line.maxMicroDollars == peer.limit, "seed \(seed)")
            #expect(line.minMicroDollars == peer.lower, "seed \(seed)")
        }
        if estimate.featuresWithoutPrice.isEmpty {
            #expect(estimate.maxMicroDollars == estimate.lines.compactMap(\.maxMicroDollars).reduce(0, +))
            #expect(estimate.minMicroDollars == estimate.lines.compactMap(\.minMicroDollars).reduce(0, +))
            let byImage = asks.map { (PriceList(prices).maxCost(of: $0.features) ?? 0) * Int64($0.images) }
            #expect(estimate.maxMicroDollars == byImage.reduce(0, +), "seed \(seed)")
        }
    }

    /// The view's own formula, on what is settled before and after.
    @Test(arguments: seeds(100))
    func `the least is what the view spending shows more once all is settled`(seed: UInt64) {
        var chance = Seeded(seed)
        for price in randomPrices(&chance) {
            let before = Int.random(in: 0...40, using: &chance)
            let units = Int.random(in: 0...40, using: &chance)
            func low(_ paid: Int) -> Int64 {
                Int64(max(0, min(paid, price.firstTier) - price.freeUnits)) * price.first
                    + Int64(max(0, paid - price.firstTier)) * price.second
            }
            #expect(price.cost(of: units, after: before) == low(before + units) - low(before), "seed \(seed)")
        }
    }

    private let labels = vendorPrices[0]
    private let asked: [FeatureType] = [
        .labelDetection, .safeSearchDetection, .imageProperties, .cropHints, .landmarkDetection,
    ]
}

/// One feature's units, counted one by one.
private struct CountedCost {
    var units = 0, freeUnits = 0
    var limit: Int64?, lower: Int64?

    init(of feature: FeatureType, _ asks: [FeatureAsk], _ prices: [FeaturePrice], _ use: FeatureUse?) {
        let price = prices.first { $0.feature == feature }
        var paid = 0
        for ask in asks where ask.features.contains(feature) {
            for _ in 0..<ask.images {
                units += 1
                if let beside = price?.freeWith, ask.features.contains(beside) { freeUnits += 1 } else { paid += 1 }
            }
        }
        guard let price else { return }
        limit = (0..<paid).reduce(0) { sum, _ in sum + price.first }
        // Every number of units that can have been billed before.
        let settled = use?.settledPaid ?? 0
        let possible = settled...(settled + (use?.uncertain ?? 0) + (use?.reserved ?? 0))
        lower = possible.map { before in
            (0..<paid).reduce(Int64(0)) { sum, place in
                let unit = before + place
                if unit >= price.firstTier { return sum + price.second }
                return sum + (unit < price.freeUnits ? 0 : price.first)
            }
        }.min()
    }
}

/// Prices with small numbers, so that every border is met; the second price may be the higher one.
private func randomPrices(_ chance: inout Seeded) -> [FeaturePrice] {
    let features: [(FeatureType, FeatureType?)] = [
        (.labelDetection, nil), (.safeSearchDetection, .labelDetection), (.imageProperties, nil),
        (.cropHints, .imageProperties), (.landmarkDetection, nil),
    ]
    return features.filter { _ in Int.random(in: 0..<8, using: &chance) > 0 }.map { feature, beside in
        FeaturePrice(
            feature: feature, freeUnits: Int.random(in: 0...20, using: &chance),
            first: Int64.random(in: 0...5, using: &chance), firstTier: Int.random(in: 0...40, using: &chance),
            second: Int64.random(in: 0...5, using: &chance), freeWith: beside)
    }
}

extension CostEstimate {
    /// Features that have no price.
    var featuresWithoutPrice: [FeatureType] { lines.filter { $0.maxMicroDollars == nil }.map(\.feature) }
}
