import Crypto
@testable import Planning
import TestSupport
import Testing
import Domain

@Suite struct PlanSummaryTests {
    let ten = recipe(.labelDetection, maxResults: 10)
    let twelve = recipe(.labelDetection, maxResults: 12)
    let safe = recipe(.safeSearchDetection, maxResults: 10)
    let both = RecipeIndexes([0, 1])

    @Test func `reasons are counted in a fixed order, with what was and is now`() {
        var tally = PlanTally(recipes: [twelve, safe], prices: PriceList(vendorPrices))
        tally.add(reason(.failedBefore), missingRecipes: both)
        for _ in 0..<3 { tally.add(reason(.parametersChanged, from: ten.digest), missingRecipes: RecipeIndexes([0])) }
        tally.add(reason(.bytesChanged, from: Digest(of: "a")), missingRecipes: both)
        tally.add(reason(.bytesChanged, from: Digest(of: "b")), missingRecipes: RecipeIndexes([1]))
        tally.add(.new, missingRecipes: both)
        let summary = tally.summary(earlier: [ten])
        #expect(summary.reasons.map(\.kind) == [.new, .bytesChanged, .parametersChanged, .failedBefore])
        #expect(summary.reasons.map(\.count.images) == [1, 2, 3, 1])
        #expect(summary.reasons.map(\.count.units) == [2, 3, 3, 2])
        // Safe search is free beside labels.
        #expect(summary.reasons.map(\.count.microDollars) == [1500, 3000, 4500, 1500])
        let change = summary.reasons[2].changes
        #expect(change.map(\.differences) == [["maxResults 10 -> 12"]])
        #expect(change.map(\.count) == [summary.reasons[2].count])
        #expect(summary.reasons.filter { !$0.changes.isEmpty }.map(\.kind) == [.parametersChanged])
        #expect((summary.total.images, summary.total.units) == (7, 10))
        #expect(summary.total.microDollars == summary.cost.maxMicroDollars)
        #expect(summary.cost.units == 10)
    }

    @Test func `a change from an unknown recipe is counted and not worded`() {
        var tally = PlanTally(recipes: [twelve], prices: PriceList(vendorPrices))
        tally.add(reason(.modelChanged, from: ten.digest), missingRecipes: RecipeIndexes([0]))
        #expect(tally.summary().reasons.map(\.count.images) == [1])
        #expect(tally.summary().reasons.map(\.changes) == [[]])
    }

    @Test func `what is known saves what asking it would cost more`() {
        var tally = PlanTally(recipes: [twelve, safe], prices: PriceList(vendorPrices))
        tally.addKnown(100)
        tally.addKnown()
        // Its labels are known; alone, safe search is not free.
        tally.add(reason(.featureAdded), missingRecipes: RecipeIndexes([1]))
        tally.add(.new, missingRecipes: both)
        let known = tally.summary().known
        #expect(known.images == 101)
        #expect(known.units == 203)
        #expect(known.microDollars == 151_500)
    }

    @Test func `a feature without a price leaves money open, and the units are counted`() {
        let products = recipe(.productSearch, maxResults: 10)
        var tally = PlanTally(recipes: [ten, products], prices: PriceList(vendorPrices))
        tally.add(.new, missingRecipes: RecipeIndexes([0]))
        tally.add(.new, missingRecipes: both)
        tally.addKnown()
        let summary = tally.summary()
        #expect((summary.total.units, summary.known.units) == (3, 3))
        #expect(summary.total.microDollars == nil)
        #expect(summary.known.microDollars == nil)
        #expect(summary.cost.featuresWithoutPrice == [.productSearch])
        #expect(tally.groups.map(\.microDollars) == [1500, nil])
    }

    @Test func `a local model costs nothing and saves nothing but units`() {
        var tally = PlanTally(recipes: [ten], prices: .unbilled)
        tally.add(.new, missingRecipes: RecipeIndexes([0]))
        tally.addKnown(5)
        #expect(tally.summary().total.microDollars == 0)
        #expect(tally.summary().known.microDollars == 0)
        #expect(tally.summary().known.units == 5)
    }

