package import Platform
package import Domain

/// Finds the image files that sources name, folder by folder.
///
/// Sources are searched in their order, each to its end; a file that two sources name is reported by both. Within
/// a `folder:` or `glob:` source a real folder is read once for the same names, whatever links lead to it, and
/// memory grows only with the number of folders. A list keeps its own order; a line written twice is reported
/// once where both lie in one listing.
package struct Catalog: Sendable {
    let sources: [(source: CatalogSource, patterns: [PathPattern])]
    let excluded: [PathPattern]
    let directory: FilePath
    private let workingDirectory: FilePath
    private let takesObjects: Bool
    private let standardInput: @Sendable () throws(SystemError) -> [UInt8]

    /// Reads the patterns and touches nothing.
    ///
    /// - Parameters:
    ///   - exclude: patterns of what is left out; relative to `directory`, or anywhere where they start with `**`.
    ///   - directory: the manifest's folder, absolute.
    ///   - workingDirectory: where relative lines of standard input start from, absolute.
    ///   - takesObjects: whether lines of lists may name objects in Cloud Storage.
    ///   - standardInput: brings the next bytes of standard input, none at its end.
    package init(
        sources: [CatalogSource], exclude: [String], directory: FilePath, workingDirectory: FilePath,
        takesObjects: Bool = false, standardInput: @escaping @Sendable () throws(SystemError) -> [UInt8]
    ) throws(CatalogError) {
        var read: [(CatalogSource, [PathPattern])] = []
        for source in sources {
            switch source {
            case .glob(let text): read.append((source, try PathPattern.parse(text, relativeTo: directory)))
            case .folder(let path):
                read.append((source, [PathPattern(imagesBelow: directory.appending(path))]))
            case .list, .standardInput, .object, .web: read.append((source, []))
            }
        }
        self.sources = read
        excluded = try Exclusion.parse(exclude, relativeTo: directory)
        self.directory = directory
        self.workingDirectory = workingDirectory
        self.takesObjects = takesObjects
        self.standardInput = standardInput
    }

    /// Searches, and reports each listing, each object in Cloud Storage, each address on the web and each problem as it
    /// is met.
    ///
    /// A source that brings neither is a problem of its own, of kind `missing`: "no file matches photos/*.jpg".
    package func find<E: Error>(
        _ visit: (Listing) throws(E) -> Void, object: (String) throws(E) -> Void,
        web: (FilePath) throws(E) -> Void, problem: (SourceProblem) throws(E) -> Void
    ) throws(E) {
        func emit(_ finding: SourceItem) throws(E) {
            switch finding {
            case .listing(let listing): try visit(listing)
            case .object(let name): try object(name)
            case .web(let address): try web(address)
            case .problem(let found): try problem(found)
            }
        }
        let exclusion = Exclusion(excluded)
        for (source, patterns) in sources {
            switch source {
            case .glob(let text):
                var walk = PatternWalk(patterns, exclusion: exclusion)
                try walk.run(emit)
                if walk.found == 0 { try problem(.noMatch(text, missingFolder: walk.missingFolder)) }
            case .folder(let path):
                try find(in: directory.appending(path).normalized, patterns, exclusion, emit)
            case .list(let path):
                try find(listedIn: directory.appending(path).normalized, exclusion, emit)
            case .standardInput:
                let list = ListWalk(
                    base: workingDirectory, subject: FilePath("standard input"), exclusion: exclusion,
                    takesObjects: takesObjects)
                try list.run(RecordReader(standardInput), emit)
            case .object(let name): if !exclusion.holds(FilePath(name)) { try object(name) }
            case .web(let text):
                let address = webAddress(text.utf8) ?? FilePath(text)
                if !exclusion.holds(address) { try web(address) }
            }
        }
    }

    private func find<E: Error>(
        in folder: FilePath, _ patterns: [PathPattern], _ exclusion: Exclusion, _ emit: (SourceItem) throws(E) -> Void
    ) throws(E) {
        if let obstacle = obstacle(to: folder) { return try emit(.problem(obstacle)) }
        var walk = PatternWalk(patterns, exclusion: exclusion)
        try walk.run(emit)
        if walk.found == 0 { try emit(.problem(.noImages(folder))) }
    }

    private func obstacle(to folder: FilePath) -> SourceProblem? {
        do throws(SystemError) {
            if try FileStatus(of: folder).kind == .folder { return nil }
            return .unreadable(folder, "\(folder) is not a folder: use `glob:`", code: "ENOTDIR")
        } catch {
            return error.code == "ENOENT"
                ? .missing(folder, "there is no folder \(folder)") : .refused(folder, error)
        }
    }

    private func find<E: Error>(
        listedIn file: FilePath, _ exclusion: Exclusion, _ emit: (SourceItem) throws(E) -> Void
    ) throws(E) {
        let reader: FileReader
        do throws(SystemError) {
            reader = try FileReader(file)
        } catch {
            return try emit(.problem(.refused(file, error)))
        }
        let records = RecordReader { () throws(SystemError) in try reader.next() }
        let list = ListWalk(
            base: file.directory, subject: file, exclusion: exclusion, takesObjects: takesObjects)
        try list.run(records, emit)
    }
}
