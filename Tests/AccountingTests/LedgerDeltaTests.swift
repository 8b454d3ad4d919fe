import Text
import Accounting
import TestSupport
import Testing
import Domain

@Suite struct LedgerDeltaTests {
    private func unit(_ state: LedgerState, microDollars: Int64 = 1500, run: Int64 = 1, day: String = "2026-11-21")
        -> LedgerUnit
    {
        LedgerUnit(
            attempt: 1, recipe: 1, account: 2, run: run, job: 5, day: day, feature: "LABEL_DETECTION", state: state,
            microDollars: microDollars)
    }

    private let key = LedgerDelta.Key(run: 1, account: 2, month: "2026-11", feature: "LABEL_DETECTION")

    @Test func `sending changes no sum`() {
        var delta = LedgerDelta()
        delta.count(unit(.reserved), as: .sent)
        #expect(delta.isEmpty && delta.totals.isEmpty && delta.caps.isEmpty)
    }

    @Test func `a released unit gives the caps their room again, and a settled one does not`() {
        var delta = LedgerDelta()
        delta.count(unit(.sent), as: .released)
        delta.count(unit(.sent), as: .settled)
        delta.count(unit(.uncertain, microDollars: 0), as: .settled)
        let change = delta.totals[key]
        #expect(change?.reserved == -2 && change?.uncertain == -1)
        #expect(change?.settled == 2 && change?.settledPaid == 1, "what is free is not paid")
        #expect(change?.microDollars == -1500)
        #expect(delta.caps.count == 5)
        for (key, change) in delta.caps {
            #expect(change.sum == UnitSum(units: -1, microDollars: -1500) && change.cap == nil, "\(key)")
            #expect(delta[key] == change)
        }
    }

    @Test func `settling a set is settling each unit of it`() {
        var (one, all) = (LedgerDelta(), LedgerDelta())
        for cost: Int64 in [1500, 1500, 0] { one.count(unit(.sent, microDollars: cost), as: .settled) }
        all.settle(3, paid: 2, in: key)
        #expect(one.totals == all.totals)
    }

    @Test func `a reservation counts against every cap, with the cap that holds, and makes its row of the totals`() {
        let day = VendorDay(CalendarDate(year: 2026, month: 11, day: 21))
        let cap = Budget.Cap(units: 10)
        var reservation = Reservation(
            run: 1, account: 2, day: day,
            lines: [
                .init(
                    subject: 1,
                    usage: CapUsage(scope: .run, owner: "job", period: "", units: 4, microDollars: 0, cap: cap))
            ])
        reservation.reserve("LABEL_DETECTION", costing: 1500)
        reservation.reserve("LABEL_DETECTION", costing: 0)
        var delta = LedgerDelta()
        delta.reserve(reservation)
        delta.count(unit(.sent), as: .released)
        let run = CapKey(scope: .run, subject: 1, period: "")
        #expect(delta[run].sum == UnitSum(units: 1, microDollars: 0) && delta[run].cap == cap)
        #expect(delta.caps[run] == delta[run])
        let change = delta.totals[key]
        #expect(change?.reserved == 1 && change?.microDollars == 0 && change?.isReserving == true)
    }

    @Test(arguments: 0..<200 as Range<UInt64>)
    func `the sums stay those of the units, whatever happens to them`(seed: UInt64) {
        var random = Seeded(seed)
        var units = (0..<40).map { _ in
            unit(
                .reserved, microDollars: Int64.random(in: 0...3, using: &random),
                run: .random(in: 1...3, using: &random),
                day: ["2026-11-30", "2026-12-01"].randomElement(using: &random) ?? "")
        }
        var sums: [LedgerDelta.Key: LedgerDelta.Change] = [:]
        var caps: [CapKey: UnitSum] = [:]
        for _ in 0..<10 {
            var delta = LedgerDelta()
            for index in units.indices where Bool.random(using: &random) {
                let next = LedgerState.allCases.filter(units[index].state.mayBecome)
                guard let state = next.randomElement(using: &random) else { continue }
                delta.count(units[index], as: state)
                units[index] = units[index].inState(state)
            }
            for (key, change) in delta.totals {
                var sum = sums[key] ?? .init()
                sum.reserved += change.reserved
                sum.uncertain += change.uncertain
                sum.settled += change.settled
                sum.settledPaid += change.settledPaid
                sum.microDollars += change.microDollars
                sums[key] = sum
            }
            for (key, change) in delta.caps { caps[key, default: UnitSum()] += change.sum }
        }
        for (key, sum) in sums {
            let own = units.filter { $0.run == key.run && $0.day.hasPrefix(key.month) }
            #expect(own.count { $0.state == .uncertain } == sum.uncertain)
            #expect(own.count { $0.state == .settled } == sum.settled)
            #expect(own.count { $0.state == .settled && $0.microDollars > 0 } == sum.settledPaid)
            #expect(own.count { $0.state == .reserved || $0.state == .sent } == own.count + sum.reserved)
            #expect(
                own.filter { $0.state == .released }.reduce(0) { $0 + $1.microDollars } == -sum.microDollars)
        }
        let released = units.filter { $0.state == .released }
        for scope in [CapScope.run, .jobDay, .jobMonth, .accountDay, .accountMonth] {
            let own = caps.filter { $0.key.scope == scope }
            #expect(own.reduce(0) { $0 + $1.value.units } == -released.count, "\(scope)")
            #expect(
                own.reduce(0) { $0 + $1.value.microDollars } == -released.reduce(0) { $0 + $1.microDollars }, "\(scope)"
            )
        }
    }
}

extension LedgerUnit {
    fileprivate func inState(_ state: LedgerState) -> LedgerUnit {
        LedgerUnit(
            attempt: attempt, recipe: recipe, account: account, run: run, job: job, day: day, feature: feature,
            state: state,
            microDollars: microDollars)
    }
}
