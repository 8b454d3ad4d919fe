internal import Platform
package import Domain

extension Catalog {
    /// The folders in which folders and patterns lie: where names can be found to be gone.
    package var roots: [SourcePath] {
        sources.compactMap { source in
            switch source.location {
            case .folder(let folder): SourcePath(directory.appending(folder).normalized, as: source.reading)
            case .glob(let pattern):
                SourcePath(directory.appending(literalPart(of: pattern)).normalized, as: source.reading)
            case .list, .standardInput, .url, .gs, .sql: nil
            }
        }
    }
}

extension ImageSource {
    /// The folder in which a source searches, whose own name it gives; nil of one that names each of its files.
    func searchedFolder(in directory: FilePath) -> FilePath? {
        switch location {
        case .folder(let folder): directory.appending(folder).normalized
        case .glob(let pattern) where pattern.utf8.contains(where: wildcards.contains):
            directory.appending(literalPart(of: pattern)).normalized
        case .glob, .list, .standardInput, .url, .gs, .sql: nil
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
