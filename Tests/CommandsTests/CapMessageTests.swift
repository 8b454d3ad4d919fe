import Storage
import Testing
import Domain

@testable import Commands

@Suite("Caps in words") struct CapMessageTests {
    private func cap(
        _ scope: CapScope, units: Int? = nil, microDollars: Int64? = nil, used: Int = 120, uncertain: Int = 0,
        opensAt: Timestamp? = nil
    ) -> CapUsage {
        CapUsage(
            scope: scope, owner: "my tower", period: scope == .run ? "" : "2026-11-21", units: used,
            uncertain: uncertain, microDollars: 180_000, cap: Budget.Cap(units: units, microDollars: microDollars),
            opensAt: opensAt)
    }

    @Test func `a cap says what is used and what is left`() {
        #expect(
            CapMessage.sentence(about: cap(.run, units: 500, microDollars: 2_000_000, uncertain: 2))
                == "this run: 118 to 120 of 500 units, 380 left; up to $0.18 of $2.00, $1.82 left")
        #expect(
            CapMessage.sentence(about: cap(.jobDay, units: 100))
                == "job my tower, day 2026-11-21: 120 of 100 units, 0 left; up to $0.18")
        #expect(
            CapMessage.sentence(about: cap(.accountMonth, microDollars: 185_000))
                == "account my tower, month 2026-11-21: 120 units; up to $0.18 of $0.1850, < $0.01 left")
    }

    /// Of 120 units of which 30 are uncertain, 90 fill a cap of 90 alone.
    @Test func `uncertain units are told where closing them opens the cap`() {
        let doubt = CapMessage.doubt(about: cap(.jobMonth, units: 91, uncertain: 30), of: "my tower")
        #expect(doubt?.words.hasPrefix("30 of 120 units are uncertain") == true)
        #expect(doubt?.command == "cairn quota settle --not-billed --account 'my tower'")
        #expect(CapMessage.doubt(about: cap(.jobMonth, microDollars: 1, uncertain: 30), of: nil) != nil)
        #expect(CapMessage.doubt(about: cap(.jobMonth, units: 90, uncertain: 30), of: nil) == nil)
        #expect(CapMessage.doubt(about: cap(.jobMonth, units: 91), of: nil) == nil)
    }

    @Test func `only a cap that leaves nothing is marked`() {
        #expect(CapMessage.mark(of: cap(.run, units: 121)) == nil)
        #expect(CapMessage.mark(of: cap(.run, units: 120)) == .cap)
        #expect(CapMessage.mark(of: cap(.run, units: 500, microDollars: 180_000)) == .cap)
        #expect(CapMessage.mark(of: cap(.run)) == nil)
    }

    @Test func `each scope names where its cap is raised`() {
        let command = "it with `cairn quota set --account 'my tower'"
        let keys: [(CapUsage, String)] = [
            (cap(.run), "budget.run"), (cap(.jobDay), "budget.day"), (cap(.jobMonth), "budget.month"),
            (cap(.accountDay, units: 1), "\(command) --day-units N`"),
            (cap(.accountMonth), "\(command) --month-usd USD`"),
        ]
        for (cap, key) in keys { #expect(CapMessage.key(of: cap) == key) }
    }

    @Test func `what follows a cap is its moment, where it has one, and the way to raise it`() {
        #expect(CapMessage.next(after: cap(.run)) == "to continue, raise budget.run and run the manifest again")
        let moment = Timestamp(milliseconds: 1_795_334_400_000)
        #expect(
            CapMessage.next(after: cap(.accountDay, units: 1, opensAt: moment))
                == "the cap opens again at \(HumanFormat.moment(moment)); to continue now, raise it with "
                + "`cairn quota set --account 'my tower' --day-units N`, then run `cairn work`")
    }
}
