package import Domain
package import Platform
internal import Report
package import Storage
internal import Text

/// Writes what was seen in all pictures into one file.
package struct FileExport {
    /// What is written in.
    typealias Sink = ([UInt8]) throws(CommandFailure) -> Void

    private let options: ExportOptions
    private let store: any Store
    private let path: FilePath

    /// An export to a file.
    package init(_ options: ExportOptions, of store: any Store, to path: FilePath) {
        self.options = options
        self.store = store
        self.path = path
    }

    /// Why the file is not one to export to; nil where nothing would be lost.
    package static func problem(
        of path: FilePath, format: ExportOptions.Format, job: String
    ) -> CommandFailure? {
        let problems = ([path] + companions(of: path, format)).lazy.compactMap {
            ExportFile.problem(of: $0, format: format.rawValue, job: job)
        }
        return problems.first
    }

    /// Writes the file, unless it is there as it would be written.
    package func write() throws(CommandFailure) -> ExportOutcome {
        try store.check(options)
        var files: [ExportFile] = []
        defer { for file in files { file.discard() } }
        for path in paths { files.append(try ExportFile(path, format: options.format.rawValue, job: options.job)) }
        return try unlessRecorded { pass, key, outcome throws(CommandFailure) in
            let numbers = try content(
                pass, &outcome, key: key, to: { bytes throws(CommandFailure) in try files[0].append(bytes) },
                beside: { bytes throws(CommandFailure) in try files[1].append(bytes) })
            // What could not be read this time is tried again by the next export.
            let own = outcome.failures.isEmpty ? key : ""
            for file in files.reversed() {
                let changes = try file.finish(numbers, key: own)
                if changes.written > 0 { outcome.changes.written = 1 }
                outcome.changes.bytesWritten += changes.bytesWritten
            }
            outcome.changes.kept = 1 - outcome.changes.written
        }
    }

    /// Counts what `write` would write.
    package func preview() throws(CommandFailure) -> ExportOutcome {
        try store.check(options)
        var bytes: Int64 = 0
        return try unlessRecorded { pass, key, outcome throws(CommandFailure) in
            let count: Sink = { bytes += Int64($0.count) }
            _ = try content(pass, &outcome, key: key, to: count, beside: count)
            outcome.changes.written = 1
            outcome.changes.bytesWritten = bytes
        }
    }

    /// Goes through the job's pictures, unless the files are there as they would be written.
    private func unlessRecorded(
        _ write: (ExportPass, _ key: String, inout ExportOutcome) throws(CommandFailure) -> Void
    ) throws(CommandFailure) -> ExportOutcome {
        var outcome = ExportOutcome()
        try store.export { rows throws(CommandFailure) in
            let pass = ExportPass(options: options, rows: rows, folder: nil, libraryVersion: "")
            let key = try pass.key(&outcome)
            if paths.allSatisfy({ ExportFile.isRecorded($0, key: key) }) {
                outcome.changes.kept = 1
                return
            }
            // What the way through for the key counted is counted again.
            outcome = ExportOutcome()
            try write(pass, key, &outcome)
        }
        return outcome
    }

    /// The file, and those that belong to it.
    private var paths: [FilePath] { [path] + Self.companions(of: path, options.format) }

    /// The files that a format has beside its own: the labelling configuration of Label Studio.
    private static func companions(of path: FilePath, _ format: ExportOptions.Format) -> [FilePath] {
        guard format == .labelStudio else { return [] }
        let name = path.name.bytes
        let stem = name.suffix(5) == Array(".json".utf8)[...] ? Array(name.dropLast(5)) : name
        return [path.directory.appending(FilePath(bytes: stem + Array(".config.xml".utf8)))]
    }

    /// What stands in the file; for COCO the numbers of its classes.
    private func content(
        _ pass: ExportPass, _ outcome: inout ExportOutcome, key: String, to sink: Sink, beside: Sink
    ) throws(CommandFailure) -> [CocoClass: Int] {
        let content = ExportContent(options, pass.rows, library: nil)
        switch options.format {
        case .coco:
            return try CocoExport(options, pass, content).write(
                after: ExportFile.numbers(beside: path), &outcome, to: sink)
        case .labelStudio:
            var document = LabelStudioDocument(imageRoot: options.imageRoot, minScore: options.minScore)
            var separator = "[\n"
            try pass.each(&outcome) { entry, outcome throws(CommandFailure) in
                let task = document.task(
                    entry.image, name: ExportName.insideFiles(entry.image), size: entry.size,
                    answers: try content.answers(of: entry))
                try sink(Array(separator.utf8) + task)
                separator = ",\n"
            }
            try sink(Array((separator == "[\n" ? "[]\n" : "\n]\n").utf8))
            try beside(document.configuration)
            outcome.withoutArea = document.withoutArea
            outcome.classes = document.classCount
        case .pdf:
            var file = PDFFile()
            try sink(file.begin())
            try pass.each(&outcome) { entry, outcome throws(CommandFailure) in
                guard let picture = content.pdfPicture(of: entry, &outcome) else { return }
                try sink(file.page(picture, text: try content.text(of: entry)))
                guard file.canGrow else {
                    throw CommandFailure(
                        "--one-file: a PDF has 10 GB at the most; leave it out, or choose pictures with --images",
                        .badInput)
                }
            }
            try sink(file.end(title: options.job, key: key))
        case .hocr:
            var numbers = HOCRNumbers()
            try sink(Array(TextDocument.hocrHead(title: options.job).utf8))
            try pass.each(&outcome) { entry, _ throws(CommandFailure) in
                try sink(Array(try content.document(of: entry).hocrPage(&numbers).utf8))
            }
            try sink(Array(TextDocument.hocrTail.utf8))
        case .visionJSON:
            try pass.each(&outcome) { entry, outcome throws(CommandFailure) in
                guard let response = try content.response(of: entry, &outcome) else { return }
                try sink(VisionDocument.line(entry, response.json, sent: response.sent))
            }
        default:
            var separator: [UInt8] = []
            try pass.each(&outcome) { entry, _ throws(CommandFailure) in
                try sink(separator + Array(TextDocument.plain(try content.text(of: entry)).utf8))
                // As pdftotext parts pages.
                separator = [0x0C]
            }
        }
        return [:]
    }
}
