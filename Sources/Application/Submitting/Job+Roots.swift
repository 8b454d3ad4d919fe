internal import Platform
internal import Domain

extension Job {
    /// The folders its folders and patterns lie in: where names can be found to be gone.
    var roots: [FilePath] {
        images.compactMap { source in
            switch source {
            case .folder(let folder): directory.appending(folder).normalized
            case .glob(let pattern): directory.appending(literalPart(of: pattern)).normalized
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

private let slash = UInt8(ascii: "/")
/// Bytes that make a name a pattern.
private let wildcards = Set("*?[{\\".utf8)
