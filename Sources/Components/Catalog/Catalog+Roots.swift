internal import Platform
package import Domain

extension Catalog {
    /// The folders in which folders and patterns lie: where names can be found to be gone.
    package var roots: [SourcePath] {
        sources.compactMap { location, _, reading in
            switch location {
            case .folder(let folder): SourcePath(directory.appending(folder).normalized, as: reading)
            case .glob(let pattern): SourcePath(directory.appending(literalPart(of: pattern)).normalized, as: reading)
            case .list, .standardInput, .url, .gs, .sql: nil
            }
        }
    }
}

/// What stands before the first name of a pattern that holds a wildcard.
private func literalPart(of pattern: String) -> FilePath {
    let names = pattern.utf8.split(separator: slash, omittingEmptySubsequences: false)
    return FilePath(bytes: Array(names.prefix { !$0.contains(where: wildcards.contains) }.joined(separator: [slash])))
}

/// Bytes that make a name a pattern.
private let wildcards = Set("*?[{\\".utf8)
