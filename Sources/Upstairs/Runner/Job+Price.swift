internal import Vocabulary

extension Job {
    /// A feature whose price nobody can say here, where the budget is in money: such a cap could not be held.
    var featureWithoutPrice: FeatureType? {
        let hasMoney = [budget.run, budget.day, budget.month].contains { $0?.microDollars != nil }
        return hasMoney ? features.map(\.type).first { $0 == .productSearch } : nil
    }
}
