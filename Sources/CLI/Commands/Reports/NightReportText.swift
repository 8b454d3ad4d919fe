internal import Text
package import Nights
internal import Platform
internal import Reporting
internal import Domain
internal import Storage
internal import Submitting

/// A night's report as the mail of `cairn nightly`: a headline with the exit status, and a line only where there is
/// something to say.
package struct NightReportText {
    let report: NightReport
    private let outcome: NightOutcome
    private let isVerbose: Bool

    /// The words for a report.
    ///
    /// - Parameter isVerbose: whether they tell also what was as it is in every night.
    package init(_ report: NightReport, isVerbose: Bool = false) {
        self.report = report
        self.isVerbose = isVerbose
        outcome = NightOutcome(report)
    }

    /// The whole text, each line with its line feed.
    package var text: String {
        var page = LabelledLines()
        switch report.ending {
        case .alreadyRunning, .leftOut:
            let words = headline.joined(separator: ", ")
            return "cairn nightly \(displayText(report.job)): \(words)  exit \(outcome.exit.rawValue)\n"
        case .finished, .stopped, .refused, .failed, .interrupted: break
        }
        page.headline("cairn nightly \(displayText(report.job)): ", headline, end: "exit \(outcome.exit.rawValue)")
        page.add("model", report.model.map { displayText($0) } ?? "")
        page.add("late", report.lateness.map { displayText($0) } ?? "")
        addWork(to: &page)
        addUnusual(to: &page)
        addFailures(to: &page)
        addPictures(to: &page)
        addKilled(to: &page)
        addCaps(to: &page)
        if report.ending == .stopped(.paused), let run = report.run {
            page.add("paused", "continue with")
            page.add("", command: "cairn resume \(run.value)", report)
        }
        if case .failed(let words, _) = report.ending { addError(words, to: &page) }
        let sums = sums
        if let first = sums.first {
            let others = sums.dropFirst().map { "; \($0.label) \($0.value)" }
            page.add(first.label, first.value + others.joined())
        }
        return page.text
    }

    /// What happened, in figures: `3 failed, up to $1.24 of $2.00 today, 0 queued`.
    private var headline: [String] {
        if case .alreadyRunning(let since, let pid, let host) = report.ending {
            return ["already running since \(HumanFormat.moment(since)) (process \(pid) on \(displayText(host)))"]
        }
        var parts: [String] = []
        switch report.ending {
        case .leftOut(let job, let exit):
            return ["left out, since it reads \(displayText(job)), which ended with exit \(exit.rawValue)"]
        case .stopped(let stopReason): parts.append(NightReportText.cause(stopReason))
        case .refused(let refusal) where refusal.asksNew: parts.append(NightReportText.cause(refusal))
        case .refused(let refusal): parts += ["stopped: \(NightReportText.cause(refusal))", "nothing asked"]
        case .interrupted: parts.append("interrupted")
        case .failed(let words, _): parts.append("stopped: \(NightReportText.cause(words))")
        case .finished, .alreadyRunning: break
        }
        if report.brokenSources > 0 {
            parts.append("\(HumanFormat.count(report.brokenSources, "source")) not readable")
        }
        let failed = report.failed - report.brokenSources
        if failed > 0 { parts.append("\(number(failed)) failed") }
        let elsewhere = report.answeredElsewhere.reduce(0) { $0 + $1.images }
        if parts.isEmpty {
            let done = report.done + elsewhere
            parts.append(done > 0 ? "\(number(done)) done" : "nothing to do")
            if elsewhere > 0 {
                let names = answerers.joined(separator: " and ")
                parts.append((report.done > 0 ? "\(number(elsewhere)) of them " : "") + "answered by \(names)")
            }
            if let news { parts.append(news) }
        } else if report.done > 0 {
            parts.append("\(number(report.done)) done")
        }
        if let day = report.caps.first(where: { $0.scope == .jobDay }), let cap = day.cap.microDollars {
            parts.append("\(HumanFormat.dollars(day.microDollars)) of \(HumanFormat.dollars(cap)) today")
        } else if report.maxMicroDollars > 0 {
            parts.append(HumanFormat.upTo(report.maxMicroDollars))
        }
        if report.queued > 0 || report.units > 0 { parts.append("\(number(report.queued)) queued") }
        return parts
    }

    private func addWork(to page: inout LabelledLines) {
        let reasons = report.asked.filter { $0.images > 0 }.map {
            "\(number($0.images)) \(NightReportText.words($0.reason))"
        }
        let saved = report.savedMicroDollars
        let known = number(report.known) + (saved > 0 ? " (saves \(HumanFormat.dollars(saved)))" : "")
        if !reasons.isEmpty {
            let isNoneAsked = report.done + report.units + report.failed == 0 && report.answeredElsewhere.isEmpty
            let queued = "\(HumanFormat.count(report.askedImages, "image")): \(reasons.joined(separator: ", "))"
            page.add(
                isNoneAsked ? "queued" : "to ask",
                [queued + (isNoneAsked ? "; none asked" : "")] + (report.known > 0 ? ["known \(known)"] : []))
        } else if report.known > 0 {
            page.add("known", known)
        }
        if let again = report.again { page.add("again", "asked again, as the manifest says: \(displayText(again))") }
        for (index, part) in report.answeredElsewhere.enumerated() {
            let count = "\(number(part.images)) answered by \(answerers[index])"
            let saved = index == 0 ? report.elsewhereMicroDollars : 0
            page.add(index == 0 ? "others" : "", count + (saved > 0 ? " (saves \(HumanFormat.dollars(saved)))" : ""))
        }
        if report.keptAnswers > 0 { page.add("kept", PlanReport.kept(report.keptAnswers)) }
        guard report.units > 0 || (report.plannedUnits ?? 0) > 0 else { return }
        var cost = HumanFormat.count(report.units, "unit")
        if report.maxMicroDollars > 0 { cost += ", \(HumanFormat.upTo(report.maxMicroDollars))" }
        if let planned = report.plannedUnits {
            cost += "; the plan said \(number(planned))"
            if report.units > planned { cost += ", retries added \(number(report.units - planned))" }
        }
        page.add("cost", cost)
        if report.uncertain > 0 {
            let uncertain = HumanFormat.count(report.uncertain, "unit")
            let month = report.caps.first { $0.scope == .jobMonth }.map(\.uncertain) ?? 0
            let inMonth = month > report.uncertain ? " (\(number(month)) this month)" : ""
            page.add(
                "",
                "\(uncertain)\(inMonth) may have been billed, and count against caps until `cairn quota settle` closes them"
            )
            page.add("", command: "cairn quota show", report)
        }
    }

    /// `job a`, or `another process` of the same job.
    private var answerers: [String] {
        report.answeredElsewhere.map { $0.job == report.job ? "another process" : "job \(displayText($0.job))" }
    }

    private func addFailures(to page: inout LabelledLines) {
        for (index, failure) in report.failures.enumerated() {
            let name = ([failure.kind] + [failure.code].compactMap(\.self)).joined(separator: " ")
            page.add(
                index == 0 ? "failed" : "", "\(number(failure.count)) \(displayText(name))",
                names: failure.paths.map(\.withoutSecrets.description),
                isMore: failure.count > failure.paths.prefix(3).count)
            page.add("", displayText(failure.example))
        }
        let limit = report.retryNights
        let passing = report.failures.filter { $0.awaitingRetry(limit: limit) + $0.givenUp(limit: limit) > 0 }
        if report.failedForNow > 0 {
            page.add("", "\(number(report.failedForNow)) of them may pass: a later night asks again; at once:")
        }
        if report.givenUp > 0 {
            let nights = HumanFormat.count(limit, "more night")
            let cause = limit > 0 ? "failed in \(nights)" : "may pass, `retry.nights` is 0"
            page.add("", "\(number(report.givenUp)) of them \(cause): no later night asks again; at once:")
        }
        for kind in unique(passing.map(\.kind)) {
            page.add("", command: "cairn retry \(report.job) --kind \(kind)", report)
        }
        // Of a source the mail has all that there is to say.
        let unanswered = report.failed - report.failedForNow - report.givenUp
        let query = "cairn query \"select path, message from failures where job = '\(report.job)'\""
        let hasRows = unanswered > report.brokenSources
        if hasRows { page.add("", command: query, report) }
        if report.failedBefore > 0 {
            page.add("earlier", "\(number(report.failedBefore)) failed in earlier nights; not counted again")
            if !hasRows { page.add("", command: query, report) }
        }
        if report.awaitingRetry > 0 {
            page.add("later", "\(number(report.awaitingRetry)) failed in earlier nights; a later one asks them again")
        }
    }

    private func addPictures(to page: inout LabelledLines) {
        if case .refused(let refusal) = report.ending {
            page.add(NightReportText.label(of: refusal), refusal.words)
            if case .removed = refusal, report.brokenSources > 0 {
                page.add("", "A source cannot be read, which may be why: look at it first.")
            }
            if let command = report.acceptance {
                page.add("", (refusal.asksNew ? "\(refusal.consequence) " : "") + refusal.condition)
                page.add("", command: command, report)
            }
        }
        if let unnamed = report.unnamed {
            page.add("removed", "\(unnamed) left the job: \(displayText(report.manifest)) does not give them any more")
        } else if report.removed > 0 {
            page.add("removed", "\(HumanFormat.count(report.removed, "picture")) left the job")
        }
        if let replaced = report.replaced {
            page.add("changed", "\(replaced) left the job: their names hold other images now")
        } else if report.changed > 0 {
            page.add("changed", "\(HumanFormat.count(report.changed, "name")) with another image than before")
        }
        if report.metadataChanged > 0 {
            page.add("edited", "\(number(report.metadataChanged)) only metadata changed: nothing asked")
        }
        if report.missing > 0 { page.add("missing", report.gone ?? HumanFormat.count(report.missing, "picture")) }
        if report.gone != nil {
            let query = "select path, missing_at from job_images where job = '\(report.job)' and missing_at is not null"
            page.add("", command: "cairn query \"\(query)\"", report)
        }
        if let empty = report.emptySources { page.add("empty", empty) }
        if report.renamed > 0 { page.add("renamed", HumanFormat.count(report.renamed, "picture")) }
        guard isVerbose || report.isFirst else { return }
        if report.outsideShare > 0 { page.add("share", "\(number(report.outsideShare)) outside of the share") }
        if let skipped = report.skipped.text { page.add("skipped", skipped) }
        if let idle = report.idleExclusions { page.add("exclude", displayText(idle)) }
    }

    /// Why the night could not go on, and what does: a command, or with queued images the next night.
    private func addError(_ words: String, to page: inout LabelledLines) {
        // Where the next night continues no person need run a command.
        let goesOn = report.queued > 0
        let end = /(;|, and) run `cairn work` (when it is up|when it works again|later)$/
        let text = goesOn ? words.replacing(end, with: "") : words
        // In the lines of the error a command would be wrapped.
        let commands = Hints.commands(in: text)
        page.add("error", commands.reduce(text) { $0.replacing("`\($1)`", with: "the command below") })
        for command in commands { page.add("", command: command, report) }
        guard goesOn else { return }
        let work = "cairn work"
        let next = "the next night asks the queued images again"
        if commands.contains(work) { return page.add("next", next) }
        page.add("next", "\(next); to go on before that:")
        page.add("", command: work, report)
    }

    /// The run, the month's bill and the store.
    private var sums: [(label: String, value: String)] {
        var sums: [(label: String, value: String)] = []
        if let run = report.run { sums.append(("run", "\(run.value)")) }
        if let month = report.monthMicroDollars {
            let cap = report.caps.first { $0.scope == .jobMonth }?.cap.microDollars
            sums.append(("month", HumanFormat.dollars(month) + (cap.map { " of \(HumanFormat.dollars($0))" } ?? "")))
        }
        if !report.store.isEmpty { sums.append(("store", displayText(report.store))) }
        return sums
    }
}
