internal import Logging
internal import Planning
internal import Platform
internal import Domain

/// A file that an option has a command write.
struct OutputFile {
    /// What is written to it.
    enum Kind {
        /// `--out`: a plan, in the place of an earlier one.
        case plan
        /// `--prometheus`: metrics, in the place of earlier ones.
        case metrics
        /// `--log`: events, behind earlier ones.
        case log
        /// `--out`: a copy of the store, in the place of nothing.
        case copy
    }

    let path: FilePath
    /// What is written to it.
    let kind: Kind

    /// A file that an option names; nil where it names none, or standard output.
    init?(_ path: FilePath?, _ kind: Kind) {
        guard let path, kind != .metrics || path != FilePath("-") else { return nil }
        (self.path, self.kind) = (path, kind)
    }

    /// The option that names it.
    var option: String {
        switch kind {
        case .plan, .copy: "--out"
        case .metrics: "--prometheus"
        case .log: "--log"
        }
    }

    /// Whether it is the same file as another one, under whatever name, or would be.
    func isSame(as other: FilePath) -> Bool {
        guard let own = try? FileStatus(of: path), let status = try? FileStatus(of: other) else {
            guard let own = try? path.resolvedWhereItWouldBe() else { return false }
            return own == (try? other.resolvedWhereItWouldBe())
        }
        return own.inode == status.inode && own.device == status.device
    }

    /// Why the file that is there is not one to write to: the end of a sentence; nil where nothing would be lost.
    var contentProblem: String? {
        // A store copies itself over no file at all.
        guard kind != .copy else { return nil }
        if FileStatus.isLink(path), !path.isOfDescriptor {
            return "is a symbolic link, which is not followed"
        }
        guard let status = try? FileStatus(of: path) else { return nil }
        guard status.kind == .file else {
            return kind == .log || status.kind == .folder ? nil : "is not a plain file and cannot be replaced"
        }
        guard status.bytes > 0 else { return nil }
        switch kind {
        case .plan: return PlanFile.isPlan(start) ? nil : "is not a plan of an earlier --out"
        case .metrics:
            return PrometheusText.isOwn(start) ? nil : "is not a file of metrics of an earlier --prometheus"
        case .log:
            let isLog = EventLog.isLine(start[...]) || EventLog.isLine(lastLine(of: status))
            return isLog ? nil : "is not a log of an earlier --log"
        case .copy: return nil
        }
    }

    /// A file's name to propose in the place of this one.
    var proposal: String {
        switch kind {
        case .plan: "--out plan.json"
        case .metrics: "--prometheus cairn.prom"
        case .log: "--log events.ndjson"
        case .copy: "--out copy.db"
        }
    }

    private var start: [UInt8] { bytes(at: 0) }

    /// The last line that has its line feed: a machine that lost its power may have left half of another one.
    private func lastLine(of status: FileStatus) -> ArraySlice<UInt8> {
        let end = bytes(at: max(0, status.bytes - 65536))
        guard let close = end.lastIndex(of: lineFeed) else { return [] }
        let open = end[..<close].lastIndex(of: lineFeed).map { $0 + 1 } ?? 0
        return end[open...close]
    }

    private func bytes(at offset: Int64) -> [UInt8] {
        guard let file = Descriptor.reading(path) else { return [] }
        defer { file.close() }
        return (try? file.read(at: offset)) ?? []
    }
}

private let lineFeed = UInt8(ascii: "\n")
