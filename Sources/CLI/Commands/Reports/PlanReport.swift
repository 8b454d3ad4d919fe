internal import Planning
internal import Platform
internal import Storage
internal import Submitting
internal import Text
internal import Domain

/// A plan for people: what is asked and what it costs first, then why, and the next step last.
struct PlanReport {
    let plan: JobPlan
    private let manifest: FilePath
    let out: FilePath?
    private let stores: (missing: FilePath, beside: FilePath)?
    let refusals: [SubmissionRefusal]
    private let columns: Int?

    /// The words for a plan.
    ///
    /// - Parameters:
    ///   - out: where it was pinned.
    ///   - refusals: why it would not be done without the word of a person.
    ///   - stores: the store that was looked for and is not there, and the one beside the manifest; nil where the store
    ///     is certain.
    ///   - columns: those of the terminal; nil: there is none.
    init(
        _ plan: JobPlan, manifest: FilePath, out: FilePath? = nil,
        stores: (missing: FilePath, beside: FilePath)? = nil, refusals: [SubmissionRefusal] = [],
        columns: Int? = nil
    ) {
        self.columns = columns
        self.refusals = refusals
        self.plan = plan
        self.manifest = manifest
        self.out = out
        self.stores = stores
    }

    /// The whole text, each line with its line feed.
    var text: String {
        var page = LabelledLines(for: columns)
        addReasons(to: &page)
        addKnown(to: &page)
        addWait(to: &page)
        addCost(to: &page)
        addCap(to: &page)
        for (index, model) in plan.summary.models.enumerated() {
            page.add(index == 0 ? "model" : "", "\(displayText(model.backend)) \(model.words)")
        }
        addPictures(to: &page)
        return page.text + closing + "\n"
    }

    private func addReasons(to page: inout LabelledLines) {
        let summary = plan.summary
        let reasons = summary.reasons.map { "\(number($0.count.images)) \($0.kind.words)" }.joined(separator: ", ")
        let images = HumanFormat.count(plan.images, "image") + (reasons.isEmpty ? "" : " (\(reasons))")
        page.add("asks", plan.images > 0 && isBilled ? "\(images): \(amount(summary.total))" : images)
        for reason in summary.reasons {
            if isBilled, summary.reasons.count > 1 {
                page.add("", ["\(number(reason.count.images)) \(reason.kind.words)", amount(reason.count)])
            }
            for change in reason.changes {
                let differences = change.differences.joined(separator: ", ")
                page.add(
                    "",
                    "\(change.feature.rawValue) \(differences): \(HumanFormat.count(change.count.images, "image")) "
                        + "again" + (isBilled ? ", \(high(change.count.microDollars))" : ""))
            }
        }
        if plan.unread > 0 {
            page.add("", "\(HumanFormat.count(plan.unread, "file")) not read and counted as new")
        }
    }

    private func addKnown(to page: inout LabelledLines) {
        let known = plan.summary.known
        if known.images > 0 || known.units > 0 {
            let saved =
                isBilled ? "saves \(HumanFormat.count(known.units, "unit")), \(high(known.microDollars))" : ""
            page.add("known", [HumanFormat.count(known.images, "image"), saved].filter { !$0.isEmpty })
        }
        if plan.found.metadataChanged > 0 {
            page.add("edited", "\(number(plan.found.metadataChanged)) only metadata changed: nothing asked")
        }
        if plan.found.outsideShare > 0 {
            page.add("share", "\(number(plan.found.outsideShare)) outside of the share")
        }
        if plan.symbolsRead > 0 {
            page.add(
                "symbols",
                "\(HumanFormat.count(plan.symbolsRead, "kept response")) read again, without a call and at no cost"
            )
        }
        if plan.keptAnswers > 0 {
            page.add("kept", PlanReport.kept(plan.keptAnswers))
        }
        if let run = plan.run { addQueue(of: run, to: &page) }
        if plan.found.failedBefore > 0 {
            page.add(
                "failed",
                "\(HumanFormat.count(plan.found.failedBefore, "image")) failed before; "
                    + "`refresh: {failed: true}` asks again"
            )
        }
        if plan.found.awaitingRetry > 0 {
            page.add(
                "later",
                "\(HumanFormat.count(plan.found.awaitingRetry, "image")) failed in a way that may pass; asked again "
                    + "18 hours after the last time or later")
        }
    }

    private func addCost(to page: inout LabelledLines) {
        guard plan.images + plan.queued.images > 0 else { return }
        for (index, line) in plan.cost.lines.enumerated() where isBilled {
            let free = line.freeUnits > 0 ? ", \(number(line.freeUnits)) free beside another" : ""
            let price = range(line.minMicroDollars, line.maxMicroDollars)
            page.add(
                index == 0 ? "units" : "", [line.feature.rawValue, "\(number(line.units))\(free), \(price)"])
        }
        if let account = plan.account {
            let used = plan.used.reduce(0) { $0.saturatingAdd($1.maxBilled) }
            page.add(
                "month",
                "account \(displayText(account)) has used \(HumanFormat.count(used, "unit")) in \(plan.month); "
                    + "the lower figure counts the month's free units and price tiers")
        }
        if let time = plan.summary.time, time.milliseconds > 0 {
            page.add("time", "at least \(HumanFormat.duration(time)) at the manifest's pace")
        } else if let speed = plan.speed {
            let time = HumanFormat.duration(speed.time(of: plan.images + plan.queued.images))
            page.add("time", "about \(time), as fast as run \(speed.run.value) was; nothing is billed")
        } else if !isBilled {
            page.add("time", "not known before the first run; nothing is billed")
        }
    }

