extension Job {
    /// A feature whose price is not known: no cap in money could be held.
    package var featureWithoutPrice: FeatureType? { features.map(\.type).first { $0 == .productSearch } }

    /// Whether its budget is in money.
    package var hasBudgetInMoney: Bool { [budget.run, budget.day, budget.month].contains { $0?.microDollars != nil } }

    /// Whether a vendor bills for what it asks.
    package var isBilled: Bool { backend.isBilled }
}
