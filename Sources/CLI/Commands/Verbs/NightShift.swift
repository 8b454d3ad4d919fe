internal import Logging
internal import Manifest
internal import Platform
internal import Nights
internal import Reporting
internal import Storage
internal import Working
internal import Domain

/// The nights of some jobs, one after the other in one process.
struct NightShift {
    private let place: CommandContext
    private let options: NightlyCommand.Options

    init(_ place: CommandContext, _ options: NightlyCommand.Options) {
        self.place = place
        self.options = options
    }

    /// Does all nights; one that fails keeps none of the others from being done.
    func work() throws(CommandError) -> ExitCode {
        try place.checkInput(options.jobs)
        var jobs: [JobFile] = []
        var exits: [NightVerdict.Exit] = []
        for path in options.jobs {
            do throws(CommandError) {
                jobs.append(try place.job(at: path))
            } catch {
                place.narrator.complain(error.message)
                exits.append(NightVerdict.Exit(rawValue: error.message.code.rawValue) ?? .badInput)
            }
        }
        return try NightShift(try place.onStore(of: jobs), options).work(on: jobs, after: exits)
    }

    /// Does the nights of jobs whose manifests can be used, after the exits of those that cannot.
    private func work(on jobs: [JobFile], after refused: [NightVerdict.Exit]) throws(CommandError) -> ExitCode {
        try place.checkOutputs([OutputFile(options.log, .log), OutputFile(options.prometheus, .metrics)], of: jobs)
        var exits = refused
        var nights: [NightMetrics.Night] = []
        if !jobs.isEmpty {
            let limits = try place.limits(options.work)
            // In a store that is there the night is recorded with what stopped it.
            if place.stores.newStore(at: place.common.store) != nil { try place.checkBackends(of: jobs) }
            let (store, unknown) = try place.openForNight(jobs, makesNew: options.makesNew)
            if let unknown {
                place.narrator.complain(unknown.message)
                exits.append(.store)
            }
            let jobs = jobs.filter { unknown?.refuses($0) != true }
            // Mail brings it once: from the first submission on the store knows the account.
            try place.tellNewAccounts(of: jobs.map(\.job), in: store, isWarning: true)
            try place.withJobs(
                on: store, certificates: options.cacert, until: limits.time, sends: true,
                trusting: place.trust(in: jobs), log: options.log, observer: hear
            ) { services throws(CommandError) in
                for (index, job) in jobs.enumerated() where !services.shutdown.isDraining {
                    if services.shutdown.mustEnd {
                        let left = jobs[index...].map(\.job.name).joined(separator: ", ")
                        place.narrator.complain(UserMessage("\(left) not begun; the next night continues", .backend))
                        break
                    }
                    let night = try self.night(of: job.job, job.file, job.name, services, on: store, within: limits)
                    nights.append(night)
                    exits.append(NightVerdict(night.report).exit)
                }
            }
        }
        if place.common.json { writeJSON(nights.map(\.report)) }
        if let file = options.prometheus {
            try place.writeMetrics(NightMetrics(nights).text, to: file)
        }
        return ExitCode(rawValue: NightVerdict.exit(of: exits).rawValue) ?? .store
    }

    /// What ended a run is in the report.
    private func hear(_ progress: WorkProgress) {
        if case .stopped = progress { return }
        place.narrator.hear(progress)
    }

    /// One night, reported where a person should look.
    private func night(
        of job: Job, _ file: FilePath, _ name: FilePath, _ services: JobServices, on store: any Store,
        within limits: WorkLimits
    ) throws(CommandError) -> NightMetrics.Night {
        let began = place.clock.now()
        var report = NightReport(job: job.name, ending: .finished)
        let nightly = Nightly(
            store: store, submitter: services.submitter, worker: services.worker, shutdown: services.shutdown)
        let holder = try place.stopping(UserMessage.init) { () throws(NightError) in
            try nightly.night(of: job, manifest: file, acceptsMissing: options.acceptsMissing, within: limits) { work in
                report = NightReport(work, of: job)
                return NightVerdict(report).exit.rawValue
            }
        }
        if let holder {
            report.ending = .alreadyRunning(
                since: holder.since, pid: holder.process.pid, host: holder.hostName)
        }
        report.store = place.common.store.description
        report.manifest = name.description
        report.acceptance = place.typed(with: "--accept-missing")
        // Mail is read where the environment of the night is not.
        if place.common.store != CommonOptions().store {
            report.storeOption = FilePath(bytes: place.common.store.bytes)
        }
        services.worker.log?(report.event)
        let verdict = NightVerdict(report)
        if !place.common.json, verdict.speaks(isVerbose: options.isVerbose) {
            place.narrator.close()
            place.console.write(NightText(report).text)
        }
        let successes = try place.reading(store) { reports throws(StoreError) in try reports.nightSuccesses() }
        return NightMetrics.Night(
            report, began: began, ended: place.clock.now(), lastSuccess: successes.first { $0.job == job.name }?.at)
    }

    /// An array with one object for each night.
    private func writeJSON(_ reports: [NightReport]) {
        var bytes: [UInt8] = [UInt8(ascii: "[")]
        for (place, report) in reports.enumerated() {
            bytes += (place > 0 ? Array(",\n".utf8) : []) + report.json.text
        }
        place.console.output(bytes + Array("]\n".utf8))
    }
}
