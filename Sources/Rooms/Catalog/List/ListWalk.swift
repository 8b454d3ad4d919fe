internal import Platform
internal import Vocabulary

/// The reading of one `list:` source: lines of one folder that follow each other become one listing.
struct ListWalk {
    /// The most files in one listing.
    static let chunk = 1024

    /// The folder that relative lines start from.
    let base: FilePath
    /// The list as people know it.
    let subject: FilePath
    let exclusion: Exclusion

    /// Reads to the end.
    func run<E: Error>(_ reader: RecordReader, _ emit: (Finding) throws(E) -> Void) throws(E) {
        var reader = reader
        var folder = FilePath(bytes: [])
        var files: [ListedFile] = []
        var paths = 0
        while true {
            let record: RecordReader.Record?
            do throws(SystemError) {
                record = try reader.next()
            } catch {
                try flush(folder, &files, emit)
                return try emit(.problem(.refused(subject, error)))
            }
            guard let record else { break }
            paths += 1
            switch look(at: record) {
            case nil: continue
            case .failure(let problem): try emit(.problem(problem))
            case .success(let (path, status)):
                let directory = path.directory
                if directory != folder || files.count == Self.chunk {
                    try flush(folder, &files, emit)
                    folder = directory
                }
                files.append(ListedFile(name: path.name.bytes, status: status))
            }
        }
        try flush(folder, &files, emit)
        if paths == 0 { try emit(.problem(.missing(subject, "the list \(subject) names no file", code: nil))) }
    }

    /// What a record names: a file, nothing that may be used, or something left out.
    private func look(at record: RecordReader.Record) -> Result<(FilePath, FileStatus), FindProblem>? {
        switch record {
        case .refused(let number, let reason):
            return .failure(.unreadable(subject, "record \(number) of \(subject) \(reason)"))
        case .path(let bytes):
            if bytes.starts(with: "https://".utf8) || bytes.starts(with: "http://".utf8) {
                let url = FilePath(bytes: bytes)
                return .failure(.missing(url, "\(url) is a URL; a list names files on this machine", code: nil))
            }
            let path = base.appending(FilePath(bytes: bytes)).normalized
            if exclusion.holds(path) { return nil }
            do throws(SystemError) {
                let status = try FileStatus(of: path)
                return switch status.kind {
                case .file: .success((path, status))
                case .folder: .failure(.isFolder(path))
                case .other: .failure(.isSpecial(path))
                }
            } catch {
                if error.code == "ENOENT" {
                    return .failure(
                        FileStatus.isLink(path) ? .danglingLink(path) : .missing(path, "there is no file \(path)"))
                }
                return .failure(.refused(path, error))
            }
        }
    }

    private func flush<E: Error>(
        _ folder: FilePath, _ files: inout [ListedFile], _ emit: (Finding) throws(E) -> Void
    ) throws(E) {
        if files.isEmpty { return }
        var sorted: [ListedFile] = []
        for file in files.sorted(by: { $0.name.lexicographicallyPrecedes($1.name) })
        where sorted.last?.name != file.name {
            sorted.append(file)
        }
        files.removeAll(keepingCapacity: true)
        try emit(.listing(Listing(folder: folder, files: sorted, isWhole: false)))
    }
}
