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
    /// The one run that is asked about; nil: all that are shown.
    private let only: RunID?
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
        case .run(let run): (only, noRun) = (run, nil)
        // No run has this number.
        case .jobWithoutRun(let words): (only, noRun) = (RunID(0), words)
        case nil: (only, noRun) = (nil, nil)
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
                try StatusReport(of: only, in: reports, host: host, inFull: only != nil || !isPlain) {
                    CommandContext.job(pinned: $0)
                }
            }
        }
        if let only, noRun == nil, report.runs.isEmpty { throw .noSuchRun(only) }
        if let file = options.prometheus {
            try context.writeMetrics(report.metrics, to: file)
        } else if context.common.json {
            context.console.output(report.json(trust: trust).text + [0x0A])
        } else if let noRun {
            show(head(of: report) + [StyledLine(noRun)])
        } else if only != nil, let run = report.runs.first {
            show(
                head(of: report) + StatusReportText(report: report, run: run).lines + refusals(of: [run.totals.job]))
        } else if report.runs.isEmpty {
            context.reporter.say("no run yet; `cairn run JOB` makes one")
        } else {
            show(head(of: report) + table(of: report) + refusals(of: report.runs.map(\.totals.job)))
        }
        return report.isOver
    }

    /// What some jobs want of this machine that no command does without the user's own word.
    private func refusals(of jobs: [String]) -> [StyledLine] {
        trust.filter { !$0.isObeyed && jobs.contains($0.job) }
            .map { StyledLine($0.refusal(before: "work --trust"), .failure) }
    }

    /// That the store is a copy, which says nothing of what goes on.
    private func head(of report: StatusReport) -> [StyledLine] {
        report.copy.map { [StyledLine("\(context.common.store) is \(displayText($0.description))")] } ?? []
    }

    /// Every run in a row, and below why runs last stopped and the caps of accounts.
    ///
    /// With backend, account and times where a terminal is wide enough; where it is too narrow for the numbers in one
    /// row, each run has some lines.
    private func table(of report: StatusReport) -> [StyledLine] {
        let columns = (context.console.outputSize()?.columns).map { $0 - 1 } ?? .max
        let tables = [true, false].lazy.map { isWide in rows(of: report, isWide: isWide) }
        let fitting = tables.first { lines in lines.allSatisfy { DisplayWidth.of($0.text) <= columns } }
        var lines = fitting ?? report.runs.flatMap { StatusReportText(report: report, run: $0).numbers }
        for run in report.runs {
            guard let stop = run.details.stopPredicate(about: run.totals) else { continue }
            lines.append(StyledLine("run \(run.totals.run.value) \(stop)", .failure))
        }
        for cap in report.accounts.flatMap(\.caps) where cap.cap != Budget.Cap() {
            lines.append(StyledLine(CapMessage.sentence(about: cap), CapMessage.mark(of: cap)))
        }
        return lines
    }

    private mutating func show(_ lines: [StyledLine]) {
        screen.show(lines.map { StyledLine(context.hints.completed($0.text), $0.mark) })
    }

    private func rows(of report: StatusReport, isWide: Bool) -> [StyledLine] {
        var bytes: [UInt8] = []
        var writer = RowWriter(
            .table, columns: StatusTable.columns(isWide: isWide), terminal: nil, output: { bytes += $0 })
        for run in report.runs { writer.add(StatusTable.cells(of: run, isWide: isWide)) }
        writer.finish()
        let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
        // Two lines of headings stand before the runs.
        return lines.enumerated().map { index, line in
            let hasFailed = index >= 2 && index - 2 < report.runs.count && report.runs[index - 2].totals.failed > 0
            return StyledLine(String(line), hasFailed ? .failure : nil)
        }
    }
}
