/// What can be told of a store's place without opening the store.
package struct StoreSurvey: Sendable {
    /// The library that keeps it, and its version.
    package let engine: (name: String, version: String)
    /// Whether there is anything at the place.
    package let isThere: Bool
    /// How many bytes the store may still grow by; nil where that is not known.
    package let freeBytes: Int64?

    /// A survey.
    package init(engine: (name: String, version: String), isThere: Bool, freeBytes: Int64?) {
        self.engine = engine
        self.isThere = isThere
        self.freeBytes = freeBytes
    }
}
