/// A pattern that cannot be used; found before anything is read.
package enum CatalogError: Error, Equatable, Sendable {
    /// `..` behind a wildcard: which folder is meant would depend on what the wildcard finds.
    case parentAfterWildcard(pattern: String)
    /// The alternatives in braces multiply to more than the limit.
    case tooManyAlternatives(pattern: String, limit: Int)
    /// A NUL byte, which no file's name holds.
    case containsNUL(pattern: String)
}
