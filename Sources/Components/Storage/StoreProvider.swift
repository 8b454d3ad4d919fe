package import Platform
package import Domain

/// A kind of store, such as a SQLite file: opens stores, and says what SQL sees in them.
package protocol StoreProvider: Sendable {
    /// Opens a store.
    func open(_ location: StoreLocation, for purpose: StorePurpose, clock: Clock) throws(StoreError) -> any Store

    /// Looks at a store's place, without opening the store.
    func survey(_ location: StoreLocation) -> StoreSurvey
    /// The full name of the store that opening would make; nil where there is one, or none can be made. An empty
    /// file is not a store yet.
    func newStore(at location: StoreLocation) -> String?

    /// The files that such a store is kept in, the store's own first, whether or not they are there; none where it is
    /// elsewhere.
    func files(of location: StoreLocation) -> [FilePath]

    /// Gets the process ready for questions with limits; called before any store is opened.
    func prepareForQueries()

    /// Every view with its columns, as of a store of this program's version.
    func views() throws(StoreError) -> [(name: String, columns: [ViewColumn])]

    /// Tables beside the views that questions may search, by area or by words, with their columns.
    func searches() throws(StoreError) -> [(name: String, columns: [ViewColumn])]

    /// The statements that make an empty store.
    var statements: String { get }

    /// The functions that questions may call beside those of the query language, each with its parameters.
    var functions: [String] { get }

    /// The statements with which DuckDB reads a store, every column with its type.
    ///
    /// - Throws: `cannotOpen` where DuckDB cannot open such a location.
    func duckDBStatements(for location: StoreLocation) throws(StoreError) -> String
}
