internal import Domain
internal import Schema
internal import Storage

extension QueryHints.FollowUp {
    /// What is said of the store's answer; nil where there is nothing to say.
    ///
    /// - Parameter store: it is asked within half a second; what takes longer is not said.
    func sentence(of store: any Store) -> String? {
        switch self {
        case .severalJobs(let view):
            let all = (try? store.snapshot { reports throws(StoreError) in try reports.jobNames() }) ?? []
            let jobs = all.filter { job in
                count(of: StoreQuestions.rowOfJob(in: view), ["job": .text(job)], in: store) > 0
            }
            guard jobs.count > 1 else { return nil }
            return """
                the rows of \(jobs.count) jobs are counted together (\(jobs.prefix(5).joined(separator: ", "))\
                \(jobs.count > 5 ? ", ..." : "")); for one of them add job = '\(jobs[0])'
                """
        case .imagesOfNoJob:
            let images = count(of: StoreQuestions.imagesOfNoJob, in: store)
            guard images > 0 else { return nil }
            let number = images == 1000 ? "1,000 images or more" : HumanFormat.count(images, "image")
            return """
                \(number) that no job shows any more \(images == 1 ? "is" : "are") among these; \
                leave them out with jobs > 0
                """
        case .unknownJob(let name):
            guard let jobs = try? store.snapshot({ reports throws(StoreError) in try reports.jobNames() }),
                !jobs.contains(name)
            else { return nil }
            return CommandFailure(noJob: name, among: jobs).sentence
        }
    }

    /// How many rows an answer has; 0 where it cannot be told in time.
    private func count(of sql: String, _ parameters: [String: Cell] = [:], in store: any Store) -> Int {
        var count = 0
        let deadline = QueryDeadline(TimeSpan(milliseconds: 500), onOverrun: {})
        do throws(QueryError) {
            try store.query(sql, parameters: parameters, deadline: deadline, columns: { _ in }) { _ in
                count += 1
                return true
            }
            return count
        } catch {
            return 0
        }
    }
}
