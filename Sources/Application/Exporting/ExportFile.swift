internal import Domain
internal import JSON
internal import Platform
internal import Report
internal import Text

/// One file that an export writes as a whole: whatever ends the command, the old file or the new one is there.
///
/// A record lies beside it, `.all.json.cairn-export`, by which the next export knows it and whether it would be written
/// again as it is, with the numbers of its classes.
final class ExportFile {
    private let path: FilePath
    private let format: String
    private let job: String
    private let draft: AtomicFile
    private var buffer: [UInt8] = []
    private var bytes: Int64 = 0

    /// A draft of the file.
    init(_ path: FilePath, format: String, job: String) throws(CommandFailure) {
        if let problem = Self.problem(of: path, format: format, job: job) { throw problem }
        (self.path, self.format, self.job) = (path, format, job)
        do throws(SystemError) { draft = try AtomicFile(of: path) } catch { throw CommandFailure(unwritable: error) }
    }

    /// Why a file is not one to export to; nil where nothing would be lost.
    static func problem(of path: FilePath, format: String, job: String) -> CommandFailure? {
        guard let kind = (try? FileStatus(ofName: path))?.kind else { return nil }
        guard kind == .file else {
            return CommandFailure("\(path) is not a plain file; nothing was done: name another one", .badInput)
        }
        guard let record = plainFile(record(of: path)).flatMap({ ExportRecord($0) }) else {
            return CommandFailure(
                "\(path) is there and is not of an earlier export; nothing was done: name a new file", .badInput)
        }
        if record.format == format, record.jobs == [job] { return nil }
        return CommandFailure(
            "\(path) is an export of another kind (\(record.format) of \(record.jobs.joined(separator: ", "))); "
                + "nothing was done: name another file", .badInput)
    }

    /// The numbers that classes had in the export before.
    static func numbers(beside path: FilePath) -> [CocoClass: Int] {
        var numbers: [CocoClass: Int] = [:]
        for line in (plainFile(record(of: path)) ?? []).split(separator: UInt8(ascii: "\n")) {
            guard let values = try? JSONDocument(Array(line)).root.elements, values.count == 4,
                let number = values[0].integer, let kind = values[1].string, let name = values[2].string
            else { continue }
            numbers[CocoClass(kind: kind, name: name, mid: values[3].string)] = number
        }
        return numbers
    }

    /// Adds a piece.
    func append(_ piece: [UInt8]) throws(CommandFailure) {
        buffer += piece
        if buffer.count >= 65_536 { try flush() }
    }

    /// Whether a file is there as its record has it, with a key.
    static func isRecorded(_ path: FilePath, key: String) -> Bool {
        let record = plainFile(record(of: path)).flatMap { ExportRecord($0) }
        return record?.entry(name(of: path), key: key, in: folder(of: path)) != nil
    }

    /// Puts the file in its place, unless it is there with this very content.
    ///
    /// - Parameter key: tells all that decides its content.
    func finish(_ numbers: [CocoClass: Int], key: String) throws(CommandFailure) -> ExportFolder.Changes {
        try flush()
        var changes = ExportFolder.Changes()
        do throws(SystemError) {
            let isKept = try isThere()
            let status = try FileStatus(ofName: isKept ? path : draft.path)
            var record = ExportRecord(format: format, jobs: [job])
            record.entries[FilePath(Self.name(of: path))] = ExportRecord.Entry(
                key: key, bytes: status.bytes, modified: status.modifiedNanoseconds)
            // Before the file has its name, so that the next export knows it whenever this one ends.
            let text = record.text + lines(numbers)
            if plainFile(Self.record(of: path)) != text { try replaceFile(Self.record(of: path), with: text) }
            if isKept {
                draft.discard()
                changes.kept = 1
            } else {
                try draft.replace()
                changes.written = 1
                changes.bytesWritten = bytes
            }
        } catch {
            draft.discard()
            throw CommandFailure(unwritable: error)
        }
        return changes
    }

    /// Leaves all as it was.
    func discard() { draft.discard() }

    private func flush() throws(CommandFailure) {
        do throws(SystemError) { try draft.append(buffer) } catch {
            throw CommandFailure(unwritable: error)
        }
        bytes += Int64(buffer.count)
        buffer.removeAll(keepingCapacity: true)
    }

    /// Whether the file has the content of the draft.
    private func isThere() throws(SystemError) -> Bool {
        guard let status = try? FileStatus(ofName: path), status.kind == .file, status.bytes == bytes else {
            return false
        }
        let (old, new) = (try FileReader(path), try FileReader(draft.path))
        while true {
            let piece = try new.next()
            guard try old.next() == piece else { return false }
            if piece.isEmpty { return true }
        }
    }

    private func lines(_ numbers: [CocoClass: Int]) -> [UInt8] {
        numbers.sorted { $0.value < $1.value }.flatMap { known, number in
            let mid = known.mid.map { jsonString($0) } ?? "null"
            return Array("[\(number),\(jsonString(known.kind)),\(jsonString(known.name)),\(mid)]\n".utf8)
        }
    }

    private static func folder(of path: FilePath) -> FilePath {
        path.directory.bytes.isEmpty ? FilePath(".") : path.directory
    }

    private static func name(of path: FilePath) -> String { String(decoding: path.name.bytes, as: UTF8.self) }

    private static func record(of path: FilePath) -> FilePath {
        path.directory.appending(FilePath(bytes: Array(".".utf8) + path.name.bytes + Array(ExportMark.name.utf8)))
    }
}
