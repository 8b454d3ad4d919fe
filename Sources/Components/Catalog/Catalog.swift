internal import Text
package import Platform
package import Domain

/// Finds the image files that sources name, folder by folder.
///
/// Sources are searched in their order, each to its end; a file that two sources name is reported by both. Within
/// a `folder:` or `glob:` source a real folder is read once for the same names, whatever links lead to it, and
/// memory grows only with the number of folders. A list keeps its own order; a line written twice is reported
/// once where both lie in one listing.
package struct Catalog: Sendable {
    let sources: [SearchedSource]
    let exclusions: [Exclusion]
    let directory: FilePath
    private let workingDirectory: FilePath
    private let takesObjects: Bool
    private let standardInput: @Sendable () throws(SystemError) -> [UInt8]

    /// Reads the patterns and touches nothing.
    ///
    /// - Parameters:
    ///   - readsWholeFiles: whether images are whole files, and not the pictures in them.
    ///   - exclude: patterns of what is left out; relative to `directory`, or anywhere where they start with `**` or
    ///     have no slash.
    ///   - directory: the manifest's folder, absolute.
    ///   - workingDirectory: where relative lines of standard input start from, absolute.
    ///   - takesObjects: whether lines of lists may name objects in Cloud Storage.
    ///   - standardInput: brings the next bytes of standard input, none at its end.
    package init(
        sources: [ImageSource], readsWholeFiles: Bool = false, exclude: [String], directory: FilePath,
        workingDirectory: FilePath, takesObjects: Bool = false,
        standardInput: @escaping @Sendable () throws(SystemError) -> [UInt8]
    ) throws(CatalogError) {
        self.sources = try sources.map { source throws(CatalogError) in
            try SearchedSource(source, readsWholeFiles: readsWholeFiles, in: directory)
        }
        let roots = sources.compactMap { $0.searchedFolder(in: directory) }
        exclusions = try exclude.map { text throws(CatalogError) in
            try Exclusion(text, relativeTo: directory, roots: roots)
        }
        self.directory = directory
        self.workingDirectory = workingDirectory
        self.takesObjects = takesObjects
        self.standardInput = standardInput
    }

    /// The catalog of a job's sources.
    package init(
        _ job: Job, workingDirectory: FilePath, standardInput: @escaping @Sendable () throws(SystemError) -> [UInt8]
    ) throws(CatalogError) {
        try self.init(
            sources: job.images, readsWholeFiles: job.prepare.metadata == .keep, exclude: job.exclude,
            directory: job.directory, workingDirectory: workingDirectory,
            takesObjects: job.backend.kind == .vision, standardInput: standardInput)
    }

    /// Searches, and gives a visitor each item as it is met; the visitor's own error ends the search.
    ///
    /// A source that brings neither a file nor a problem is a problem of its own, of kind `missing`: "no file matches
    /// photos/*.jpg".
    ///
    /// - Parameter beginning: is told each source's name for people, before it is searched.
    package func visit<E: Error>(
        beginning: (String) -> Void = { _ in }, _ visitor: (SourceItem) throws(E) -> Void
    ) throws(E) {
        let exclusion = ExcludeFilter(exclusions, in: directory)
        var isWhole = true
        for (index, source) in sources.enumerated() {
            beginning(name(of: source.location, at: index))
            func report(_ item: SourceItem) throws(E) {
                if case .problem(let problem) = item, !problem.isName, !problem.isNotice { isWhole = false }
                try visitor(item.read(as: source.reading, share: source.share))
            }
            switch source.location {
            case .glob(let text):
                var walk = GlobWalker(source.patterns, exclusion: exclusion)
                try walk.run(report)
                if walk.found == 0 {
                    try report(.problem(.noMatch(text, in: directory, missingFolder: walk.missingFolder)))
                }
                if !walk.skipped.files.isEmpty { try report(.skipped(walk.skipped.files)) }
            case .folder(let path):
                try visit(directory.appending(path).normalized, source.patterns, exclusion, report)
            case .list(let path):
                try visit(
                    list: directory.appending(path).normalized, exclusion,
                    turnsPictures: source.reading.turnsPictures, report)
            case .standardInput:
                let list = ListReader(
                    base: workingDirectory, subject: FilePath("standard input"), exclusion: exclusion,
                    takesObjects: takesObjects, turnsPictures: source.reading.turnsPictures)
                try list.run(RecordReader(standardInput), report)
            case .gs(let name): if !exclusion.holds(FilePath(name), isGiven: true) { try report(.objects([name], nil)) }
            case .url(let text):
                let address = webAddress(text.utf8) ?? FilePath(text)
                if !exclusion.holds(address, isGiven: true) { try report(.web(SourcePath(address), nil)) }
            case .sql(let query): try report(.query(query, keyPath: name(of: source.location, at: index)))
            }
        }
        if isWhole, !exclusion.idle.isEmpty { try visitor(.idleExclusions(exclusion.idle)) }
    }

    /// A source as messages name it.
    private func name(of source: ImageLocation, at index: Int) -> String {
        switch source {
        case .folder(let path), .list(let path): directory.appending(path).normalized.description
        case .standardInput: "standard input"
        case .url(let text): FilePath(text).withoutSecrets.description
        case .glob(let text), .gs(let text): readable(text)
        case .sql: "images[\(index)].sql"
        }
    }

    private func visit<E: Error>(
        _ folder: FilePath, _ patterns: [PathPattern], _ exclusion: ExcludeFilter,
        _ visitor: (SourceItem) throws(E) -> Void
    ) throws(E) {
        if let problem = problem(of: folder) { return try visitor(.problem(problem)) }
        var walk = GlobWalker(patterns, exclusion: exclusion, countsOthers: true)
        try walk.run(visitor)
        let skipped = walk.skipped.files
        if walk.found == 0 { try visitor(.problem(.noImages(folder, beside: skipped))) }
        if !skipped.isEmpty { try visitor(.skipped(skipped)) }
    }

    /// That a folder is not there, and what may be meant: a pattern, or a folder beside it.
    static func noFolder(_ folder: FilePath) -> String {
        let sentence = "there is no folder \(folder)"
        let name = folder.name.description
        if name.contains(where: { "*?[".contains($0) }) { return "\(sentence); write a pattern under `glob:`" }
        guard let beside = try? Directory(folder.directory) else { return sentence }
        var names: [String] = []
        while let entry = try? beside.next(), names.count < maxFoldersBeside {
            names.append(FilePath(bytes: entry.name).description)
        }
        let near = nearestName(to: name, among: names.sorted(), spelling: .letters)
        return near.map { "\(sentence); did you mean \($0)?" } ?? sentence
    }

    /// Why a folder cannot be searched; nil where it can.
    private func problem(of folder: FilePath) -> SourceProblem? {
        do throws(SystemError) {
            if try FileStatus(of: folder).kind == .folder { return nil }
            return .unreadable(folder, "\(folder) is not a folder: use `glob:`", code: "ENOTDIR")
        } catch {
            return error.code == "ENOENT"
                ? .missing(folder, Catalog.noFolder(folder)) : .refused(folder, error)
        }
    }

    private func visit<E: Error>(
        list file: FilePath, _ exclusion: ExcludeFilter, turnsPictures: Bool, _ visitor: (SourceItem) throws(E) -> Void
    ) throws(E) {
        let reader: FileReader
        do throws(SystemError) {
            reader = try FileReader(file)
        } catch {
            return try visitor(.problem(.refused(file, error)))
        }
        let records = RecordReader { () throws(SystemError) in try reader.next() }
        let list = ListReader(
            base: file.directory, subject: file, exclusion: exclusion, takesObjects: takesObjects,
            turnsPictures: turnsPictures)
        try list.run(records, visitor)
    }
}

/// The most names beside a folder that is not there among which the nearest is looked for.
private let maxFoldersBeside = 1000
