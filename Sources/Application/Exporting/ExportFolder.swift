package import Domain
package import Platform

/// A folder that an export fills: what is new is written, what is as it was stays, what is not wanted any more goes.
///
/// What others put there is never touched.
/// One at a time, by a lock. A process that is killed leaves each file old or new, and the next one continues.
package final class ExportFolder {
    /// What was done to the files.
    package struct Changes: Equatable, Sendable {
        package var written = 0
        package var kept = 0
        package var removed = 0
        /// Files of the export before that somebody has changed and that are not wanted any more.
        package var left: [String] = []
        package var bytesWritten: Int64 = 0
    }

    private let path: FilePath
    private let lock: FileLock
    /// What was there when it was opened, by the record and the journal.
    private let found: ExportRecord
    /// What belongs to this export.
    private var record: ExportRecord
    private let journal: ResumableFile
    private var folders: Set<String> = []
    private var changes = Changes()
    private var drafts = 0

    /// The names that the last export that came to its end wrote.
    package let names: [String]

    /// Takes a folder for an export, and marks it.
    ///
    /// - Parameters:
    ///   - format: what is written there: `report`, `svg`.
    ///   - jobs: whose answers.
    package init(_ path: FilePath, format: String, jobs: [String]) throws(CommandFailure) {
        if let problem = Self.problem(of: path, format: format, jobs: jobs) { throw problem }
        self.path = path
        do throws(SystemError) {
            try makeFolder(path)
            guard let lock = try FileLock.acquire(path.appending("\(ExportMark.name).lock")) else {
                throw SystemError("lock", path, number: SystemError.busy)
            }
            self.lock = lock
            let old = ExportRecord.read(in: path)
            names = (old?.entries ?? [:]).keys.map { String(decoding: $0.bytes, as: UTF8.self) }
            record = ExportRecord(format: format, jobs: jobs)
            if old == nil { try replaceFile(path.appending(ExportMark.name), with: record.head) }
            journal = try ResumableFile(path.appending("\(ExportMark.name).journal"))
            var found = old ?? record
            if let text = plainFile(path.appending("\(ExportMark.name).journal")) {
                found.add(text.split(separator: UInt8(ascii: "\n")))
            }
            self.found = found
            emptyDrafts(in: path)
            try makeFolder(path.appending(draftFolder))
        } catch {
            guard error.number != SystemError.busy else {
                throw CommandFailure(
                    "\(path): another export writes this folder; wait until it has ended, or name another folder",
                    .alreadyRunning)
            }
            throw CommandFailure(unwritable: error)
        }
    }

    /// Why a folder is not one to export to; nil where nothing would be lost.
    package static func problem(of path: FilePath, format: String, jobs: [String]) -> CommandFailure? {
        let kind = try? FileStatus(ofName: path).kind
        guard let kind else { return nil }
        guard kind == .folder else {
            return CommandFailure("\(path) is not a folder; nothing was done: name another one", .badInput)
        }
        if let record = ExportRecord.read(in: path) {
            if record.format == format, Set(record.jobs) == Set(jobs) { return nil }
            return CommandFailure(
                "\(path) holds an export of another kind (\(record.format) of \(record.jobs.joined(separator: ", "))); "
                    + "nothing was done: name another folder", .badInput)
        }
        guard let folder = try? Directory(path) else { return nil }
        while let entry = try? folder.next() {
            if entry.name.starts(with: ".cairn-".utf8) { continue }
            return CommandFailure(
                "\(path) has files in it that are not an export's; nothing was done: name a new or an empty folder",
                .badInput)
        }
        return nil
    }

    /// Whether a file is there as it would be written; then it is kept.
    ///
    /// - Parameter key: tells all that decides its content.
    package func keeps(_ name: String, key: String) -> Bool {
        guard let entry = found.entry(name, key: key, in: path) else { return false }
        if record.entries.updateValue(entry, forKey: FilePath(name)) == nil { changes.kept += 1 }
        return true
    }

    /// Writes a file, unless it is there with this very content.
    package func write(_ name: String, key: String, _ content: [UInt8]) throws(CommandFailure) {
        do throws(SystemError) {
            let target = path.appending(name)
            try makeFolders(of: name)
            let known = found.entries[FilePath(name)]
            if known == nil, record.entries[FilePath(name)] == nil, (try? FileStatus(ofName: target)) != nil {
                throw SystemError("write", target, number: SystemError.taken)
            }
            if let known, known.bytes == content.count, let status = try? FileStatus(ofName: target),
                status.kind == .file, plainFile(target) == content
            {
                changes.kept += 1
                return try note(name, key, status)
            }
            drafts += 1
            let draft = path.appending("\(draftFolder)/\(drafts)")
            guard let file = Descriptor.create(draft) else { throw SystemError("write", target) }
            let problem = file.write(content)
            file.close()
            if let problem {
                removeFile(draft)
                throw SystemError("write", target, number: problem.number)
            }
            // Before the file has its name, so that the next export knows it for its own whenever this one ends.
            try note(name, key, try FileStatus(ofName: draft))
            try moveFile(draft, to: target)
            changes.written += 1
            changes.bytesWritten += Int64(content.count)
        } catch {
            throw CommandFailure(unwritable: error)
        }
    }

    /// Waits until all that was written is on the disk.
    package func sync() throws(CommandFailure) {
        guard changes.written > 0 else { return }
        do throws(SystemError) { try syncFileSystem(of: path) } catch { throw CommandFailure(unwritable: error) }
    }

    /// Takes away what does not belong to the export any more, and writes the record.
    package func finish() throws(CommandFailure) -> Changes {
        for (name, entry) in found.entries where record.entries[name] == nil { remove(name, entry) }
        emptyDrafts(in: path)
        let journalPath = path.appending("\(ExportMark.name).journal")
        do throws(SystemError) {
            if record != found || journal.bytes > 0 {
                try syncFileSystem(of: path)
                try replaceFile(path.appending(ExportMark.name), with: record.text)
            }
        } catch {
            throw CommandFailure(unwritable: error)
        }
        removeFile(journalPath)
        return changes
    }

    private func note(_ name: String, _ key: String, _ status: FileStatus) throws(SystemError) {
        let entry = ExportRecord.Entry(key: key, bytes: status.bytes, modified: status.modifiedNanoseconds)
        record.entries[FilePath(name)] = entry
        try journal.append(ExportRecord.line(name, entry).span)
    }

    /// Removes a file of the export before, and the folders that are empty without it.
    private func remove(_ name: FilePath, _ entry: ExportRecord.Entry) {
        let file = path.appending(name)
        guard let status = try? FileStatus(ofName: file) else { return }
        guard status.kind == .file, status.bytes == entry.bytes, status.modifiedNanoseconds == entry.modified else {
            changes.left.append(name.description)
            return
        }
        guard removeFile(file) else { return }
        changes.removed += 1
        var folder = name.directory
        while !folder.bytes.isEmpty, removeEmptyFolder(path.appending(folder)) { folder = folder.directory }
    }

    /// Makes the folders of a file; one of them that is a link is not followed.
    private func makeFolders(of name: String) throws(SystemError) {
        let folder = FilePath(name).directory
        guard !folder.bytes.isEmpty, !folders.contains(folder.description) else { return }
        var made = FilePath(bytes: [])
        for part in folder.bytes.split(separator: UInt8(ascii: "/")) {
            made = made.appending(FilePath(bytes: Array(part)))
            let whole = path.appending(made)
            if let status = try? FileStatus(ofName: whole) {
                guard status.kind == .folder else { throw SystemError("write", whole, number: SystemError.taken) }
            } else {
                try makeFolder(whole)
            }
        }
        folders.insert(folder.description)
    }
}

/// Where files lie until they are whole.
private let draftFolder = ".cairn-tmp"

/// Removes the drafts of an export that was killed, or of this one.
private func emptyDrafts(in path: FilePath) {
    let drafts = path.appending(draftFolder)
    guard (try? FileStatus(ofName: drafts))?.kind == .folder, let folder = try? Directory(drafts) else { return }
    while let entry = try? folder.next() { removeFile(drafts.appending(FilePath(bytes: entry.name))) }
    removeEmptyFolder(drafts)
}

extension CommandFailure {
    /// That a file of an export cannot be written.
    init(unwritable error: SystemError) {
        self.init(
            error.number == SystemError.taken
                ? "\(error.subject) is there already and is not of an earlier export; move it, or name another folder"
                : "cannot \(error.operation) \(error.subject): \(error.reason); the files of before are left as they were",
            .noAnswer, cause: error)
    }
}
