package import Platform
package import Domain

/// A source that cannot be used; found before any folder is read.
package enum CatalogError: Error, Equatable, Sendable {
    /// `..` behind a wildcard: which folder is meant would depend on what the wildcard finds.
    case parentAfterWildcard(pattern: String)
    /// The alternatives in braces multiply to more than the limit.
    case tooManyAlternatives(pattern: String, limit: Int)
    /// A NUL byte, which no file's name holds.
    case containsNUL(pattern: String)
    /// A file that is named as a list and is not one.
    case notAList(FilePath, FileKind)
}

extension CatalogError: CustomStringConvertible {
    /// A clause for people.
    package var description: String {
        switch self {
        case .parentAfterWildcard(let pattern): "\(pattern): `..` cannot follow a wildcard; write the folder out"
        case .tooManyAlternatives(let pattern, let limit):
            "\(pattern): the braces multiply to more than \(limit) patterns; write several sources"
        case .containsNUL(let pattern): "\(pattern): no file's name holds a NUL byte"
        case .notAList(let path, let kind): kind.notAList(path)
        }
    }
}

extension FileKind {
    /// That such a file is not a list, and what to write.
    func notAList(_ path: FilePath) -> String {
        isPicture ? "\(path) is a picture, not a list; write `glob:`" : "\(path) is \(name), not a list of paths"
    }
}

extension CatalogError: CommandFailureConvertible {
    /// What the user is told, and the exit code.
    package var commandFailure: CommandFailure { CommandFailure("images: \(self)", .badInput) }
}
