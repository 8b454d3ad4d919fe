internal import Reporting
internal import Storage
internal import Vocabulary

/// Runs in rows for people: what fits on a terminal.
enum StatusTable {
    static let columns = [
        "run", "job", "state", "total", "done", "failed", "waiting", "running", "images/s", "left", "units", "usd",
    ]

    /// A run's values for `columns`.
    static func cells(of run: RunStatus) -> [Cell] {
        let totals = run.totals
        let cost = totals.cost
        return [
            .integer(totals.run.value), .text(totals.job), .text(totals.state), Cell(totals.total), Cell(totals.done),
            Cell(totals.failed), Cell(totals.waiting), Cell(totals.running),
            run.imagesPerSecond > 0 ? .real((run.imagesPerSecond * 100).rounded() / 100) : .text(""),
            .text(left(of: run)), Cell(cost.settled + cost.uncertain), .real(Double(cost.mostMicroDollars) / 1e6),
        ]
    }

    /// The time left, or in short why it cannot be known.
    private static func left(of run: RunStatus) -> String {
        if let remaining = run.remaining { return Figures.duration(remaining) }
        return switch run.holdup {
        case .paused: "paused"
        case .noWorker: "no worker"
        case .held: "told to wait"
        case .capReached: "cap reached"
        case .capAhead: "cap ahead"
        case .retry: "tries again"
        case .nothingEnded: "not known"
        case nil: ""
        }
    }
}
