internal import Platform
internal import Reporting
internal import Storage
internal import Text
internal import Domain

/// One run's status in lines for people.
struct StatusReportText {
    let report: StatusReport
    let run: RunStatus

    /// The lines, without their ends.
    var lines: [StyledLine] {
        let totals = run.totals
        var lines = [StyledLine(headline)]
        add("images", counts, to: &lines)
        if let answerer = run.details.answerer { add("backend", answerer, to: &lines) }
        add("time", run.details.times(of: totals), to: &lines)
        if let stop = run.details.stopWords(about: totals) { add("stopped", stop, .failure, to: &lines) }
        if run.hasImagesLeft {
            add("rate", rate, to: &lines)
            add("left", left, to: &lines)
        }
        if run.details.pending != nil { add("shown", shownWords, to: &lines) }
        if totals.cost != RunCost() { add("cost", cost, to: &lines) }
        let accounts = report.accounts.flatMap(\.caps).filter {
            $0.cap != Budget.Cap() && run.accounts.contains($0.owner)
        }
        for (index, cap) in (run.caps + accounts).enumerated() {
            add(index == 0 ? "caps" : "", CapMessage.sentence(about: cap), CapMessage.mark(of: cap), to: &lines)
            if cap.isReached, let doubt = CapMessage.doubt(about: cap, of: run.accounts.last) {
                add("", "\(doubt.words): `\(doubt.command)`", to: &lines)
            }
        }
        for (index, failure) in run.failures.enumerated() {
            add(index == 0 ? "failed" : "", failure.words, .failure, to: &lines)
        }
        if !run.failures.isEmpty {
            let number = totals.run.value
            add("", "all: `cairn query \"select path, message from failures where run_id = \(number)\"`", to: &lines)
            add("", "ask them again: `cairn retry \(number)`", to: &lines)
        }
        return lines
    }

    /// The lines with the numbers alone.
    var numbers: [StyledLine] {
        var lines = [StyledLine(headline)]
        add("images", counts, run.totals.failed > 0 ? .failure : nil, to: &lines)
        if run.hasImagesLeft { add("left", left, to: &lines) }
        if run.totals.cost != RunCost() { add("cost", cost, to: &lines) }
        if let stop = run.details.stopWords(about: run.totals) { add("stopped", stop, .failure, to: &lines) }
        return lines
    }

    private var headline: String {
        let totals = run.totals
        let priority = totals.priority == 0 ? "" : ", priority \(totals.priority)"
        return "run \(totals.run.value) of \(totals.job): \(run.state)\(priority)"
    }

    private func add(_ title: String, _ words: String, _ mark: TextStyle? = nil, to lines: inout [StyledLine]) {
        lines.append(
            StyledLine("  \(title)\(String(repeating: " ", count: max(1, 9 - title.count)))\(words)", mark, indent: 11))
    }

    /// Which answers the views show, and until when.
    private var shownWords: String {
        let left = Int64(run.totals.queued + run.totals.running)
        return
            "the views still show the previous answers; "
            + "they switch to the new ones when the last \(HumanFormat.grouped(left)) of \(HumanFormat.count(run.totals.total, "image")) have finished"
    }

    private var counts: String {
        let totals = run.totals
        let share = totals.total > 0 ? " (\(HumanFormat.share(totals.done, of: totals.total)))" : ""
        var parts = [
            "\(HumanFormat.grouped(totals.done)) of \(HumanFormat.grouped(totals.total)) done\(share)"
        ]
        let others = [
            (totals.failed, "failed"), (totals.queued, "queued"),
            (totals.running, run.state == "stopped" ? "in progress" : "running"),
            (totals.cancelled, "cancelled"),
        ]
        for (count, words) in others where count > 0 { parts.append("\(HumanFormat.grouped(count)) \(words)") }
        return parts.joined(separator: ", ")
    }

    private var rate: String {
        guard report.copy == nil else { return "unknown: this store is a copy" }
        let workers =
            report.workers == 0 ? "no worker running" : HumanFormat.count(report.workers, "worker")
        guard run.imagesPerSecond > 0 else {
            let time = run.silence < .seconds(60) ? HumanFormat.duration(run.silence) : "minute"
            return "idle: no image finished in the last \(time), \(workers)"
        }
        return "\(HumanFormat.rate(run.imagesPerSecond, of: "images")) over the last minute; \(workers)"
    }

    private var left: String {
        if let remaining = run.remaining { return "about \(HumanFormat.duration(remaining))" }
        return switch run.waitReason {
        case .paused: "unknown: the run is paused; continue with `cairn resume \(run.totals.run.value)`"
        case .copy: "unknown: this store is a copy"
        case .noWorker:
            "unknown: no worker is running; start one with `cairn work --run \(run.totals.run.value)`"
        case .onHold(let account, let until):
            "unknown: the service asked for a pause: account \(displayText(account)) sends nothing until \(moment(until))"
        case .capReached(let reached):
            "unknown: no room under the cap for \(CapMessage.owner(of: reached.scope)); "
                + CapMessage.next(after: reached)
        case .capAhead(let images, let cap):
            (run.remainingToCap.map { "about \(HumanFormat.duration($0))" } ?? "unknown")
                + ", then the cap for \(CapMessage.owner(of: cap.scope)) leaves \(HumanFormat.grouped(run.totals.queued - images)) queued"
        case .retry(let due): "unknown: all queued images failed before; the next retry is at \(moment(due))"
        case .nothingEnded, nil: "unknown yet"
        }
    }

    private var cost: String {
        let cost = run.totals.cost
        let parts = [(cost.uncertain, "uncertain"), (cost.reserved, "reserved")].filter { $0.0 > 0 }
            .map { "\(HumanFormat.grouped($0.0)) of them \($0.1)" }
        return
            ([HumanFormat.count(cost.units, "unit")] + parts
            + [HumanFormat.cost(low: cost.minMicroDollars, high: cost.maxMicroDollars)]).joined(separator: ", ")
    }

    /// A moment that is near: with its seconds, and how far it is.
    private func moment(_ moment: Timestamp) -> String {
        "\(HumanFormat.moment(moment)), in \(HumanFormat.duration(moment - report.at))"
    }
}
