package import Domain

/// What a process's new answers to one recipe have in common, beside the last ones that the job got before.
package struct LabelShares: Equatable, Sendable {
    /// The label that most of the new answers have, and the shares of those that have it.
    package struct Commonest: Equatable, Sendable {
        package let description: String
        package let now: Share, before: Share

        /// A label with its shares.
        package init(_ description: String, now: Share, before: Share) {
            (self.description, self.now, self.before) = (description, now, before)
        }
    }

    /// What the recipe asks.
    package let feature: FeatureType
    /// The new answers without a label, and the earlier ones.
    package let unlabelled: Share, unlabelledBefore: Share
    /// Nil where none of the new answers has a label.
    package let commonest: Commonest?

    /// Shares of one recipe.
    package init(feature: FeatureType, unlabelled: Share, before: Share, commonest: Commonest?) {
        self.feature = feature
        (self.unlabelled, unlabelledBefore) = (unlabelled, before)
        self.commonest = commonest
    }
}
