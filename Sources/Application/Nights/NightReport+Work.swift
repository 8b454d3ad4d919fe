package import Logging
internal import ModelHosting
internal import Planning
internal import Platform
internal import Storage
internal import Submitting
internal import Working
package import Domain

extension NightReport {
    /// The report of what a night did.
    package init(_ work: NightWork, of job: Job) {
        self.init(job: job.name, ending: NightReport.ending(of: work))
        if let model = work.submission.model, model.reason != nil {
            self.model = model.words
            isModelLost = model.needsAttention
        }
        killed = work.killed
        run = work.run?.run ?? work.worked.first?.totals.run
        asked = work.queued.parts.map { ReasonCount($0.isEarlier ? "left_before" : $0.reason, $0.images) }
        asked = asked.reduce(into: []) { parts, part in
            if let index = parts.firstIndex(where: { $0.reason == part.reason }) {
                parts[index].images += part.images
            } else {
                parts.append(part)
            }
        }
        if job.isBilled {
            let reasons = work.submission.reasons.filter { $0.kind.isAskedOtherwise }
            again = reasons.isEmpty ? nil : reasons.map(\.words).joined(separator: ", ")
        }
        lateness = work.submission.lateness
        known = work.submission.answered
        keptAnswers = work.submission.keptAnswers
        emptySources = work.submission.emptySourcesText
        hasNewEmptySource =
            work.submission.history != .sameManifest
            && work.submission.emptySources.contains { work.receipt.emptySources.contains($0.source) }
        isFirst = work.submission.history == .firstOfJob
        skipped = work.submission.skipped
        idleExclusions = work.submission.idleExclusionsText
        let receipt = work.receipt
        brokenSources = receipt.brokenSources
        done = receipt.done
        answeredElsewhere = work.answeredElsewhere
        if let each = work.prices.maxCost(of: job.features.map(\.type)), each > 0 {
            let elsewhere = answeredElsewhere.reduce(0) { $0 + $1.images }
            savedMicroDollars = each.multipliedReportingOverflow(by: Int64(known)).partialValue
            elsewhereMicroDollars = each.multipliedReportingOverflow(by: Int64(elsewhere)).partialValue
        }
        began = work.began
        unusual = work.labels.compactMap { UnusualAnswers($0) }
        failures = receipt.failures
        failedBefore = work.submission.failedBefore + receipt.problemsBefore
        awaitingRetry = work.submission.awaitingRetry
        retryNights = job.retry.nights
        var runs = work.worked.map(\.totals)
        if let run = work.run {
            runs.removeAll { $0.run == run.run }
            runs.append(run)
        }
        queued = runs.filter { !$0.isCancelled && !$0.isSuperseded }.reduce(0) { $0 + $1.queued + $1.running }
        addPictures(of: work)
        addMoney(of: work)
    }

    /// What the night's units cost, and what of its caps is used.
    private mutating func addMoney(of work: NightWork) {
        let receipt = work.receipt
        units = receipt.settled + receipt.uncertain
        uncertain = receipt.uncertain
        if work.prices.isBilled {
            plannedUnits = work.queued.units.values.reduce(0, +)
            monthMicroDollars = receipt.monthMicroDollars
        }
        minMicroDollars = receipt.minMicroDollars
        maxMicroDollars = receipt.maxMicroDollars
        caps = work.caps
        account = work.account
        for case .cap(let cap)? in work.worked.map(\.stopReason) where !caps.contains(cap) {
            // The cap that stopped the work does not know which units are uncertain.
            let uncertain = caps.first { $0.scope == cap.scope && $0.period == cap.period }?.uncertain
            caps.removeAll { $0.scope == cap.scope }
            caps.append(cap.with(uncertain: uncertain ?? cap.uncertain))
        }
    }

    /// Counts what became of the job's pictures and their names.
    private mutating func addPictures(of work: NightWork) {
        (missing, renamed) = (work.submission.counts.missing, work.submission.counts.renamed)
        (changed, metadataChanged) = (work.submission.changed, work.submission.metadataChanged)
        (replacedImages, removed) = (work.submission.counts.replaced, work.submission.counts.removed)
        outsideShare = work.submission.outsideShare
        let limit = BulkLimit(known: work.knownBefore)
        func shareAboveLimit(_ count: Int) -> String? {
            guard limit.refuses(count) else { return nil }
            return "\(HumanFormat.grouped(count)) of \(HumanFormat.grouped(work.knownBefore)) known pictures"
        }
        if limit.isNotable(missing) {
            gone =
                "\(HumanFormat.grouped(missing)) of \(HumanFormat.count(work.knownBefore, "picture")) are gone"
        }
        unnamed = shareAboveLimit(work.submission.counts.removed)
        replaced = shareAboveLimit(work.submission.counts.replaced)
    }

    private static func ending(of work: NightWork) -> NightEnding {
        if let refusal = work.submission.refusal, !refusal.asksNew { return .refused(refusal) }
        if let problem = work.problem {
            return .failed(words: problem.clause, exit: problem.exit)
        }
        let isLeft = work.run?.hasImagesLeft == true || work.worked.contains { $0.totals.hasImagesLeft }
        switch work.submission.end {
        case .overtaken: return .stopped(.superseded)
        case .runCancelled: return .stopped(.cancelled)
        case nil: break
        }
        if work.submission.lateness != nil, !work.isInterrupted { return .stopped(.timeIsUp) }
        if work.isInterrupted, isLeft || work.submission.isInterrupted { return .interrupted }
        if let refusal = work.submission.refusal { return .refused(refusal) }
        if let reason = work.worked.lazy.compactMap(\.stopReason).first { return .stopped(reason) }
        if let run = work.run, run.isPaused, run.hasImagesLeft { return .stopped(.paused) }
        return .finished
    }

    package var event: LogEvent {
        var sums = LogEvent.Sums()
        sums.done = done
        sums.failed = failed
        sums.units = units
        sums.uncertain = uncertain
        sums.microDollars = maxMicroDollars
        let outcome = NightOutcome(self)
        return .night(job: job, run: run, exit: outcome.exit.rawValue, reason: outcome.reason?.rawValue, sums)
    }
}
