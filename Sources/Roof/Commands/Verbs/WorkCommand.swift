internal import Platform
internal import Runner
internal import Storage
internal import Vocabulary

/// `cairn work [--run RUN]`: works until nothing is left that may run now.
enum WorkCommand {
    struct Options: Sendable {
        var run: RunReference?
        var cacert: FilePath?
        var work = WorkOptions()
    }

    static let command = Command(
        "work", "works on queued images until nothing is left that may run",
        details: [
            "Several at once, in several processes, are safe. The first Ctrl-C finishes what is in hand, "
                + "the second gives it back and stops at once.",
            "The run with the highest priority comes first, then the oldest; paused ones are left alone.",
        ],
        items: [.option("run", \.run, "RUN", "work on this run only: its number, or its job's name for the newest")] + WorkOptions.items.map { $0.inside(\.work) }
            + [.certificates(\.cacert)], defaults: Options()
    ) { call, console in
        let place = Workplace(call.common, console)
        return place.attempt { () throws(Stop) in
            let store = try place.open(for: .change)
            let only = try call.options.run.map { run throws(Stop) in try place.run(run, in: store) }
            return try place.withRunner(on: store, certificates: call.options.cacert, sends: true) {
                runner, interruption throws(RunError) in
                let totals = try runner.work(
                    on: only, within: call.options.work.limits(at: place.clock.now()))
                if totals.isEmpty, !interruption.isDraining { place.narrator.say("nothing waits to be done") }
                if only == nil { try place.tellOfPaused(besides: totals.map(\.totals.run), store) }
                let hasMore = only == nil ? try place.hasOpenRuns(store) : false
                return try place.conclude(
                    totals, store, isInterrupted: interruption.isDraining, hasMore: hasMore)
            }
        }
    }
}

extension Workplace {
    /// Sums up runs that were worked on, and answers the exit code.
    ///
    /// - Parameter hasMore: whether other runs have work, which an interruption has kept from being begun.
    func conclude(
        _ worked: [WorkedRun], _ store: Store, isInterrupted: Bool, hasMore: Bool = false
    ) throws(RunError) -> ExitCode {
        let totals = worked.map(\.totals)
        for run in totals {
            narrator.say(summary(of: run))
            guard run.failed > 0 else { continue }
            do throws(StoreError) {
                for failure in try store.failures(of: run.run) {
                    narrator.say("  \(Figures.grouped(Int64(failure.count))) \(failure.kind): \(failure.example)")
                }
            } catch {
                throw .store(error)
            }
            narrator.say(
                "  every one with its reason: cairn query \"select path, message from failures where run_id = \(run.run.value)\""
            )
        }
        if common.json { write(StatusCommand.columns, totals.map { StatusCommand.cells(of: $0) }) }
        if isInterrupted, hasMore || totals.contains(where: { $0.isOpen }) || totals.isEmpty {
            narrator.say("interrupted: `cairn work` goes on")
            return .interrupted
        }
        for run in worked {
            if let obstacle = run.obstacle { narrator.say(sentence(about: obstacle, in: run.totals)) }
        }
        if worked.contains(where: { if case .tooManyFailures = $0.obstacle { true } else { false } }) {
            return .someFailed
        }
        if worked.contains(where: { $0.obstacle != nil }) { return .capReached }
        return totals.contains { $0.failed > 0 } ? .someFailed : .done
    }

    /// Whether any run has work and is not paused.
    func hasOpenRuns(_ store: Store) throws(RunError) -> Bool {
        do throws(StoreError) { return try !store.openRuns().isEmpty } catch { throw .store(error) }
    }

    /// Names the paused runs that still have work.
    func tellOfPaused(besides told: [RunID], _ store: Store) throws(RunError) {
        do throws(StoreError) {
            for run in try store.pausedRuns() where !told.contains(run) {
                narrator.say("run \(run.value) is paused; `cairn resume \(run.value)` lets it go on")
            }
        } catch {
            throw .store(error)
        }
    }

    /// What keeps a run waiting, and the next step.
    private func sentence(about obstacle: Obstacle, in run: RunTotals) -> String {
        let waiting = "\(Figures.grouped(Int64(run.waiting))) wait"
        switch obstacle {
        case .cap(let reached): return sentence(about: reached, in: run)
        case .paused:
            return "run \(run.run.value) is paused: \(waiting); `cairn resume \(run.run.value)` lets it go on"
        case .cancelled:
            return
                "run \(run.run.value) was cancelled: \(Figures.count(Int64(run.cancelled), "image")) not asked; submit the "
                + "job again to queue them"
        case .timeIsUp: return "run \(run.run.value): the time is up; \(waiting); `cairn work` goes on"
        case .tooManyFailures(let limit):
            return
                "run \(run.run.value): more than \(limit) have failed; \(waiting); look at the failures, then `cairn retry` "
                + "them or go on with a higher --max-failures"
        case .outranked: return "run \(run.run.value) waits for one of a higher priority"
        }
    }

    /// Which cap was reached, with its numbers and the next step.
    private func sentence(about reached: CapReached, in run: RunTotals) -> String {
        var sums: [String] = []
        if let cap = reached.cap.units {
            sums.append("\(Figures.grouped(Int64(reached.units))) of \(Figures.count(Int64(cap), "unit"))")
        }
        if let cap = reached.cap.microDollars {
            sums.append("up to \(Figures.dollars(reached.microDollars)) of \(Figures.dollars(cap))")
        }
        let next = reached.until.map { "it opens again at \(Figures.moment($0)), or raise" } ?? "raise"
        return
            "run \(run.run.value): the cap for \(CapText.owner(of: reached.scope)) is reached (\(sums.joined(separator: ", "))); "
            + "\(Figures.grouped(Int64(run.waiting))) wait; \(next) \(CapText.key(of: reached.scope))"
    }

    private func summary(of run: RunTotals) -> String {
        var parts = ["\(Figures.grouped(Int64(run.done))) of \(Figures.count(Int64(run.total), "image")) done"]
        let counts = [
            (run.failed, "failed"), (run.waiting, "waiting"), (run.running, "in other hands"),
            (run.cancelled, "cancelled"),
        ]
        for (count, words) in counts where count > 0 { parts.append("\(Figures.grouped(Int64(count))) \(words)") }
        if run.cost.settled + run.cost.uncertain > 0 { parts.append(words(about: run.cost)) }
        return "run \(run.run.value) of \(run.job): \(parts.joined(separator: ", "))"
    }

    /// `48 units, 2 of them uncertain, $0.00 to $0.07`.
    private func words(about cost: RunCost) -> String {
        let units = Figures.count(Int64(cost.settled + cost.uncertain), "unit")
        let doubt = cost.uncertain > 0 ? ", \(Figures.grouped(Int64(cost.uncertain))) of them uncertain" : ""
        let (low, high) = (Figures.dollars(cost.leastMicroDollars), Figures.dollars(cost.mostMicroDollars))
        return "\(units)\(doubt), \(low == high ? low : "\(low) to \(high)")"
    }
}
