package import Domain

/// A response that was kept, with the answers that were once read from it.
package struct StoredResponse: Sendable {
    /// An answer to one recipe.
    package struct Result: Sendable {
        /// Its row.
        package let id: ResultID
        /// What was asked.
        package let recipe: Recipe
        /// Whether the response has symbols of text that were not read.
        package let lacksSymbols: Bool

        /// An answer to a recipe.
        package init(id: ResultID, recipe: Recipe, lacksSymbols: Bool = false) {
            self.id = id
            self.recipe = recipe
            self.lacksSymbols = lacksSymbols
        }
    }

    /// The attempt that brought it.
    package let attempt: AttemptID
    /// The image's name.
    package let path: [UInt8]
    /// What came; nil where the kept bytes are damaged.
    package let raw: RawResponse?
    /// The size of the upright original, where it is known.
    package let original: Size?
    /// What was read from it.
    package let results: [Result]

    /// A value of these parts.
    package init(attempt: AttemptID, path: [UInt8], raw: RawResponse?, original: Size?, results: [Result]) {
        self.attempt = attempt
        self.path = path
        self.raw = raw
        self.original = original
        self.results = results
    }
}
