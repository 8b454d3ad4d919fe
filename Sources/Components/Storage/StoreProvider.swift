package import Platform
package import Domain

/// A kind of store, such as a SQLite file: opens stores, and says what SQL sees in them.
package protocol StoreProvider: Sendable {
    func open(_ location: StoreLocation, for purpose: StorePurpose, clock: Clock) throws(StoreError) -> any Store

    /// Looks at a store's place, without opening the store.
    func survey(_ location: StoreLocation) -> StoreSurvey
    /// The full name of the store that opening would make; nil where there is one, or none can be made. An empty
    /// file is not a store yet.
    func newStore(at location: StoreLocation) -> String?

    /// The files that such a store is kept in, the store's own first, whether or not they are there; none where it is
    /// elsewhere.
    func files(of location: StoreLocation) -> [FilePath]

    /// Where a process that works on such a store and crashes leaves a word; nil: nowhere. There is no such file as a
    /// rule.
    func crashFile(of location: StoreLocation) -> CrashFile?

    /// Gets the process ready for questions with limits; called before any store is opened.
    func prepareForQueries()

    /// Every view with its columns, as of a store of this program's version.
    func views() throws(StoreError) -> [(name: String, columns: [ViewColumn])]

    /// Tables beside the views that questions may search, by area or by words, with their columns.
    func searches() throws(StoreError) -> [(name: String, columns: [ViewColumn])]

    /// The tables behind the views, which people need not see.
    func tables() throws(StoreError) -> [String]

    /// The statements that make an empty store.
    var statements: String { get }

    /// The functions that questions may call beside those of the query language, each with its parameters.
    var functions: [String] { get }

    /// The statements with which DuckDB reads a store, every column with its type.
    ///
    /// - Throws: `cannotOpen` where DuckDB cannot open such a location.
    func duckDBStatements(for location: StoreLocation) throws(StoreError) -> String
}

/// What a store is opened for.
package enum StorePurpose: Sendable {
    /// To change it; it is made where it is missing.
    case work
    /// To change it; it must exist.
    case change
    /// To change it, also where it is a copy of another one; it must exist.
    case adopt
    /// To read it; an older store is brought up to date first, where it may be written.
    case read
    /// To read it and to change nothing at all; one that is missing counts as empty.
    case preview
}

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

/// Where a store is: the path of a file, or the address of a server; never a password.
package struct StoreLocation: Hashable, Sendable, CustomStringConvertible {
    /// The bytes as the user gave them.
    package let bytes: [UInt8]

    /// A location as the user gave it.
    package init(_ path: FilePath) {
        bytes = path.bytes
    }

    /// The location as messages show it.
    package var description: String { FilePath(bytes: bytes).description }
}
