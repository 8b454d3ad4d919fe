import Text
import Accounting
import TestSupport
import Testing
import Domain

@Suite struct ReservationTests {
    private let day = VendorDay(CalendarDate(year: 2026, month: 11, day: 21))

    private func reservation(_ caps: (used: Int, microDollars: Int64, cap: Budget.Cap)...) -> Reservation {
        reservation(caps)
    }

    private func reservation(_ caps: [(used: Int, microDollars: Int64, cap: Budget.Cap)]) -> Reservation {
        let scopes: [CapScope] = [.run, .jobDay, .jobMonth, .accountDay, .accountMonth]
        return Reservation(
            run: 1, account: 1, day: day,
            lines: zip(scopes, caps).map { scope, one in
                let (period, opensAt) = scope.period(on: day)
                return .init(
                    subject: 1,
                    usage: CapUsage(
                        scope: scope, owner: "owner", period: period, units: one.used, microDollars: one.microDollars,
                        cap: one.cap, opensAt: opensAt))
            })
    }

    private func cost(_ microDollars: Int64, hasPrice: Bool = true) -> UnitCost {
        UnitCost(recipe: RecipeID(1), feature: "LABEL_DETECTION", microDollars: microDollars, hasPrice: hasPrice)
    }

    @Test func `units fill a cap and never pass it`() {
        var one = reservation((8, 0, Budget.Cap(units: 10)))
        #expect(one.stopReason(to: 2, costing: 0) == nil)
        #expect(one.stopReason(to: 3, costing: 0)?.scope == .run)
        one.reserve("LABEL_DETECTION", costing: 1500)
        one.reserve("LABEL_DETECTION", costing: 1500)
        let reached = one.stopReason(to: 1, costing: 0)
        #expect(reached?.units == 10 && reached?.microDollars == 3000)
        #expect(one.taken == UnitSum(units: 2, microDollars: 3000))
        #expect(one.features == ["LABEL_DETECTION": UnitSum(units: 2, microDollars: 3000)])
    }

    @Test func `the first cap without room is named`() {
        let one = reservation(
            (0, 0, Budget.Cap(units: 10)), (10, 0, Budget.Cap(units: 10)), (10, 0, Budget.Cap(units: 10)))
        let reached = one.stopReason(to: 1, costing: 0)
        #expect(reached?.scope == .jobDay && reached?.period == "2026-11-21" && reached?.opensAt == day.end)
    }

    @Test func `a cap in money has no room for what has no price`() {
        let one = reservation((0, 0, Budget.Cap(microDollars: 1_000_000)))
        #expect(one.stopReason(to: 1, costing: 1_000_000) == nil)
        #expect(one.stopReason(to: 1, costing: 1_000_001) != nil)
        #expect(one.stopReason(to: 1, costing: nil) != nil)
        #expect(reservation((0, 0, Budget.Cap(units: 1))).stopReason(to: 1, costing: nil) == nil)
    }

    @Test func `caps that do not say anything leave room without end`() {
        let one = reservation((7, 7, Budget.Cap()))
        #expect(one.stopReason(to: .max / 2, costing: .max / 2) == nil)
        #expect(one.room(forImagesOf: [cost(1500)]) == nil && !one.isOverdrawn)
    }

    @Test func `the tightest cap tells the room`() {
        let one = reservation(
            (4, 0, Budget.Cap(units: 10)), (0, 1000, Budget.Cap(microDollars: 10_000)), (0, 0, Budget.Cap()))
        #expect(one.room(forImagesOf: [cost(1500)])?.images == 6)
        #expect(one.room(forImagesOf: [cost(1500), cost(1500)])?.images == 3)
        #expect(one.room(forImagesOf: [cost(3000)])?.cap.scope == .jobDay)
        #expect(one.room(forImagesOf: [cost(3000)])?.images == 3)
        #expect(one.room(forImagesOf: [cost(0)])?.images == 6, "what is free is held by units alone")
        #expect(one.room(forImagesOf: [cost(0, hasPrice: false)])?.images == 0)
    }

    @Test func `a lowered cap is overdrawn, and holds a request when others give back what they reserved`() {
        let one = reservation((12, 12_000, Budget.Cap(units: 10)))
        #expect(one.isOverdrawn)
        let line = one.lines[0]
        // 12 count: 4 are only reserved, 2 of them the request's own.
        #expect(line.holds(UnitSum(units: 2, microDollars: 0), whenReserved: UnitSum(units: 4, microDollars: 0)))
        #expect(!line.holds(UnitSum(units: 3, microDollars: 0), whenReserved: UnitSum(units: 4, microDollars: 0)))
        let money = reservation((12, 12_000, Budget.Cap(microDollars: 10_000))).lines[0]
        #expect(money.isOverdrawn)
        #expect(
            !money.holds(UnitSum(units: 1, microDollars: 1001), whenReserved: UnitSum(units: 3, microDollars: 3000)))
        #expect(money.holds(UnitSum(units: 1, microDollars: 1000), whenReserved: UnitSum(units: 3, microDollars: 3000)))
    }

    @Test(arguments: 0..<300 as Range<UInt64>)
    func `whatever is asked for, no cap is passed, and what the room promises fits`(seed: UInt64) {
        var random = Seeded(seed)
        var one = reservation(
            (0..<5).map { _ in
                let used = Int.random(in: 0...20, using: &random)
                return (
                    used, Int64(used) * 1500,
                    Budget.Cap(
                        units: Bool.random(using: &random) ? used + .random(in: 0...30, using: &random) : nil,
                        microDollars: Bool.random(using: &random)
                            ? Int64(used) * 1500 + .random(in: 0...30_000, using: &random) : nil)
                )
            })
        let costs = (0..<Int.random(in: 1...3, using: &random)).map { _ in cost(Bool.random(using: &random) ? 1500 : 0)
        }
        let room = one.room(forImagesOf: costs)
        var images = 0
        while images < 100, one.stopReason(to: costs.count, costing: costs.microDollars) == nil {
            for unit in costs { one.reserve(unit.feature, costing: unit.microDollars) }
            images += 1
        }
        #expect(images == room?.images ?? 100)
        for usage in one.lines.map(\.usage) {
            #expect(usage.cap.units.map { usage.units + one.taken.units <= $0 } ?? true)
            #expect(usage.cap.microDollars.map { usage.microDollars + one.taken.microDollars <= $0 } ?? true)
        }
        #expect(!one.isOverdrawn)
    }

    @Test func `a day's cap opens on the next day of the vendor, a month's in the next month, a run's not at all`() {
        #expect(CapScope.run.period(on: day) == ("", nil))
        for scope in [CapScope.jobDay, .accountDay] { #expect(scope.period(on: day) == ("2026-11-21", day.end)) }
        for scope in [CapScope.jobMonth, .accountMonth] {
            #expect(scope.period(on: day) == ("2026-11", day.endOfMonth))
        }
    }
}
