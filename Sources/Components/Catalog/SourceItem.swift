package import Platform
package import Domain

/// What a search through a job's sources finds.
package enum SourceItem: Sendable {
    /// Files of one folder.
    case listing(Listing)
    /// Objects in Cloud Storage, at least one: `gs://bucket/a.jpg`.
    case objects([String])
    /// An address on the web: `https://example.org/a.jpg`.
    case web(FilePath)
    /// A name or a source that cannot be used.
    case problem(SourceProblem)
}
