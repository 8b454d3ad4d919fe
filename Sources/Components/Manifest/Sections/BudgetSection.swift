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
        if fields.present(CapKey.allCases).isEmpty { complain("expected `units`, `usd` or both, found neither") }
        return Budget.Cap(
            units: fields[.units]?.whole(0...1_000_000_000_000), microDollars: fields[.usd]?.microDollars())
    }
}
