internal import Backends
internal import Manifest
internal import Platform
internal import Reporting
internal import Storage
internal import Text
internal import Domain

/// Shows how a store stands, once or again and again.
struct StatusWatch {
    private let context: CommandContext
    private let options: StatusCommand.Options
    private let store: any Store
    private let host: String?
    /// The runs that are asked about.
    private let selection: StatusReport.RunChoice
    /// Why the job that is asked about has no run; nil where it has one, or none is asked about.
    private let noRun: String?
    /// What the manifests of the jobs want that needs the user's own word, and whether they are obeyed.
    private let trust: [TrustDecision]
    private var screen: Screen

    init(_ context: CommandContext, _ options: StatusCommand.Options) throws(CommandFailure) {
        self.context = context
        self.options = options
        try context.checkOutputs([OutputFile(options.prometheus, .metrics)])
        store = try context.open(for: .read)
        let store = store
        switch try options.run.map({ run throws(CommandFailure) in try context.find(run, in: store) }) {
        case .run(let run): (selection, noRun) = (.run(run), nil)
        // No run has this number.
        case .jobWithoutRun(let words): (selection, noRun) = (.run(RunID(0)), words)
        case nil:
            // That the store has no such job is said as of a run.
            if let job = options.job { _ = try context.find(.job(job), in: store) }
            (selection, noRun) = (options.job.map { .job($0) } ?? (options.takesAll ? .all : .newest), nil)
        }
        trust = try context.storedJobs(in: store, context.trust()).map(\.trust).filter { !$0.requirements.isEmpty }
        host = (try? ProcessIdentity.current())?.host
        screen = Screen(context.console, isRepeated: options.watch)
    }

    /// Shows it.
    mutating func once() throws(CommandFailure) -> ExitCode {
        _ = try show()
        return .done
    }

    /// Shows it until nothing is left to do, or Ctrl-C.
    mutating func untilOver(every interval: TimeSpan) throws(CommandFailure) -> ExitCode {
        let shutdown = ShutdownRequest()
        let isReading = Monitor(false)
        let console = context.console
        // A report that takes long is not waited for.
        let end = { @Sendable in
            guard isReading.wait(within: 500, { $0 ? nil : true }) == nil else { return }
            console.say("interrupted")
            endProcess(ExitCode.interrupted.rawValue)
        }
        let watch = SignalWatch(
            shutdown, SignalWatch.Handlers(onDrain: end, status: ExitCode.interrupted.rawValue))
        defer { withExtendedLifetime(watch) {} }
        while true {
            isReading.with { $0 = true }
            let isOver = try show()
            isReading.with { $0 = false }
            if isOver { return .done }
            if shutdown.wait(milliseconds: interval.milliseconds) {
                context.reporter.warn("interrupted")
                return .interrupted
            }
        }
    }

    /// Reads and shows; answers whether nothing is left to do.
    private mutating func show() throws(CommandFailure) -> Bool {
        let isPlain = options.prometheus == nil && !context.common.json
        let report = try endingCommand { () throws(StoreError) in
            try store.checkPresence()
            return try store.snapshot { reports throws(StoreError) in
                try StatusReport(of: selection, in: reports, host: host, inFull: isSingle || !isPlain) {
                    CommandContext.job(pinned: $0)
                }
            }
        }
        if case .run(let only) = selection, noRun == nil, report.runs.isEmpty { throw .noSuchRun(only) }
        if let file = options.prometheus {
            try context.writeMetrics(report.metrics, to: file)
        } else if context.common.json {
            context.console.output(report.json(trust: trust).text + [0x0A])
        } else if let noRun {
            show(head(of: report) + [StyledLine(noRun)])
        } else if isSingle, let run = report.runs.first {
            show(
                head(of: report) + StatusReportText(report: report, run: run).lines + refusals(of: [run.totals.job]))
        } else if report.runs.isEmpty {
            context.reporter.say("no run yet; `cairn run JOB` makes one")
        } else {
            show(head(of: report) + table(of: report) + refusals(of: report.runs.map(\.totals.job)))
        }
        return report.isOver
    }

    private var isSingle: Bool { if case .run = selection { true } else { false } }

    /// What some jobs want of this machine that no command does without the user's own word.
    private func refusals(of jobs: [String]) -> [StyledLine] {
        trust.filter { !$0.isObeyed && jobs.contains($0.job) }
            .map { StyledLine($0.refusal(before: "work --trust"), .failure) }
    }

    /// That the store is a copy, which says nothing of what goes on.
    private func head(of report: StatusReport) -> [StyledLine] {
        report.copy.map { [StyledLine("\(context.common.store) is \(displayText($0.description))")] } ?? []
    }

    /// Every run in a row, with why it last stopped below it, and the caps of accounts at the end.
    ///
    /// With backend, account and times where a terminal is wide enough; where it is too narrow for the numbers in one
    /// row, each run has some lines.
    private func table(of report: StatusReport) -> [StyledLine] {
        let columns = (context.console.outputSize()?.columns).map { $0 - 1 } ?? .max
        let tables = [true, false].lazy.map { isWide in rows(of: report, isWide: isWide) }
        let fitting = tables.first { lines in
            lines.allSatisfy { $0.text.hasPrefix("    ") || DisplayWidth.of($0.text) <= columns }
        }
        var lines = fitting ?? report.runs.flatMap { StatusReportText(report: report, run: $0).numbers }
        for cap in report.accounts.flatMap(\.caps) where cap.cap != Budget.Cap() {
            lines.append(StyledLine(CapMessage.sentence(about: cap), CapMessage.mark(of: cap)))
        }
        return lines
    }

    private mutating func show(_ lines: [StyledLine]) {
        screen.show(lines.map { StyledLine(context.hints.completed($0.text), $0.mark, indent: $0.indent) })
    }

    private func rows(of report: StatusReport, isWide: Bool) -> [StyledLine] {
        var bytes: [UInt8] = []
        let all = StatusTable(report.runs, isWide: isWide)
        var writer = RowWriter(.table, columns: all.columns, terminal: nil, output: { bytes += $0 })
        for row in all.rows { writer.add(row) }
        writer.finish()
        let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
        // Two lines of headings stand before the runs.
        return lines.prefix(2).map { StyledLine($0) }
            + zip(lines.dropFirst(2), report.runs).flatMap { line, run in
                let stop = run.details.stopPredicate(about: run.totals).map {
                    StyledLine("    \($0)", .failure, indent: 4)
                }
                return [StyledLine(line, run.totals.failed > 0 ? .failure : nil)] + [stop].compactMap(\.self)
            }
    }
}
