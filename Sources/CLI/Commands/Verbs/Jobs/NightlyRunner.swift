internal import Logging
internal import Manifest
internal import Platform
internal import Nights
internal import Reporting
internal import Storage
internal import Submitting
internal import Working
internal import Domain

/// The nights of some jobs, one after the other in one process.
struct NightlyRunner {
    private let context: CommandContext
    private let options: NightlyCommand.Options

    init(_ context: CommandContext, _ options: NightlyCommand.Options) {
        self.context = context
        self.options = options
    }

    /// Does all nights; one that fails keeps none of the others from being done.
    func work() throws(CommandFailure) -> ExitCode {
        try context.checkInput(options.jobs)
        var jobs: [JobFile] = []
        var exits: [ExitCode] = []
        for path in options.jobs {
            do throws(CommandFailure) {
                jobs.append(try context.job(at: path))
            } catch {
                context.reporter.report(error)
                exits.append(error.exit)
            }
        }
        return try NightlyRunner(try context.onStore(of: jobs), options).work(on: jobs, after: exits)
    }

    /// Does the nights of jobs whose manifests can be used, after the exits of those that cannot.
    private func work(on jobs: [JobFile], after refused: [ExitCode]) throws(CommandFailure) -> ExitCode {
        try context.checkOutputs([OutputFile(options.log, .log), OutputFile(options.prometheus, .metrics)], of: jobs)
        try context.checkReport(options.report, of: jobs)
        var exits = refused
        var nights: [NightMetrics.Night] = []
        if !jobs.isEmpty {
            let limits = try context.limits(options.work)
            // In a store that is there the night is recorded with what stopped it.
            if context.stores.newStore(at: context.common.store) != nil { try context.checkBackends(of: jobs) }
            let (store, unknown) = try context.openForNight(jobs, makesNew: options.makesNew)
            if let unknown {
                context.reporter.report(unknown.failure)
                exits.append(.store)
            }
            let jobs = try context.inReadingOrder(jobs.filter { unknown?.refuses($0) != true }, in: store)
            // Mail brings it once: from the first submission on the store knows the account.
            try context.warnAboutNewAccounts(of: jobs.map(\.job), in: store, isWarning: true)
            try context.warnAboutClock(store)
            try context.withJobs(
                on: store, certificates: options.cacert, until: limits.time, sends: true,
                trusting: context.trust(in: jobs), log: options.log, observer: handle
            ) { services throws(CommandFailure) in
                for (index, job) in jobs.enumerated() where !services.shutdown.isDraining {
                    if services.shutdown.mustEnd {
                        let left = jobs[index...].map(\.job.name).joined(separator: ", ")
                        context.reporter.report(CommandFailure("\(left) not begun; the next night continues", .backend))
                        break
                    }
                    let stopped = nights.map(\.report).first { night in
                        job.job.readJobs.contains(night.job) && NightOutcome(night).stopsReaders
                    }
                    let night = try self.night(of: job, services, on: store, within: limits, leftOutAfter: stopped)
                    nights.append(night)
                    exits.append(NightOutcome(night.report).exit)
                }
            }
            if let failure = context.report(on: jobs, to: options.report, in: store) {
                context.reporter.report(failure)
                exits.append(failure.exit)
            }
        }
        if context.common.json { writeJSON(nights.map(\.report)) }
        if let file = options.prometheus {
            try context.writeMetrics(NightMetrics(nights).text, to: file)
        }
        return ExitCode.worst(of: exits)
    }

    /// What ended a run is in the report.
    private func handle(_ progress: WorkProgress) {
        if case .stopped = progress { return }
        context.reporter.handle(progress)
    }

    /// One night, reported where a person should look.
    ///
    /// - Parameter stopped: the night of a job that it reads, because of which it is not begun; nil as a rule.
    private func night(
        of job: JobFile, _ services: JobServices, on store: any Store, within limits: WorkLimits,
        leftOutAfter stopped: NightReport?
    ) throws(CommandFailure) -> NightMetrics.Night {
        let began = context.clock.now()
        var report = NightReport(job: job.job.name, ending: .finished)
        if let stopped {
            report.ending = .leftOut(after: stopped.job, exit: NightOutcome(stopped).exit)
        } else {
            let nightly = Nightly(
                store: store, submitter: services.submitter, worker: services.worker, shutdown: services.shutdown)
            let holder = try nightly.night(
                of: job.job, manifest: job.file, accepting: options.accepted, within: limits
            ) { work in
                report = NightReport(work, of: job.job)
                return NightOutcome(report).exit
            }
            if let holder {
                report.ending = .alreadyRunning(
                    since: holder.since, pid: holder.process.pid, host: holder.hostName)
            }
        }
        report.store = context.common.store.description
        report.manifest = job.name.description
        if case .refused(let refusal) = report.ending {
            report.acceptance = context.typed(with: refusal.option, for: job.name)
        }
        // Mail is read where the environment of the night is not.
        if context.common.store != CommonOptions().store {
            report.storeOption = FilePath(bytes: context.common.store.bytes)
        }
        services.worker.log?(report.event)
        let outcome = NightOutcome(report)
        if !context.common.json, outcome.isReported(isVerbose: options.isVerbose) {
            context.reporter.close()
            context.console.write(NightReportText(report, isVerbose: options.isVerbose).text)
        }
        let successes = try store.read { reports throws(StoreError) in try reports.nightSuccesses() }
        return NightMetrics.Night(
            report, began: began, ended: context.clock.now(), lastSuccess: successes.first { $0.job == report.job }?.at)
    }

    /// An array with one object for each night.
    private func writeJSON(_ reports: [NightReport]) {
        var bytes: [UInt8] = [UInt8(ascii: "[")]
        for (index, report) in reports.enumerated() {
            bytes += (index > 0 ? Array(",\n".utf8) : []) + report.json.text
        }
        context.console.output(bytes + Array("]\n".utf8))
    }
}
