package import Storage
package import Domain

/// Something that far more of a night's answers have in common than the job's answers before, or far fewer.
package struct UnusualAnswers: Equatable, Sendable {
    /// What was asked.
    package let feature: FeatureType
    /// The label that they have; nil: they have none.
    package let label: String?
    /// The share of this night's answers, and that of the answers before.
    package let now: Share, before: Share

    /// Answers of a feature with a label, or without any.
    package init(_ feature: FeatureType, label: String?, now: Share, before: Share) {
        (self.feature, self.label, self.now, self.before) = (feature, label, now, before)
    }

    /// What is unusual about a night's answers to a recipe; nil as a rule.
    ///
    /// That many lack labels says more than which label the others have.
    package init?(_ shares: LabelShares) {
        if shares.unlabelled.isUnlike(shares.unlabelledBefore) {
            self.init(shares.feature, label: nil, now: shares.unlabelled, before: shares.unlabelledBefore)
        } else if let label = shares.commonest, label.now.isUnlike(label.before) {
            self.init(shares.feature, label: label.description, now: label.now, before: label.before)
        } else {
            return nil
        }
    }
}
