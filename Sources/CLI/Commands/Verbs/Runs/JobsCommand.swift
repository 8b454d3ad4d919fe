internal import Domain
internal import Platform
internal import Storage

/// `cairn jobs`: the jobs of the store, with their images, failures and costs.
enum JobsCommand {
    static func command(_ stores: any StoreProvider) -> Command {
        Command(
            "jobs", "lists the jobs of the store, with their images, failures, costs and manifests",
            details: [
                "`cairn run NAME` runs a job that is listed: it reads the manifest where it lies. "
                    + "The view `jobs` has the same rows for SQL."
            ], items: [Option<Options>](), defaults: Options()
        ) { call, console in
            let context = CommandContext(call.common, console, stores)
            return context.attempt { () throws(CommandFailure) in
                let jobs = try context.open(for: .read).read { reports throws(StoreError) in try reports.jobs() }
                if jobs.isEmpty, !call.common.json {
                    context.reporter.say("no job yet; `cairn init FOLDER` writes a manifest, `cairn run JOB` runs it")
                } else if call.common.json {
                    context.write(columns, jobs.map(cells))
                } else {
                    context.writeNonzero(columns.map(title), jobs.map(shownCells), heads: 1)
                }
                return .done
            }
        }
    }

    struct Options: Sendable {}

    static let columns = [
        "job", "images", "answered", "failing", "queued", "missing", "newest_run_id", "submitted_at", "month",
        "month_units", "month_usd_high", "manifest",
    ]

    /// A job's values for `columns`.
    private static func cells(of job: JobStatus) -> [Cell] {
        [
            .text(job.job), Cell(job.totals.images), Cell(job.totals.answered), Cell(job.totals.failing),
            Cell(job.queued), Cell(job.missing), job.newestRun.map { .integer($0.value) } ?? .null,
            Cell(job.submittedAt), Cell(job.month?.name), job.month.map { Cell($0.units) } ?? .null,
            Cell.dollars(job.month?.microDollars), .text(job.manifest.bytes),
        ]
    }

    /// The same for people.
    private static func shownCells(of job: JobStatus) -> [Cell] {
        var cells = cells(of: job)
        // `2026-11-22T04:10:00.000Z` to the minute.
        cells[7] = Cell(job.submittedAt.map { "\($0.prefix(10)) \($0.dropFirst(11).prefix(5)) UTC" })
        cells[10] = Cell(job.month.map { HumanFormat.dollars($0.microDollars) })
        if let file = (try? FilePath.currentFolder()).flatMap({ job.manifest.relative(to: $0) }) {
            cells[11] = .text(file.bytes)
        }
        return cells
    }

    private static func title(of column: String) -> String {
        switch column {
        case "newest_run_id": "newest run"
        case "submitted_at": "submitted"
        case "month_units": "units"
        case "month_usd_high": "up to"
        default: column
        }
    }
}
