package import Vocabulary

/// Names the rows of feature sets.
package enum FeatureSetRow {}

/// The number of a set of recipes, which is all that a task asks for.
package typealias FeatureSetID = Identifier<FeatureSetRow>
