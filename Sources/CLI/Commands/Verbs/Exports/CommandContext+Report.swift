internal import Exporting
internal import Platform
internal import Storage
internal import Domain

/// `--report DIR` of commands that submit and work.
extension CommandContext {
    /// Refuses, before anything is done, a folder that is not one for a report of some jobs.
    func checkReport(_ folder: FilePath?, of jobs: [JobFile]) throws(CommandFailure) {
        guard let folder else { return }
        try checkFolder(folder, "--report", format: ReportWriter.format, jobs: jobs.map(\.job.name))
        try checkIsNoSource(folder, "--report", of: jobs.map(\.job))
    }

    /// Does work, and writes a report of it however the work has ended; only a store that cannot be used has none.
    func reporting(
        _ jobs: [JobFile], to folder: FilePath?, in store: any Store, _ body: () throws(CommandFailure) -> ExitCode
    ) throws(CommandFailure) -> ExitCode {
        let code: ExitCode
        do throws(CommandFailure) {
            code = try body()
        } catch {
            if error.exit != .store, let failure = report(on: jobs, to: folder, in: store) { reporter.report(failure) }
            throw error
        }
        guard let failure = report(on: jobs, to: folder, in: store) else { return code }
        reporter.report(failure)
        return ExitCode.worst(of: [code, failure.exit])
    }

    /// Writes a report of those of some jobs that the store knows; answers why it could not.
    func report(on jobs: [JobFile], to folder: FilePath?, in store: any Store) -> CommandFailure? {
        guard let folder else { return nil }
        do throws(CommandFailure) {
            let known = try store.read { reports throws(StoreError) in try reports.jobNames() }
            let names = jobs.map(\.job.name).filter(known.contains)
            guard !names.isEmpty else { return nil }
            try checkIsNoSource(folder, "--report", in: store)
            reporter.close()
            _ = try writeReport(ReportOptions(jobs: names), to: folder, in: store)
            reporter.say("report: \(folder.appending("index.html"))")
            return nil
        } catch {
            return error
        }
    }
}
