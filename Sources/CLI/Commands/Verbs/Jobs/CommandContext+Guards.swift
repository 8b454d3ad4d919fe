internal import Planning
internal import Platform
internal import Storage
internal import Submitting
internal import Domain

extension CommandContext {
    /// Submits a job; a person at a terminal is asked before most of it is asked and billed again.
    ///
    /// - Throws: also where too many pictures would change at once and nothing is asked.
    func submit(
        _ job: JobFile, _ services: JobServices, priority: Priority?, pinned: PlanFile? = nil, guards: ChangeGuards
    ) throws(CommandFailure) -> SubmissionResult {
        let found = try services.submitter.submit(
            job.job, manifest: job.file, priority: priority?.value, pinned: pinned, guards: guards)
        guard let refusal = found.refusal, !refusal.asksNew else { return found }
        guard case .again = refusal, let answer = answer(to: refusal, of: job.job, services) else {
            // A source that cannot be read may be why.
            for problem in found.problemLines { reporter.warn("\(job.job.name): \(problem)") }
            throw failure(refusal, of: job.job.name, job.name)
        }
        guard answer else { throw CommandFailure("\(job.job.name): nothing was asked", .capReached) }
        var accepted = guards.accepted
        accepted.again = true
        return try submit(
            job, services, priority: priority, pinned: pinned,
            guards: ChangeGuards(before: guards.baseline, accepting: accepted))
    }

    /// What a person says to what would be asked again; nil where there is no terminal to ask at.
    private func answer(to refusal: SubmissionRefusal, of job: Job, _ services: JobServices) -> Bool? {
        guard console.isInteractive, console.errorColumns != nil, !common.json else { return nil }
        reporter.close()
        reporter.warn("\(job.name): \(refusal.words)")
        return console.confirms("Ask them again?") { services.shutdown.isDraining }
    }

    /// Says why nothing left a job though what is new is asked; answers the exit code, which is at least that of the
    /// work.
    func report(
        _ refusal: SubmissionRefusal?, of job: JobFile, after code: ExitCode
    ) -> ExitCode {
        guard let refusal else { return code }
        let failure = failure(refusal, of: job.job.name, job.name)
        reporter.report(failure)
        return ExitCode.worst(of: [code, failure.exit])
    }

    /// Why a submission was refused, and the command that accepts it.
    ///
    /// - Parameter manifest: the job's, as it was typed; nil: the command is of one job.
    func failure(_ refusal: SubmissionRefusal, of job: String, _ manifest: FilePath? = nil) -> CommandFailure {
        let end = refusal.words.hasSuffix("?") ? "" : "."
        return CommandFailure(
            "\(job): \(refusal.words)\(end) \(refusal.consequence) \(refusal.condition)", .capReached,
            steps: [typed(with: refusal.option, for: manifest)])
    }
}

extension JobPlan {
    /// Why it would not be done, but for what a person accepts.
    func refusals(without accepted: AcceptedChanges) -> [SubmissionRefusal] {
        refusals.filter { !accepted[$0.change] }
    }
}
