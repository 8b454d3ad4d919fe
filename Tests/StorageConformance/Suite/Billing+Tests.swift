internal import Domain

extension Billing {
    /// The bill of one account, with caps.
    static func test(
        run: Budget.Cap? = nil, day: Budget.Cap? = nil, month: Budget.Cap? = nil, account: String = "project",
        requestsPerMinute: Int? = nil, maxImages: Int = 1
    ) -> Billing {
        var budget = Budget()
        (budget.run, budget.day, budget.month) = (run, day, month)
        var pace = Pace()
        pace.requestsPerMinute = requestsPerMinute
        return Billing(account: account, budget: budget, pace: pace, maxImages: maxImages)
    }
}

extension Budget.Cap {
    /// A cap of units.
    static func units(_ count: Int) -> Budget.Cap { Budget.Cap(units: count) }
}

extension StopReason? {
    /// What the cap is for that keeps tasks queued; nil where it is something else.
    var scope: CapScope? { if case .cap(let usage) = self { usage.scope } else { nil } }
}
