internal import Reporting
internal import Storage
internal import Domain

/// Runs in rows for people: what fits on a terminal, without columns that have nothing but 0.
struct StatusTable {
    let columns: [String]
    let rows: [[Cell]]

    /// - Parameter isWide: whether there is room for backend, account and times.
    init(_ runs: [RunStatus], isWide: Bool) {
        let narrow = [
            "run", "job", "state", "total", "done", "failed", "queued", "running", "images/s", "left", "units", "up to",
        ]
        let all = isWide ? narrow + ["backend", "account", "submitted", "took"] : narrow
        let cells = runs.map { StatusTable.cells(of: $0) + (isWide ? StatusTable.details(of: $0) : []) }
        // Up to `done` they say what the run is.
        let kept = all.indices.filter { index in index < 5 || cells.contains { !$0[index].isNothing } }
        columns = kept.map { all[$0] }
        rows = cells.map { row in kept.map { row[$0] } }
    }

    private static func details(of run: RunStatus) -> [Cell] {
        [
            .text(run.details.backend?.rawValue ?? ""), .text(run.details.account ?? ""),
            .text(HumanFormat.moment(run.totals.submittedAt)),
            .text(run.totals.finishedAt == nil ? "" : HumanFormat.duration(run.details.duration)),
        ]
    }

    private static func cells(of run: RunStatus) -> [Cell] {
        let totals = run.totals
        let cost = totals.cost
        return [
            .integer(totals.run.value), .text(totals.job), .text(run.state), Cell(totals.total), Cell(totals.done),
            Cell(totals.failed), Cell(totals.queued), Cell(totals.running),
            run.imagesPerSecond > 0 ? .real((run.imagesPerSecond * 100).rounded() / 100) : .text(""),
            .text(left(of: run)), Cell(cost.units), .text(HumanFormat.dollars(cost.maxMicroDollars)),
        ]
    }

    /// The time left, or in short why it cannot be known.
    private static func left(of run: RunStatus) -> String {
        if let remaining = run.remaining { return HumanFormat.duration(remaining) }
        return switch run.waitReason {
        case .paused: "paused"
        case .noWorker: "no worker"
        case .copy: "unknown"
        case .onHold: "pause asked"
        case .capReached: "cap reached"
        case .capAhead: "cap ahead"
        case .retry: "tries again"
        case .nothingEnded: "unknown"
        case nil: ""
        }
    }
}
