internal import Platform
internal import Vocabulary

/// What a search reports.
enum Finding: Sendable {
    case listing(Listing)
    case object(String)
    case web(FilePath)
    case problem(FindProblem)
}