    private func addCap(to page: inout LabelledLines) {
        guard let forecast = plan.forecast else { return }
        let key = CapMessage.key(of: forecast.cap)
        page.add(
            "cap",
            "the cap for \(CapMessage.owner(of: forecast.cap.scope)) is reached after \(HumanFormat.count(forecast.imagesBefore, "image")); \(number(forecast.imagesLeft)) would stay queued"
                + (plan.queued.images > 0 ? " (images queued before go first)" : ""))
        page.add("", CapMessage.sentence(about: forecast.cap))
        page.add(
            "",
            forecast.opensAt.map { "opens \(HumanFormat.moment($0)); to do it at once, raise \(key)" }
                ?? "it does not open by itself; raise \(key)")
    }

    /// What was found, what no line above counts, and the next step.
    private var closing: String {
        var parts = ["\(HumanFormat.count(plan.found.found, "file")) found"]
        if plan.images == 0 { parts.append("nothing to ask") }
        // What is queued already counts, too.
        if plan.images > 0, plan.queued.images > 0, isBilled {
            parts.append("\(HumanFormat.count(plan.units, "unit")) in all, \(range(minMicroDollars, maxMicroDollars))")
        }
        let counts: [(Int, String)] = [
            (plan.found.copies, plan.found.copies == 1 ? "copy" : "copies"), (plan.found.unreadable, "not readable"),
        ]
        for (count, words) in counts where count > 0 { parts.append("\(number(count)) \(words)") }
        if let empty = plan.found.emptySourcesText { parts.append(empty) }
        return "plan of \(plan.job): \(parts.joined(separator: ", "))\(next)"
    }

    /// The next step, or what keeps it from being one.
    private var next: String {
        if refusals.contains(where: \.isLostDisk) { return "" }
        let name = Hints.quoted(manifest)
        if let stores {
            return
                "; there is no store \(stores.missing) yet, and one lies beside the manifest: `cairn plan \(name) --store \(Hints.quoted(stores.beside))`"
        }
        guard out != nil || plan.hasWork else { return "" }
        let options = refusals.map { " \($0.option)" }.joined()
        let command = out.map { "`cairn apply \(Hints.quoted($0))`" } ?? "`cairn run \(name)\(options)`"
        let needsWork = plan.images + plan.queued.images > 0
        if let run = plan.run, run.isPaused, needsWork {
            return "; run \(run.run.value) is paused; to do it: `cairn resume \(run.run.value)`, and then \(command)"
        }
        if let forecast = plan.forecast, forecast.imagesBefore == 0 {
            let opens = forecast.opensAt.map { " until \(HumanFormat.moment($0))" } ?? ""
            return
                "; the cap for \(CapMessage.owner(of: forecast.cap.scope)) leaves no room\(opens); to continue now, raise \(CapMessage.key(of: forecast.cap)) and run `cairn run \(name)`"
        }
        return "; to do it: \(command)"
    }

    /// What could not be read, in figures.
    static func problems(of found: SubmissionResult) -> String {
        var parts: [String] = []
        if found.brokenSources > 0 {
            parts.append("\(HumanFormat.count(found.brokenSources, "source")) not readable")
        }
        if found.unreadable > 0 { parts.append("\(HumanFormat.count(found.unreadable, "name")) not readable") }
        return parts.joined(separator: ", ")
    }

    /// How many answers kept responses give to what is asked with more or fewer results.
    static func kept(_ answers: Int) -> String {
        HumanFormat.count(answers, "answer")
            + " of more or fewer results read from kept responses, without a call and at no cost"
    }

    var isBilled: Bool { plan.account != nil }
    private var minMicroDollars: Int64? { plan.cost.minMicroDollars }
    private var maxMicroDollars: Int64? { plan.cost.maxMicroDollars }

    /// `824 units, up to $1.24`.
    func amount(_ count: PlanSummary.Count) -> String {
        let units = HumanFormat.count(count.units, "unit")
        return isBilled ? "\(units), \(high(count.microDollars))" : units
    }

    private func high(_ microDollars: Int64?) -> String {
        microDollars.map { HumanFormat.upTo($0) } ?? "of unknown price"
    }

    private func range(_ low: Int64?, _ high: Int64?) -> String {
        guard let low, let high else { return "of unknown price" }
        return low == high || high < 10_000
            ? HumanFormat.dollars(high) : "\(HumanFormat.dollars(low)) to \(HumanFormat.dollars(high))"
    }

    func number(_ count: Int) -> String { HumanFormat.grouped(count) }
}
