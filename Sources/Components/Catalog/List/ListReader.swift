internal import Platform
internal import Domain

/// The reading of one `list:` source: lines of one folder that follow each other become one listing.
struct ListReader {
    /// The most files in one listing.
    static let chunk = 1024

    /// The folder that relative lines start from.
    let base: FilePath
    /// The list as people know it.
    let subject: FilePath
    let exclusion: ExcludeFilter
    /// Whether lines may name objects in Cloud Storage.
    let takesObjects: Bool
    /// Whether pictures are turned otherwise than their files say, which Cairn cannot do with objects.
    var turnsPictures = false

    /// Reads to the end.
    func run<E: Error>(_ reader: RecordReader, _ visitor: (SourceItem) throws(E) -> Void) throws(E) {
        var reader = reader
        var folder = FilePath(bytes: [])
        var files: [ListedFile] = []
        var paths = 0
        while true {
            let record: RecordReader.Record?
            do throws(SystemError) {
                record = try reader.next()
            } catch {
                try flush(folder, &files, visitor)
                return try visitor(.problem(.refused(subject, error)))
            }
            guard let record else { break }
            paths += 1
            switch inspect(record) {
            case nil: continue
            case .problem(let problem): try visitor(.problem(problem))
            case .object(let name): try visitor(.objects([name], nil))
            case .web(let address): try visitor(.web(SourcePath(address), nil))
            case .file(let path, let status):
                let directory = path.directory
                if directory != folder || files.count == Self.chunk {
                    try flush(folder, &files, visitor)
                    folder = directory
                }
                files.append(ListedFile(name: path.name.bytes, status: status))
            }
        }
        try flush(folder, &files, visitor)
        if paths == 0 { try visitor(.problem(.missing(subject, "the list \(subject) names no file", code: nil))) }
    }

    /// What a record names.
    private enum Named {
        case file(FilePath, FileStatus)
        case object(String)
        case web(FilePath)
        case problem(SourceProblem)
    }

    /// What a record names: a file, an object or an address, nothing that may be used, or something left out.
    private func inspect(_ record: RecordReader.Record) -> Named? {
        switch record {
        case .refused(let number, let reason):
            return .problem(.unreadable(subject, "record \(number) of \(subject) \(reason)"))
        case .foreign(let kind): return .problem(.unreadable(subject, kind.notAList(subject)))
        case .path(let bytes):
            if bytes.starts(with: CloudObject.scheme.utf8) { return object(bytes) }
            if let address = webAddress(bytes) { return exclusion.holds(address, isGiven: true) ? nil : .web(address) }
            return file(base.appending(FilePath(bytes: bytes)).normalized)
        }
    }

    /// That a file is not there; of a line with a comma, which may be one of a table, what a list is.
    private static func absence(of path: FilePath) -> String {
        let sentence = "there is no file \(path)"
        guard path.name.bytes.contains(UInt8(ascii: ",")) else { return sentence }
        return "\(sentence); a list has a path on each line, and no other columns"
    }

    private func file(_ path: FilePath) -> Named? {
        if exclusion.holds(path, isGiven: true) { return nil }
        do throws(SystemError) {
            let status = try FileStatus(of: path)
            return switch status.kind {
            case .file: .file(path, status)
            case .folder: .problem(.isFolder(path))
            case .other: .problem(.isSpecial(path))
            }
        } catch {
            if error.code == "ENOENT" {
                return .problem(
                    FileStatus.isLink(path)
                        ? .danglingLink(path) : .missing(path, ListReader.absence(of: path), isName: true))
            }
            return .problem(.refused(path, error, isName: true))
        }
    }

    /// An object by its name: a bucket's, a slash, and one within the bucket.
    private func object(_ bytes: [UInt8]) -> Named? {
        let path = FilePath(bytes: bytes)
        guard takesObjects else {
            return .problem(
                .missing(
                    path, "\(path) lies in Cloud Storage, where only the vision backend finds it", code: nil,
                    isName: true))
        }
        guard !turnsPictures else {
            return .problem(
                .unreadable(
                    path,
                    "\(path) is handed on by its name and cannot be turned; name it in a source without `orientation` and `rotate`",
                    isName: true))
        }
        guard let name = String(validating: bytes, as: UTF8.self), CloudObject(name) != nil else {
            return .problem(
                .missing(path, "\(path) names no object; expected such as gs://bucket/a.jpg", code: nil, isName: true))
        }
        return exclusion.holds(path, isGiven: true) ? nil : .object(name)
    }

    private func flush<E: Error>(
        _ folder: FilePath, _ files: inout [ListedFile], _ visitor: (SourceItem) throws(E) -> Void
    ) throws(E) {
        if files.isEmpty { return }
        var sorted: [ListedFile] = []
        for file in files.sorted(by: { $0.name.lexicographicallyPrecedes($1.name) })
        where sorted.last?.name != file.name {
            sorted.append(file)
        }
        files.removeAll(keepingCapacity: true)
        try visitor(.listing(Listing(folder: folder, files: sorted, isWhole: false)))
    }
}
