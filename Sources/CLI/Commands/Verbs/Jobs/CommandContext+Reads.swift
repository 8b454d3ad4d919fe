internal import Planning
internal import Storage
internal import Domain

extension CommandContext {
    /// Jobs in their order, but each behind those among them that it reads.
    ///
    /// - Throws: where a job reads itself, over others that it reads, of the store's among them.
    func inReadingOrder(_ jobs: [JobFile], in store: any Store) throws(CommandFailure) -> [JobFile] {
        let reads = try reads(of: jobs.map(\.job), in: store)
        if let cycle = jobs.lazy.compactMap({ reads.cycle(through: $0.job.name) }).first {
            throw CommandFailure(
                "\(JobReads.text(of: cycle)); take one of them out of `from`. Nothing was done", .badInput)
        }
        return reads.ordered(jobs) { $0.job.name }
    }

    /// What is wrong with the jobs that a job reads, as far as manifests tell that are checked together.
    ///
    /// A job that neither these nor the store have is a warning: it may be submitted before.
    func diagnostics(of job: Job, _ reads: JobReads) -> [Diagnostic] {
        let cycle = reads.cycle(through: job.name)
        let unknown = job.readJobs.filter { !reads.has($0) }
        let known = unknown.isEmpty ? [] : knownJobs(for: job)
        return job.queries.flatMap { keyPath, query in
            query.jobs.enumerated().compactMap { index, name in
                let key = "\(keyPath.dropLast(3))from[\(index)]"
                if let cycle, (cycle + cycle.prefix(1)).dropFirst().first == name {
                    return Diagnostic(.mistake, keyPath: key, message: JobReads.text(of: cycle))
                }
                guard unknown.contains(name), !known.contains(name) else { return nil }
                return Diagnostic(
                    .advice, keyPath: key,
                    message: "there is no job \(name) in the store or in another manifest given here; "
                        + "submit it before \(job.name), or in the same command")
            }
        }
    }

    /// The jobs of the store that a job would be submitted to; none where there is no store, or none that can be read.
    private func knownJobs(for job: Job) -> [String] {
        guard let store = storeToLookAt(for: job) else { return [] }
        return (try? store.read { reports throws(StoreError) in try reports.jobNames() }) ?? []
    }

    /// What jobs read, and what those read in turn, by the manifests that the store has of them.
    private func reads(of jobs: [Job], in store: any Store) throws(CommandFailure) -> JobReads {
        var reads = JobReads(jobs)
        while let name = reads.unknownJob {
            let manifest = try store.read { reports throws(StoreError) in try reports.manifest(job: name) }
            reads.add(name, reading: manifest.flatMap(CommandContext.job)?.readJobs ?? [])
        }
        return reads
    }
}
