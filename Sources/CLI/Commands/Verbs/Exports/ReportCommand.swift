internal import Exporting
internal import Platform
internal import Storage
internal import Domain

/// `cairn report JOB...`: a page that shows a job's pictures with what was seen in them.
enum ReportCommand {
    struct Options: Sendable {
        var jobs: [String] = []
        var out: FilePath?
        var images: String?
        var thumbs: ThumbnailEdge?
        var views: ViewEdge?
    }

    /// `--thumbs`.
    enum ThumbnailEdge: String, CaseIterable, Argument {
        case none, small = "240", large = "320"
    }

    /// `--views`.
    enum ViewEdge: String, CaseIterable, Argument {
        case none, large = "1280", huge = "2048"
    }

    static func command(_ stores: any StoreProvider) -> Command {
        Command(
            "report", "writes a page that shows jobs: pictures, frames, filters, costs",
            details: [
                "The page opens from a disk or from any web server, and loads nothing from elsewhere. "
                    + "A second call writes only what has changed.",
                "Above \(HumanFormat.grouped(ReportOptions.smallReport)) pictures thumbnails are smaller, and there are no larger views unless --views asks for them.",
            ],
            items: [
                .option(
                    "out", \.out, "DIR", "the page's folder: a new one, or that of an earlier report of the same jobs"),
                .option("images", \.images, "SQL", "only images that this query names, by image_id or path"),
                .option("thumbs", \.thumbs, "EDGE", "the longest edge of thumbnails in pixels: none, 240 or 320"),
                .option("views", \.views, "EDGE", "the longest edge of larger views: none, 1280 or 2048"),
                .rest(\.jobs, "JOB", "names of jobs", atLeast: 1),
            ], defaults: Options()
        ) { call, console in
            let context = CommandContext(call.common, console, stores)
            return context.attempt { () throws(CommandFailure) in
                let options = call.options
                guard let out = options.out else {
                    throw CommandFailure("--out is missing; name the page's folder, such as --out report", .badInput)
                }
                if options.images != nil { stores.prepareForQueries() }
                let store = try context.open(for: .read)
                try context.checkFolder(out, "--out", format: ReportWriter.format, jobs: options.jobs)
                try context.checkIsNoSource(out, "--out", in: store)
                let only = try options.images.map { sql throws(CommandFailure) in try context.selection(sql, in: store)
                }
                let report = ReportOptions(
                    jobs: options.jobs, only: only,
                    thumbnails: options.thumbs.map { ReportOptions.Edge($0.rawValue) },
                    views: options.views.map { ReportOptions.Edge($0.rawValue) })
                context.show(try context.writeReport(report, to: out, in: store), at: out)
                return .done
            }
        }
    }
}

extension CommandContext {
    /// Writes a report; says how much before it begins.
    func writeReport(_ options: ReportOptions, to folder: FilePath, in store: any Store) throws(CommandFailure)
        -> ReportWriter.Outcome
    {
        try ReportWriter(options, of: store, to: folder).write { count, bytes in
            guard count > 0 else { return }
            reporter.say(
                "making \(HumanFormat.count(count, "picture")) for the report, about \(HumanFormat.bytes(bytes))")
        }
    }

    /// Says what a report has become.
    fileprivate func show(_ outcome: ReportWriter.Outcome, at folder: FilePath) {
        let page = folder.appending("index.html")
        if common.json {
            write(
                ["page", "images", "without_picture", "written", "kept", "removed"],
                [
                    [
                        .text(page.description), Cell(outcome.images), Cell(outcome.withoutPictureCount),
                        Cell(outcome.changes.written), Cell(outcome.changes.kept), Cell(outcome.changes.removed),
                    ]
                ])
        }
        report(missing: outcome)
        let changes = outcome.changes
        let written =
            changes.written > 0 ? "\(HumanFormat.count(changes.written, "file")) written" : "nothing has changed"
        reporter.say("report of \(HumanFormat.count(outcome.images, "picture")): \(page) (\(written))")
        for name in changes.left { reporter.warn("\(name) is not needed any more and was changed by hand; it stays") }
    }

    /// Says which pictures a report could not show, and why.
    private func report(missing outcome: ReportWriter.Outcome) {
        guard outcome.withoutPictureCount > 0 else { return }
        let examples = outcome.withoutPicture.map { "\($0.path): \($0.reason)" }.joined(separator: "; ")
        let more = outcome.withoutPictureCount > outcome.withoutPicture.count ? "; ..." : ""
        reporter.warn(
            "\(HumanFormat.count(outcome.withoutPictureCount, "picture")) without a thumbnail (\(examples)\(more))")
    }
}

extension ReportOptions.Edge {
    /// The edge of an option's word: pixels, or `none`.
    fileprivate init(_ word: String) { self = Int(word).map { .pixels($0) } ?? .none }
}
