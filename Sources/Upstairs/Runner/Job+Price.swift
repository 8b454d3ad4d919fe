internal import Vocabulary

extension Job {
    /// A feature whose price nobody can say here: no cap in money could be held.
    var featureWithoutPrice: FeatureType? { features.map(\.type).first { $0 == .productSearch } }

    /// Whether its budget is in money.
    var hasBudgetInMoney: Bool { [budget.run, budget.day, budget.month].contains { $0?.microDollars != nil } }

    /// Whether a vendor bills for what it asks.
    var isBilled: Bool {
        switch backend {
        case .vision, .firebase: true
        case .tflite, .automl, .tesseract, .command: false
        }
    }
}
