internal import Platform
internal import Storage
internal import Domain

/// `cairn quota show`: units and dollars by account, month and feature, and what the caps leave.
struct QuotaReport {
    private let context: CommandContext
    private let store: any Store

    init(_ context: CommandContext, _ store: any Store) {
        self.context = context
        self.store = store
    }

    /// Shows them: two tables, or one object with both.
    func show(of account: String?) throws(CommandFailure) {
        let (spending, allCaps, ofJobs) = try store.read { reports throws(StoreError) in
            (try reports.spending(of: account), try reports.accountCaps(), try QuotaReport.jobCaps(account, reports))
        }
        let (columns, rows) = (Spending.columns, spending.map(\.cells))
        let caps = allCaps.filter { account == nil || $0.owner == account }
        if context.common.json {
            var object = JSONObject()
            object.add(
                "spending",
                rows.map { row in
                    var object = JSONObject()
                    object.add(columns, row)
                    return object
                })
            object.add("caps", (caps + ofJobs).map(\.json))
            return context.console.output(object.text + [0x0A])
        }
        if rows.isEmpty { context.reporter.say("nothing was billed yet") } else { write(columns, rows, heads: 3) }
        let set = caps.filter { $0.cap != Budget.Cap() } + ofJobs
        if !set.isEmpty {
            if !rows.isEmpty { context.console.write("\n") }
            write(CapUsage.columns, set.map(\.cells), heads: 3)
        }
        if !rows.isEmpty || !set.isEmpty {
            let now = context.clock.now()
            let day = VendorDay(of: now)
            let clock = TimeOfDay.local(at: day.end.milliseconds)
            context.reporter.say(
                "days and months are the vendor's, in Pacific time: \(day.dayKey) there, and the next day begins at \(clock) here"
            )
        }
        if let first = caps.first, caps.allSatisfy({ $0.cap == Budget.Cap() }) {
            let name = Hints.quoted(FilePath(first.owner))
            context.reporter.say(
                "no account has a cap; this sets one: `cairn quota set --account \(name) --month-usd 30`")
        }
    }

    /// Writes a table in which dollars are shown as people write them; caps as exactly as they were set.
    private func write(_ columns: [String], _ rows: [[Cell]], heads: Int) {
        let shown = rows.map { row in
            zip(columns, row).map { column, cell -> Cell in
                guard column.hasPrefix("usd_"), case .real(let amount) = cell else { return cell }
                let isCap = column == "usd_cap"
                return .text(
                    isCap ? HumanFormat.setDollars(Int64((amount * 1e6).rounded())) : HumanFormat.dollars(amount))
            }
        }
        context.writeNonzero(columns, shown, heads: heads)
    }

    /// What counts against the days' and months' caps that jobs have of their own.
    ///
    /// - Parameter account: only jobs that are booked on it; nil: all.
    private static func jobCaps(_ account: String?, _ reports: any Reports) throws(StoreError) -> [CapUsage] {
        var caps: [CapUsage] = []
        for name in try reports.jobNames() {
            guard let run = try reports.newestRun(job: name), let manifest = try reports.manifest(of: run),
                let job = CommandContext.job(pinned: manifest), job.budget.day != nil || job.budget.month != nil
            else { continue }
            let accounts = try reports.accounts(of: run) + [job.backend.namedAccount].compactMap(\.self)
            guard account.map(accounts.contains) ?? true else { continue }
            caps += try reports.caps(of: run, job.budget).filter { $0.scope == .jobDay || $0.scope == .jobMonth }
        }
        return caps
    }
}

extension Spending {
    /// The names of `cells`: those of the view `spending`, and what is left of the present month's free units.
    fileprivate static let columns = [
        "account", "month", "feature", "units_settled", "units_uncertain", "units_reserved", "usd_low", "usd_high",
        "units_free_left",
    ]

    /// The values of a row.
    fileprivate var cells: [Cell] {
        [
            .text(account), .text(month), .text(feature), Cell(settled), Cell(uncertain), Cell(reserved),
            .real(minDollars), maxDollars.map { .real($0) } ?? .null, freeUnitsLeft.map { Cell($0) } ?? .null,
        ]
    }
}
