internal import Platform
internal import Domain

/// What a search reports.
enum SourceItem: Sendable {
    case listing(Listing)
    case object(String)
    case web(FilePath)
    case problem(SourceProblem)
}
