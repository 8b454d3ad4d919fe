internal import Domain
internal import JSON
internal import Platform
internal import Text

/// What an export has written down of its own files, so that the next one knows them: lines of JSON.
struct ExportRecord: Equatable {
    /// What is known of a file that was written.
    struct Entry: Equatable {
        /// What tells whether it would be written again as it is.
        let key: String
        let bytes: Int64
        /// Its last change, in nanoseconds since 1970.
        let modified: Int64
    }

    /// What is in the folder: the format and the jobs.
    let format: String
    let jobs: [String]
    /// By name, relative to the folder; letter by letter, as file systems have names.
    var entries: [FilePath: Entry] = [:]

    init(format: String, jobs: [String]) {
        self.format = format
        self.jobs = jobs
    }

    /// The record in a text; nil where it is not one of this program.
    init?(_ text: [UInt8]) {
        let lines = text.split(separator: UInt8(ascii: "\n"))
        guard let first = lines.first, let head = try? JSONDocument(Array(first)).root,
            head["cairn"]?.string == "export", let format = head["format"]?.string
        else { return nil }
        self.init(format: format, jobs: head["jobs"]?.elements.compactMap(\.string) ?? [])
        add(lines.dropFirst())
    }

    /// Adds the entries of lines; those that were written in half are left out.
    mutating func add(_ lines: some Sequence<ArraySlice<UInt8>>) {
        for line in lines {
            guard let (name, entry) = Self.entry(line) else { continue }
            entries[FilePath(name)] = entry
        }
    }

    /// The entry of a file that is in its folder just as the record has it, with a key; nil of any other.
    func entry(_ name: String, key: String, in folder: FilePath) -> Entry? {
        guard let entry = entries[FilePath(name)], entry.key == key,
            let status = try? FileStatus(ofName: folder.appending(name)), status.kind == .file,
            status.bytes == entry.bytes, status.modifiedNanoseconds == entry.modified
        else { return nil }
        return entry
    }

    /// The record of a folder; nil where it has none.
    static func read(in folder: FilePath) -> ExportRecord? {
        plainFile(folder.appending(ExportMark.name)).flatMap { ExportRecord($0) }
    }

    /// The record as it is written, in the order of the names.
    var text: [UInt8] {
        var text = head
        for name in entries.keys.sorted() {
            if let entry = entries[name] { text += Self.line(String(decoding: name.bytes, as: UTF8.self), entry) }
        }
        return text
    }

    /// The first line.
    var head: [UInt8] {
        let jobs = jobs.map { jsonString($0) }.joined(separator: ",")
        return Array("{\"cairn\":\"export\",\"version\":1,\"format\":\(jsonString(format)),\"jobs\":[\(jobs)]}\n".utf8)
    }

    /// The line of a file.
    static func line(_ name: String, _ entry: Entry) -> [UInt8] {
        Array("[\(jsonString(name)),\(jsonString(entry.key)),\(entry.bytes),\(entry.modified)]\n".utf8)
    }

    private static func entry(_ line: ArraySlice<UInt8>) -> (String, Entry)? {
        guard let values = try? JSONDocument(Array(line)).root.elements, values.count == 4, let name = values[0].string,
            let key = values[1].string, let bytes = values[2].integer, let modified = values[3].integer
        else { return nil }
        return (name, Entry(key: key, bytes: Int64(bytes), modified: Int64(modified)))
    }
}

/// The bytes of a file; nil where there is none, or it is a link.
func plainFile(_ path: FilePath) -> [UInt8]? {
    guard (try? FileStatus(ofName: path))?.kind == .file else { return nil }
    let buffer = FileBuffer()
    guard (try? buffer.read(path, limit: 1 << 31)) != nil else { return nil }
    return buffer.copy
}
