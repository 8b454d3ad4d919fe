internal import Accounting
internal import Domain

/// What a connection remembers of rows that never change; forgotten with a transaction that is undone.
struct StoreCaches {
    /// The numbers of the folders used last.
    var folderIDs: [Volume: FolderIDCache] = [:]
    /// The numbers of the sets of recipes.
    var featureSets: [[RecipeID]: FeatureSetID] = [:]
    /// What recipes cost that are asked together.
    var costs: [[RecipeID]: [UnitCost]] = [:]
    /// The numbers of the recipes.
    var recipeNumbers: [Recipe: Int64] = [:]
    /// The numbers of the words.
    var terms = TermCache()
    /// The recipes of the sets.
    var setMembers: [FeatureSetID: [RecipeID]] = [:]
}
