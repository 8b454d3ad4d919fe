internal import Domain
internal import Platform

/// The walk of one `folder:` or `glob:` source through the folders it may match in.
///
/// Depth first, folders by the bytes of their names, each read once and closed before the next is opened.
struct GlobWalker {
    /// A folder that waits for its turn.
    struct Turn {
        let path: FilePath
        /// How many folders that were read it lies in.
        let depth: Int
        /// Where the source's patterns stand in it.
        let state: Int
        /// Where the exclusions stand in it.
        let exclusion: Int
    }

    /// A folder as the disk knows it.
    struct FolderIdentity: Hashable {
        let device: UInt64
        let inode: UInt64
    }

    let automaton: Automaton
    let exclusion: ExcludeFilter
    /// How many files and problems were reported.
    private(set) var found = 0
    /// The first folder that a literal name of the pattern looked for and did not find.
    private(set) var missingFolder: FilePath?
    /// What was passed.
    private(set) var skipped = EndingCounts()
    /// Whether files are picked by what they are, so that those of other kinds are worth a word.
    private let countsOthers: Bool
    private var turns: [Turn]
    private var ancestors: [FolderIdentity] = []
    /// Every folder met, with the standings that were followed in it: 24 bytes a folder.
    private var met: [FolderIdentity: Int] = [:]

    /// A walk from the root of the file system along the patterns.
    ///
    /// - Parameter countsOthers: whether files of other kinds are counted: those that a pattern of the manifest does
    ///   not match were not meant.
    init(_ patterns: [PathPattern], exclusion: ExcludeFilter, countsOthers: Bool = false) {
        automaton = Automaton(patterns)
        self.exclusion = exclusion
        self.countsOthers = countsOthers
        turns = [Turn(path: FilePath("/"), depth: 0, state: 0, exclusion: exclusion.root)]
    }

    /// Walks to the end.
    mutating func run<E: Error>(_ visitor: (SourceItem) throws(E) -> Void) throws(E) {
        while let turn = turns.popLast() {
            var report = FolderReport(turn.path)
            if let names = automaton[turn.state].literals {
                lookUp(names, in: turn, &report)
            } else {
                read(turn, &report)
            }
            for problem in report.problems { try visitor(.problem(problem)) }
            if let listing = report.listing { try visitor(.listing(listing)) }
            found += report.problems.count + report.files.count
            turns += report.folders.sorted { $1.path.name < $0.path.name }
        }
    }

    /// Asks for the few names that can match, without reading the folder.
    private mutating func lookUp(_ names: [[UInt8]], in turn: Turn, _ report: inout FolderReport) {
        let step = automaton[turn.state]
        for name in names {
            guard let exclusion = exclusion.advance(turn.exclusion, name) else { continue }
            let path = turn.path.appending(FilePath(bytes: name))
            do throws(SystemError) {
                let status = try FileStatus(of: path)
                let entry = FolderReport.Entry(name: name, status: status, exclusion: exclusion, isLink: false)
                report.add(entry, isWanted: step.wants(name), at: step) { path in
                    Turn(
                        path: path, depth: turn.depth, state: automaton.advance(turn.state, name),
                        exclusion: exclusion)
                }
            } catch {
                guard error.isAbsence else {
                    report.problems.append(.refused(path, error, isName: step.wants(name)))
                    continue
                }
                if FileStatus.isLink(path) { report.problems.append(.danglingLink(path)) }
                if missingFolder == nil, step.goesInto(name) { missingFolder = path }
            }
        }
    }

    /// Reads the folder, unless it was read before for the same.
    private mutating func read(_ turn: Turn, _ report: inout FolderReport) {
        do throws(SystemError) {
            let folder = try Directory(turn.path)
            // What an export wrote is never a source of pictures.
            if (try? FileStatus(of: turn.path.appending(ExportMark.name))) != nil { return }
            guard let (state, done) = enter(turn, folder, &report) else { return }
            let step = automaton[state]
            let before = done.map { automaton[$0] }
            while let (name, hint) = try folder.next() {
                let matches = step.wants(name)
                let isWanted = matches && !(before?.wants(name) ?? false)
                let mayLead = (hint != .file && hint != .other) && step.goesInto(name)
                let isOther = countsOthers && !matches && done == nil
                guard isWanted || mayLead || isOther && hint == .file,
                    let exclusion = exclusion.advance(turn.exclusion, name)
                else { continue }
                if hint == .file, skip(name, isWanted: isWanted, isOther: isOther, step) { continue }
                var entry = FolderReport.Entry(
                    name: name, status: nil, exclusion: exclusion, isLink: hint == .link)
                if hint != .folder {
                    do throws(SystemError) {
                        entry.status = try folder.entryStatus()
                    } catch {
                        report.add(error, entry, isWanted: isWanted)
                        continue
                    }
                    if entry.status?.kind == .file, skip(name, isWanted: isWanted, isOther: isOther, step) { continue }
                }
                report.add(entry, isWanted: isWanted, at: step) { path in
                    Turn(
                        path: path, depth: turn.depth + 1, state: automaton.advance(state, name),
                        exclusion: exclusion)
                }
            }
        } catch {
            report.isWhole = false
            report.problems.append(.refused(turn.path, error))
        }
    }

    /// Counts a file that is not given, as one of another kind or of macOS; false for one that is.
    private mutating func skip(_ name: [UInt8], isWanted: Bool, isOther: Bool, _ step: Automaton.Step) -> Bool {
        if isWanted, step.isAppleDouble(name) {
            skipped.appleDouble += 1
        } else if isOther {
            skipped.add(name)
        } else {
            return false
        }
        return true
    }

    /// Notes the folder among those met; answers what is still to be followed in it, and what was followed before.
    private mutating func enter(
        _ turn: Turn, _ folder: Directory, _ report: inout FolderReport
    ) -> (state: Int, done: Int?)? {
        let identity = FolderIdentity(device: folder.status.device, inode: folder.status.inode)
        ancestors.removeLast(max(0, ancestors.count - turn.depth))
        guard let done = met[identity] else {
            met[identity] = turn.state
            ancestors.append(identity)
            return (turn.state, nil)
        }
        let rest = automaton.subtract(done, from: turn.state)
        guard !automaton[rest].isDead else {
            if ancestors.contains(identity) { report.problems.append(.loop(turn.path)) }
            return nil
        }
        met[identity] = automaton.union(done, turn.state)
        ancestors.append(identity)
        return (rest, done)
    }
}
