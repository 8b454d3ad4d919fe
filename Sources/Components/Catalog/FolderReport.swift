internal import Platform
internal import Domain

/// What one folder brought: files, folders to go into, and what was wrong.
struct FolderReport {
    /// An entry that matters.
    struct Entry {
        let name: [UInt8]
        /// Nil for a folder that the directory itself calls one.
        var status: FileStatus?
        /// Where the exclusions stand behind it.
        let exclusion: Int
        let isLink: Bool
    }

    let path: FilePath
    private(set) var files: [ListedFile] = []
    private(set) var folders: [GlobWalker.Turn] = []
    var problems: [SourceProblem] = []
    var isWhole = true

    /// An empty report on a folder.
    init(_ path: FilePath) {
        self.path = path
    }

    /// Files to report, by the bytes of their names.
    var listing: Listing? {
        if files.isEmpty { return nil }
        let sorted = files.sorted { $0.name.lexicographicallyPrecedes($1.name) }
        return Listing(folder: path, files: sorted, isWhole: isWhole)
    }

    /// Sorts an entry in.
    ///
    /// - Parameter turn: the turn that the entry's folder would have; asked only when it is gone into.
    mutating func add(
        _ entry: Entry, isWanted: Bool, at step: Automaton.Step, turn: (FilePath) -> GlobWalker.Turn
    ) {
        switch entry.status?.kind ?? .folder {
        case .file:
            guard isWanted, let status = entry.status else { return }
            files.append(ListedFile(name: entry.name, status: status))
        case .folder:
            if step.goesInto(entry.name) { folders.append(turn(full(entry.name))) }
            if isWanted, step.means(entry.name) { problems.append(.isFolder(full(entry.name))) }
        case .other:
            if isWanted { problems.append(.isSpecial(full(entry.name))) }
        }
    }

    /// Notes an entry that the system will not show.
    mutating func add(_ error: SystemError, _ entry: Entry, isWanted: Bool) {
        let isGone = error.code == "ENOENT"
        // A file that went away between reading its name and asking for it is simply not there.
        if isGone, !entry.isLink { return }
        if !isWanted, isGone || error.code == "ELOOP" { return }
        if isWanted, !isGone { isWhole = false }
        problems.append(isGone ? .danglingLink(full(entry.name)) : .refused(full(entry.name), error, isName: isWanted))
    }

    private func full(_ name: [UInt8]) -> FilePath { path.appending(FilePath(bytes: name)) }
}
