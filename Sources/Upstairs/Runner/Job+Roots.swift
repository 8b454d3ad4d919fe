internal import Platform
internal import Vocabulary

extension Job {
    /// The folders its folders and patterns lie in: where names can be found to be gone.
    var roots: [FilePath] {
        images.compactMap { source in
            switch source {
            case .folder(let folder): directory.appending(folder).normalized
            case .glob(let pattern):
                // The part before the first name that holds a wildcard.
                directory.appending(
                    FilePath(
                        bytes: Array(
                            pattern.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
                                .prefix { !$0.contains(where: wildcards.contains) }.joined(separator: [
                                    UInt8(ascii: "/")
                                ])))
                ).normalized
            case .list, .standardInput, .url, .gs, .sql: nil
            }
        }
    }
}

/// Bytes that make a name a pattern.
private let wildcards = Set("*?[{\\".utf8)
