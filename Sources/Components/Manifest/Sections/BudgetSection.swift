internal import Domain

enum BudgetKey: String, SectionKey {
    case run, day, month
    static let section = "budget"
}

enum CapKey: String, SectionKey {
    case units, usd
    static let section = "cap"
}

extension Node {
    /// What may be spent.
    func budget() -> Budget? {
        let expected = "a mapping such as {run: {units: 500}, month: {usd: 30.00}}"
        guard let fields = Fields(self, expected, keys: BudgetKey.self) else { return nil }
        var budget = Budget()
        budget.run = fields[.run]?.cap()
        budget.day = fields[.day]?.cap()
        budget.month = fields[.month]?.cap()
        return budget
    }

    private func cap() -> Budget.Cap? {
        guard let fields = Fields(self, "a mapping such as {units: 500} or {usd: 2.00}", keys: CapKey.self) else {
            return nil
        }
        if fields.present(CapKey.allCases).isEmpty { report("expected `units`, `usd` or both, found neither") }
        return Budget.Cap(
            units: fields[.units]?.whole(0...1_000_000_000_000), microDollars: fields[.usd]?.microDollars())
    }
}

enum PaceKey: String, SectionKey {
    case requestsPerMinute, imagesPerMinute, inFlight
    static let section = "pace"
}

extension Node {
    /// How fast work may go.
    func pace() -> Pace? {
        let expected = "a mapping such as {requestsPerMinute: 1800, inFlight: 16}"
        guard let fields = Fields(self, expected, keys: PaceKey.self) else { return nil }
        var pace = Pace()
        pace.requestsPerMinute = fields[.requestsPerMinute]?.whole(1...1_000_000)
        pace.imagesPerMinute = fields[.imagesPerMinute]?.whole(1...1_000_000)
        pace.inFlight = fields[.inFlight]?.whole(1...1000)
        return pace
    }
}
