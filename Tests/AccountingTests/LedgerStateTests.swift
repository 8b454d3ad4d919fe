import Accounting
import Testing
import Domain

@Suite struct LedgerStateTests {
    @Test func `a unit is reserved, sent, and then settled, released or uncertain`() {
        let legal: [LedgerState: Set<LedgerState>] = [
            .reserved: [.sent, .released], .sent: [.settled, .released, .uncertain],
            .uncertain: [.settled, .released], .settled: [], .released: [],
        ]
        for state in LedgerState.allCases {
            for next in LedgerState.allCases {
                #expect(state.mayBecome(next) == legal[state]?.contains(next), "\(state) \(next)")
            }
        }
    }

    @Test(arguments: [
        (LedgerState.reserved, false, Charge.none, LedgerState.released), (.reserved, true, .billed, .released),
        (.reserved, false, .uncertain, .released), (.sent, true, .none, .settled), (.sent, true, .uncertain, .settled),
        (.sent, false, .none, .released), (.sent, false, .billed, .settled), (.sent, false, .uncertain, .uncertain),
    ])
    func `the end of an attempt closes its units`(
        state: LedgerState, isAnswered: Bool, charge: Charge, next: LedgerState
    ) {
        #expect(state.afterAttempt(isAnswered: isAnswered, charge: charge) == next)
        #expect(state.mayBecome(next))
    }

    @Test func `what a lost worker has sent is uncertain, and what it has not is released`() {
        #expect(LedgerState.reserved.afterLoss == .released)
        #expect(LedgerState.sent.afterLoss == .uncertain)
    }
}
