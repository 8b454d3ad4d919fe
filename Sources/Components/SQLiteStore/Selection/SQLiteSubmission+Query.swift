internal import Platform
internal import SQLite
internal import Storage
internal import Domain

extension SQLiteSubmission {
    /// The query runs on a thread of its own, which is left behind where SQLite cannot be stopped.
    func images(
        of query: ImageQuery, within limit: TimeSpan, isEnding: () throws(StoreError) -> Bool
    ) throws(StoreError) -> ImageQueryOutcome {
        let jobs = try readJobs(of: query)
        // Of a store without them there is nothing to read, and it may not even be there.
        guard !jobs.isEmpty else { return .images(QueriedImages()) }
        let outcome = Monitor<ImageQueryOutcome?>(nil)
        let isEnded = Monitor(false)
        let reader = ImageQueryReader(
            store: database.file.resolved, query: query, jobs: jobs, ownJob: own.job.value,
            limit: QueryDeadline(limit) { outcome.with { $0 = $0 ?? .failed(.query(.tooLong(limit))) } },
            isEnded: { isEnded.with { $0 } })
        MemoryLimit.add(bytes: QueryMemory.usual.total)
        defer { MemoryLimit.lift() }
        WorkerThreads.start(1, named: "query") {
            let result: ImageQueryOutcome
            do throws(ImageQueryError) { result = .images(try reader.read()) } catch { result = .failed(error) }
            outcome.with { $0 = $0 ?? result }
        }
        while true {
            if let result = outcome.wait(within: 50, { $0 }) {
                if case .images(let images) = result {
                    for name in images.missingNames { state.seen.miss(name) }
                }
                return result
            }
            guard try isEnding() else { continue }
            isEnded.with { $0 = true }
            return .ended
        }
    }

    private func readJobs(of query: ImageQuery) throws(StoreError) -> [ImageQueryReader.ReadJob] {
        var jobs: [ImageQueryReader.ReadJob] = []
        for name in query.jobs {
            if let id = try database.number(job: name) { jobs.append(ImageQueryReader.ReadJob(id: id, name: name)) }
        }
        return jobs
    }

    func imagesGivenBefore() throws(StoreError) -> [Int] {
        try database.connection.all(
            """
            SELECT q.images FROM submission_query AS q JOIN job AS j ON j.selected_submission_id = q.submission_id
            WHERE j.job_id = ? ORDER BY q.ordinal
            """, .integer(own.job.value)
        ) { Int($0.integer(0)) }
    }

    func queuedImages(job name: String) throws(StoreError) -> Set<ImageID> {
        Set(
            try database.connection.all(
                """
                SELECT t.image_id FROM job AS j JOIN run AS r USING (job_id) JOIN task AS t USING (run_id)
                WHERE j.name = ? AND \(isOpen("r")) AND t.state IN ('queued', 'running')
                """, .text(name)
            ) { ImageID($0.integer(0)) })
    }

    func countUnseen(_ images: Set<ImageID>) -> Int { images.count { !state.seen.images.contains($0.value) } }
}
