internal import Exporting
internal import Platform
internal import Report
internal import Storage
internal import Domain

/// `cairn export JOB --to FORMAT --out DIR`: a job's answers as files that other programs open.
enum ExportCommand {
    struct Options: Sendable {
        var job: String?
        var to: ExportOptions.Format?
        var out: FilePath?
        var images: String?
        var features: [FeatureType] = []
        var minScore: Score?
        var pixels: ExportOptions.Pixels?
        var frame: PictureFrame.Kind?
        var isDry = false
    }

    /// `--min-score`.
    struct Score: Argument {
        let value: Float

        static func read(_ word: String) -> Score? { Float(word).flatMap { $0.isFinite ? Score(value: $0) : nil } }
        static var expectation: String { "a number like 0.5" }
    }

    static func command(_ stores: any StoreProvider) -> Command {
        Command(
            "export", "writes a job's answers as files that other programs open",
            details: [
                "Without --to it lists the formats.",
                "A second export to the same place writes only what has changed, and removes what is not the job's any more. "
                    + "Files that are not of an export are never touched.",
            ],
            items: [
                .option("to", \.to, "FORMAT", "what is written"),
                .option(
                    "out", \.out, "PATH",
                    "the folder, or the file of coco: a new one, or that of an earlier export of the same kind"),
                .option("images", \.images, "SQL", "only images that this query names, by image_id or path"),
                .list("feature", \.features, "FEATURE", "only answers to this feature; any number of times"),
                .option("min-score", \.minScore, "X", "without annotations whose score is lower"),
                .option(
                    "picture", \.pixels, "HOW", "the pixels of svg and html: embed (default), link to the file, or none"
                ),
                .option(
                    "frame", \.frame, "FRAME",
                    "in whose pixels hocr, alto and coco are: of the upright picture (default), or of the file whatever its EXIF"
                ),
                .flag("dry-run", \.isDry, "write nothing; say how many files would be written"),
                .argument(\.job, "JOB", "the job's name"),
            ], defaults: Options()
        ) { call, console in
            let context = CommandContext(call.common, console, stores)
            return context.attempt { () throws(CommandFailure) in
                guard let format = call.options.to else {
                    context.write(
                        ["format", "what"],
                        ExportOptions.Format.allCases.map { [.text($0.rawValue), .text($0.summary)] })
                    return .done
                }
                return try context.export(call.options, as: format)
            }
        }
    }
}

extension CommandContext {
    fileprivate func export(_ options: ExportCommand.Options, as format: ExportOptions.Format)
        throws(CommandFailure) -> ExitCode
    {
        guard let job = options.job else {
            throw CommandFailure(
                "which job? Give its name: `cairn export JOB --to \(format.rawValue) --out DIR`", .badInput)
        }
        guard let out = options.out, out != FilePath("-") else {
            throw CommandFailure(
                format.isOneFile
                    ? "--out: name a file; \(format.rawValue) is one for all pictures"
                    : "--out: name a folder; \(format.rawValue) is a file for each picture", .badInput)
        }
        try check(options, for: format)
        if options.images != nil { stores.prepareForQueries() }
        let store = try open(for: .read)
        if format.isOneFile {
            if let problem = CocoExport.problem(of: out, job: job) {
                throw CommandFailure("--out: \(problem.sentence)", problem.exit)
            }
        } else {
            try checkFolder(out, "--out", format: format.rawValue, jobs: [job])
        }
        try checkIsNoSource(out, "--out", in: store)
        var drawing = ExportOptions(job: job, format: format)
        drawing.pixels = options.pixels ?? .embed
        drawing.frame = options.frame ?? .upright
        drawing.only = try options.images.map { sql throws(CommandFailure) in try selection(sql, in: store) }
        drawing.features = Set(options.features)
        drawing.minScore = options.minScore?.value
        let outcome = try write(drawing, of: store, to: out, isDry: options.isDry)
        show(outcome, of: format, at: out, isDry: options.isDry)
        return outcome.failures.isEmpty ? .done : .someFailed
    }

    private func write(
        _ options: ExportOptions, of store: any Store, to out: FilePath, isDry: Bool
    ) throws(CommandFailure) -> ExportOutcome {
        if options.format.isOneFile {
            let export = CocoExport(options, of: store, to: out)
            return isDry ? try export.preview() : try export.write()
        }
        let export = FolderExport(options, of: store, to: out)
        return isDry ? try export.preview() : try export.write()
    }

    /// Refuses options that mean nothing in a format.
    private func check(_ options: ExportCommand.Options, for format: ExportOptions.Format) throws(CommandFailure) {
        if options.frame != nil, !format.hasFrames {
            let own = format == .visionJSON ? "picture that was sent" : "upright picture"
            throw CommandFailure("--frame: \(format.rawValue) has the frame of the \(own); leave it out", .badInput)
        }
        if options.pixels != nil, !format.hasPixels {
            throw CommandFailure("--picture: \(format.rawValue) has no picture; leave it out", .badInput)
        }
        if options.minScore != nil, format == .visionJSON {
            throw CommandFailure("--min-score: vision-json is the answer as it was paid; leave it out", .badInput)
        }
        guard format.isText else { return }
        if options.minScore != nil {
            throw CommandFailure(
                "--min-score: \(format.rawValue) is the whole text, and words of a low score would be missing in it; leave it out",
                .badInput)
        }
    }

    private func show(
        _ outcome: ExportOutcome, of format: ExportOptions.Format, at folder: FilePath, isDry: Bool
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
        for name in changes.left { reporter.warn("\(name) is not needed any more and was changed by hand; it stays") }
        let missing = outcome.unanswered.sorted { $0.key.rawValue < $1.key.rawValue }
            .map { "\(HumanFormat.grouped($0.value)) \($0.key.rawValue)" }
        if !missing.isEmpty {
            reporter.say("\(missing.joined(separator: ", ")) without such an answer: not in the export")
        }
        if outcome.outside > 0 {
            reporter.say("\(HumanFormat.count(outcome.outside, "image")) of --images not in the job: not in the export")
        }
        var parts = ["\(HumanFormat.grouped(changes.written)) \(isDry ? "to write" : "written")"]
        if changes.kept > 0 { parts.append("\(HumanFormat.grouped(changes.kept)) as before") }
        if changes.removed > 0 {
            parts.append("\(HumanFormat.grouped(changes.removed)) \(isDry ? "to remove" : "removed")")
        }
        let size = changes.written > 0 ? ", \(isDry ? "about " : "")\(HumanFormat.bytes(changes.bytesWritten))" : ""
        reporter.say(
            "\(format.rawValue) \(format.isOneFile ? "file" : "files in") \(folder): \(parts.joined(separator: ", "))\(size)"
        )
    }
}

extension ExportOptions.Format: Argument {
    /// What it is, and what opens it.
    fileprivate var summary: String {
        switch self {
        case .svg: "a folder with a drawing for each picture, its frames over it; browsers, Inkscape"
        case .html: "a folder with a page for each picture, its frames over it and a table; browsers"
        case .txt: "a folder with the text of each picture as it is read; editors, search"
        case .hocr: "a folder with the text of each picture and its places as hOCR; OCRmyPDF, hocr-tools"
        case .visionJSON: "a folder with the answer of the Cloud Vision API for each picture, as it was paid"
        case .coco:
            "one file with objects, faces, landmarks, logos and segments; pycocotools, FiftyOne, CVAT, Label Studio"
        case .alto: "a folder with the text of each picture and its places as ALTO 4.4; archives, libraries"
        }
    }
}

extension ExportOptions.Pixels: Argument {}
extension PictureFrame.Kind: Argument {}