    @Test func `images that cost the same in a row are one group`() {
        var tally = PlanTally(recipes: [twelve, safe], prices: PriceList(vendorPrices))
        for missingRecipes in [[0], [0], [0, 1], [1], [0]] {
            tally.add(.new, missingRecipes: RecipeIndexes(missingRecipes))
        }
        #expect(
            tally.groups == [
                .init(images: 2, units: 1, microDollars: 1500), .init(images: 1, units: 2, microDollars: 1500),
                .init(images: 2, units: 1, microDollars: 1500),
            ])
    }

    @Test(
        arguments: [
            // requests and images a minute, images, images in a request, seconds.
            (nil, nil, 1000, 16, nil), (60, nil, 0, 16, 0), (60, nil, 16, 16, 0), (60, nil, 17, 16, 1),
            (60, nil, 1600, 16, 99), (60, nil, 100, 1, 99), (nil, 600, 601, 1, 60), (nil, 60, 61, 16, 62),
        ] as [(Int?, Int?, Int, Int, Int64?)])
    func `time goes by the pace`(requests: Int?, images: Int?, count: Int, inRequest: Int, seconds: Int64?) {
        var pace = Pace()
        pace.requestsPerMinute = requests
        pace.imagesPerMinute = images
        let time = pace.time(images: count, imagesInRequest: inRequest)
        #expect((time == nil) == (seconds == nil))
        // The pace is kept with a margin of 0.75 %.
        if let time, let seconds { #expect(time.milliseconds / 1010 <= seconds && time.milliseconds >= seconds * 1000) }
    }

    @Test func `time of more images than fit into 64 bits does not overflow`() {
        var pace = Pace()
        pace.requestsPerMinute = 1
        #expect(pace.time(images: .max, imagesInRequest: 1) == TimeSpan(milliseconds: .max / 1000))
    }

    @Test func `models are named once, with their versions`() {
        let tally = PlanTally(recipes: [ten, safe], prices: .unbilled)
        #expect(tally.summary().models == [ModelVersion(backend: "vision", model: "builtin/stable", version: nil)])
    }

    @Test(arguments: seeds(100))
    func `sums by reason, by feature and in all agree`(seed: UInt64) {
        var chance = Seeded(seed)
        let recipes = [ten, safe, recipe(.landmarkDetection, maxResults: 10)]
        var tally = PlanTally(recipes: recipes, prices: PriceList(vendorPrices))
        var images = 0, units = 0
        for _ in 0..<Int.random(in: 0...60, using: &chance) {
            let missingRecipes = RecipeIndexes(randomSubset(of: [0, 1, 2], using: &chance))
            if missingRecipes.isEmpty {
                tally.addKnown()
            } else {
                tally.add(randomReason(&chance), missingRecipes: missingRecipes)
                images += 1
                units += missingRecipes.count
            }
        }
        let summary = tally.summary(earlier: [ten])
        #expect((summary.total.images, summary.total.units) == (images, units), "seed \(seed)")
        #expect(summary.reasons.map(\.count.images).reduce(0, +) == images, "seed \(seed)")
        #expect(summary.reasons.map(\.count.units).reduce(0, +) == units, "seed \(seed)")
        #expect(summary.reasons.compactMap(\.count.microDollars).reduce(0, +) == summary.total.microDollars)
        #expect(summary.cost.units == units, "seed \(seed)")
        #expect(summary.cost.maxMicroDollars == summary.total.microDollars, "seed \(seed)")
        let money = tally.groups.reduce(Int64(0)) { $0 + ($1.microDollars ?? 0) * Int64($1.images) }
        #expect(money == summary.total.microDollars, "seed \(seed)")
        #expect(summary.known.units == (summary.known.images + images) * 3 - units, "seed \(seed)")
    }

    @Test func `a reason has what was before where there was something`() {
        let old = Digest(of: "old")
        let origins: [PlanReason.Kind] = [.bytesChanged, .modelChanged, .parametersChanged]
        for kind in PlanReason.Kind.allCases {
            #expect((PlanReason(kind, origin: old) != nil) == origins.contains(kind))
            #expect((PlanReason(kind, origin: nil) != nil) != origins.contains(kind))
        }
    }
}
