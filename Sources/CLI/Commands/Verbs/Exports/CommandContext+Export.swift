internal import Exporting
internal import Platform
internal import Report
internal import Storage
internal import Domain

extension CommandContext {
    /// `cairn export` in a format.
    func export(_ options: ExportCommand.Options, as format: ExportOptions.Format) throws(CommandFailure) -> ExitCode {
        guard let job = options.job else {
            throw CommandFailure(
                "which job? Give its name: `cairn export JOB --to \(format.rawValue) --out PATH`", .badInput)
        }
        let isOneFile = format.isOneFile || options.isOneFile
        guard let out = options.out, out != FilePath("-") else {
            throw CommandFailure(
                isOneFile
                    ? "--out: name a file; \(format.rawValue) is one for all pictures"
                    : "--out: name a folder; \(format.rawValue) is a file for each picture", .badInput)
        }
        try check(options, for: format)
        if options.images != nil { stores.prepareForQueries() }
        let store = try open(for: .read)
        if isOneFile {
            if let problem = FileExport.problem(of: out, format: format, job: job) {
                throw CommandFailure("--out: \(problem.sentence)", problem.exit)
            }
        } else {
            try checkFolder(out, "--out", format: format.rawValue, jobs: [job])
        }
        try checkIsNoSource(out, "--out", in: store)
        var export = ExportOptions(job: job, format: format)
        export.isOneFile = isOneFile
        export.pixels = options.pixels ?? .embed
        export.frame = options.frame ?? .upright
        export.only = try options.images.map { sql throws(CommandFailure) in try selection(sql, in: store) }
        export.features = Set(options.features)
        export.minScore = options.minScore?.value ?? format.defaultMinScore
        export.sidecarName = options.sidecar ?? .ext
        if let root = options.root { export.tags.root = root.isEmpty ? nil : root }
        export.tags.hasHierarchy = !options.isFlat
        export.imageRoot = options.imageRoot
        export.stripsMetadata = options.strips
        let outcome = try write(export, of: store, to: out, isDry: options.isDry)
        show(outcome, of: export, at: out, isDry: options.isDry)
        return outcome.failures.isEmpty ? .done : .someFailed
    }

    private func write(
        _ options: ExportOptions, of store: any Store, to out: FilePath, isDry: Bool
    ) throws(CommandFailure) -> ExportOutcome {
        if options.isOneFile {
            let export = FileExport(options, of: store, to: out)
            return isDry ? try export.preview() : try export.write()
        }
        let export = try FolderExport(options, of: store, to: out)
        return isDry ? try export.preview() : try export.write()
    }

    /// Refuses options that mean nothing in a format.
    private func check(_ options: ExportCommand.Options, for format: ExportOptions.Format) throws(CommandFailure) {
        let name = format.rawValue
        let own = format == .visionJSON ? "picture that was sent" : format == .xmp ? "file" : "upright picture"
        let problems: [(isGiven: Bool, option: String, reason: String)] = [
            (options.frame != nil && !format.hasFrames, "frame", "\(name) has the frame of the \(own)"),
            (options.pixels != nil && !format.isDrawing, "picture", "\(name) does not have it, svg and html do"),
            (
                options.minScore != nil && format == .visionJSON, "min-score",
                "vision-json is the answer as it was paid"
            ),
            (
                options.minScore != nil && format.isText, "min-score",
                "\(name) is the whole text, and words of a low score would be missing in it"
            ),
            (
                options.isOneFile && !format.canBeOneFile, "one-file",
                format.isOneFile ? "\(name) is one file in any case" : "\(name) is a file for each picture"
            ),
            (options.sidecar != nil && format != .xmp, "sidecar", "\(name) does not have it, xmp does"),
            (options.root != nil && format != .xmp, "root", "\(name) does not have it, xmp does"),
            (options.isFlat && format != .xmp, "no-hierarchy", "\(name) does not have it, xmp does"),
            (
                options.imageRoot != nil && format != .labelStudio, "image-root",
                "\(name) does not have it, label-studio does"
            ),
            (options.strips && format != .pdf, "strip", "\(name) does not have it, pdf does"),
        ]
        guard let problem = problems.first(where: \.isGiven) else { return }
        throw CommandFailure("--\(problem.option): \(problem.reason); leave it out", .badInput)
    }

    private func show(
        _ outcome: ExportOutcome, of options: ExportOptions, at folder: FilePath, isDry: Bool
    ) {
        let changes = outcome.changes
        if common.json {
            write(
                ["folder", "written", "kept", "removed", "not_drawn"],
                [
                    [
                        .text(folder.description), Cell(changes.written), Cell(changes.kept), Cell(changes.removed),
                        Cell(outcome.failures.count),
                    ]
                ])
        }
        showNotices(outcome, of: options)
        var parts = ["\(HumanFormat.grouped(changes.written)) \(isDry ? "to write" : "written")"]
        if changes.kept > 0 { parts.append("\(HumanFormat.grouped(changes.kept)) as before") }
        if changes.removed > 0 {
            parts.append("\(HumanFormat.grouped(changes.removed)) \(isDry ? "to remove" : "removed")")
        }
        let size = changes.written > 0 ? ", \(isDry ? "about " : "")\(HumanFormat.bytes(changes.bytesWritten))" : ""
        reporter.say(
            "\(options.format.rawValue) \(options.isOneFile ? "file" : "files in") \(folder): \(parts.joined(separator: ", "))\(size)"
        )
    }

    /// What people should know of what was written, and of what was not.
    private func showNotices(_ outcome: ExportOutcome, of options: ExportOptions) {
        for (path, reason) in outcome.failures { reporter.warn("\(path): \(reason); not in the export", .failure) }
        if outcome.turnedLinks > 0 {
            reporter.warn(
                "\(HumanFormat.count(outcome.turnedLinks, "picture")) linked that only browsers turn upright; --picture embed draws alike everywhere"
            )
        }
        if outcome.withoutArea > 0 {
            reporter.say(
                "\(HumanFormat.count(outcome.withoutArea, "annotation")) without an area in the picture: not in the export"
            )
        }
        if outcome.twins > 0 {
            reporter.warn(
                "\(HumanFormat.count(outcome.twins, "picture")) with the name of another one but for the ending, which datumaro and CVAT refuse; choose with --images"
            )
        }
        if outcome.classes > 0 {
            reporter.say("\(HumanFormat.count(outcome.classes, "label")) in the labelling configuration")
        }
        if options.format == .pdf, !options.stripsMetadata, outcome.changes.written > 0 {
            reporter.say(
                "JPEG files keep their metadata in a PDF, such as where they were taken; --strip leaves it out")
        }
        for name in outcome.changes.left {
            reporter.warn("\(name) is not needed any more and was changed by hand; it stays")
        }
        let missing = outcome.unanswered.sorted { $0.key.rawValue < $1.key.rawValue }
            .map { "\(HumanFormat.grouped($0.value)) \($0.key.rawValue)" }
        if !missing.isEmpty {
            reporter.say("\(missing.joined(separator: ", ")) without such an answer: not in the export")
        }
        if outcome.outside > 0 {
            reporter.say("\(HumanFormat.count(outcome.outside, "image")) of --images not in the job: not in the export")
        }
    }
}
