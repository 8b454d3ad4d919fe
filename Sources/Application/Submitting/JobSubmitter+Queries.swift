internal import Planning
internal import Storage
internal import Domain

extension JobSubmitter {
    /// Refuses a job whose queries read jobs that the store does not know.
    ///
    /// - Parameter planned: jobs that are as good as known.
    func checkReadJobs(of job: Job, besides planned: Set<String> = []) throws(CommandFailure) {
        let names = job.readJobs.filter { !planned.contains($0) }
        guard !names.isEmpty else { return }
        let known = try store.read { reports throws(StoreError) in try reports.jobNames() }
        guard let name = names.first(where: { !known.contains($0) }) else { return }
        throw CommandFailure(
            "\(job.name) reads \(name), and the store has no job of that name; submit \(name) first, or in the same command",
            .backend)
    }
}
