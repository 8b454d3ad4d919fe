import Planning
import TestSupport
import Testing
import Domain

@Suite struct CapForecastTests {
    @Test func `no cap stops a plan that fits below all of them`() {
        let caps = [
            usage(.run, units: 0, cap: .init()), usage(.jobDay, units: 6, cap: .init(units: 10)),
            usage(.accountMonth, units: 6, microDollars: 9000, cap: .init(microDollars: 15_000)),
        ]
        #expect(CapForecast(caps, groups: [.init(images: 2, units: 2, microDollars: 3000)]) == nil)
        #expect(CapForecast([], groups: [.init(images: .max, units: 2, microDollars: 3000)]) == nil)
        #expect(CapForecast(caps, groups: []) == nil)
    }

    @Test func `the cap that is met first is named, with what fits before it and when it opens`() throws {
        let caps = [
            usage(.jobDay, units: 0, cap: .init(units: 100), opensAt: 5),
            usage(.accountMonth, units: 0, microDollars: 1_000_000, cap: .init(microDollars: 1_010_000), opensAt: 9),
        ]
        let groups: [CapForecast.Group] = [
            .init(images: 4, units: 1, microDollars: 1500), .init(images: 10, units: 2, microDollars: 3000),
            .init(images: 7, units: 1, microDollars: 1500),
        ]
        let forecast = try #require(CapForecast(caps, groups: groups))
        #expect(forecast.cap == caps[1])
        #expect(forecast.imagesBefore == 5)
        #expect(forecast.imagesLeft == 16)
        #expect(forecast.opensAt == Timestamp(milliseconds: 9))
    }

    @Test func `caps that are met at the same image are all named, and the last one to open counts`() throws {
        let day = usage(.jobDay, units: 9, cap: .init(units: 10), opensAt: 5)
        let month = usage(.jobMonth, units: 99, cap: .init(units: 100), opensAt: 50)
        let run = usage(.run, units: 0, cap: .init(units: 1))
        let group = [CapForecast.Group(images: 3, units: 1, microDollars: 0)]
        let two = try #require(CapForecast([day, month], groups: group))
        #expect(two.caps == [day, month])
        #expect((two.imagesBefore, two.imagesLeft) == (1, 2))
        #expect(two.opensAt == Timestamp(milliseconds: 50))
        // The cap of a run does not open by itself.
        #expect(CapForecast([run, day], groups: group)?.opensAt == nil)
    }

    @Test func `an image without a price has no room below a cap in money`() throws {
        let group = [CapForecast.Group(images: 3, units: 1, microDollars: nil)]
        let money = usage(.run, units: 0, cap: .init(microDollars: .max))
        #expect(CapForecast([money], groups: group)?.imagesBefore == 0)
        #expect(CapForecast([usage(.run, units: 0, cap: .init(units: 3))], groups: group) == nil)
    }

    @Test func `a cap that was lowered below what is used stops the first image, whatever it costs`() {
        let cap = usage(.jobMonth, units: 9, microDollars: 9, cap: .init(microDollars: 8))
        #expect(CapForecast([cap], groups: [.init(images: 2, units: 1, microDollars: 0)])?.imagesBefore == 0)
        let full = usage(.jobMonth, units: 9, microDollars: 8, cap: .init(microDollars: 8))
        #expect(CapForecast([full], groups: [.init(images: 2, units: 1, microDollars: 0)]) == nil)
    }

    @Test func `numbers near the end of 64 bits do not overflow`() {
        let cap = usage(.run, units: .max, microDollars: .max, cap: .init(units: .max, microDollars: .max))
        let groups = [
            CapForecast.Group(images: .max, units: .max, microDollars: .max),
            CapForecast.Group(images: .max, units: .max, microDollars: .max),
        ]
        #expect(CapForecast([cap], groups: groups)?.imagesLeft == .max)
    }

    /// Each image by itself, against each cap.
    @Test(arguments: seeds(300))
    func `the forecast is that of claiming image by image`(seed: UInt64) {
        var chance = Seeded(seed)
        let scopes: [CapScope] = [.run, .jobDay, .jobMonth, .accountDay, .accountMonth]
        let caps = randomSubset(of: scopes, using: &chance).map { scope in
            usage(
                scope, units: Int.random(in: 0...9, using: &chance),
                microDollars: Int64.random(in: 0...90, using: &chance),
                cap: Budget.Cap(
                    units: Bool.random(using: &chance) ? Int.random(in: 0...40, using: &chance) : nil,
                    microDollars: Bool.random(using: &chance) ? Int64.random(in: 0...400, using: &chance) : nil),
                opensAt: Bool.random(using: &chance) ? Int64.random(in: 0...3, using: &chance) : nil)
        }
        let groups = (0..<Int.random(in: 0...5, using: &chance)).map { _ in
            CapForecast.Group(
                images: Int.random(in: 0...9, using: &chance), units: Int.random(in: 1...3, using: &chance),
                microDollars: Int.random(in: 0..<9, using: &chance) == 0
                    ? nil : Int64.random(in: 0...30, using: &chance))
        }
        let images = groups.flatMap { Array(repeating: $0, count: $0.images) }
        var units = 0
        var money: Int64 = 0
        var expected: (place: Int, caps: [CapUsage])?
        for (place, image) in images.enumerated() {
            let full = caps.filter { cap in
                let unitsPass = cap.cap.units.map { cap.units + units + image.units > $0 } ?? false
                let moneyPasses = cap.cap.microDollars.map { limit in
                    image.microDollars.map { cap.microDollars + money + $0 > limit } ?? true
                }
                return unitsPass || moneyPasses ?? false
            }
            if !full.isEmpty {
                expected = (place, full)
                break
            }
            units += image.units
            money += image.microDollars ?? 0
        }
        let forecast = CapForecast(caps, groups: groups)
        #expect(forecast?.caps == expected?.caps, "seed \(seed)")
        #expect(forecast?.imagesBefore == expected?.place, "seed \(seed)")
        #expect(forecast?.imagesLeft == expected.map { images.count - $0.place }, "seed \(seed)")
    }

    private func usage(
        _ scope: CapScope, units: Int, microDollars: Int64 = 0, cap: Budget.Cap, opensAt: Int64? = nil
    ) -> CapUsage {
        CapUsage(
            scope: scope, owner: "old-town", period: "2026-11", units: units, microDollars: microDollars, cap: cap,
            opensAt: opensAt.map { Timestamp(milliseconds: $0) })
    }
}
