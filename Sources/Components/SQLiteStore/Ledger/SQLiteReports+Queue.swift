internal import Planning
internal import SQLite
internal import Storage
internal import Domain

/// What a job has before and after its work: its queue and its selection.
extension SQLiteReports {
    func queuedWork(job name: String, since mark: WorkBaseline) throws(StoreError) -> QueueSummary {
        var work = QueueSummary()
        guard let job = try database.number(job: name) else { return work }
        let tasks = """
            run AS u JOIN task AS t INDEXED BY task_queued ON t.run_id = u.run_id AND t.state = 'queued'
                AND t.isolated IN (0, 1)
            """
        let isAsked = """
            u.job_id = ?1 AND \(isOpen("u")) AND u.paused_at IS NULL
            """
        work.parts = try connection.all(
            """
            SELECT t.reason, t.queued_at < ?2, count(*) FROM \(tasks) WHERE \(isAsked) GROUP BY 1, 2
            ORDER BY 2, 3 DESC, 1
            """, .integer(job), .integer(mark.moment.milliseconds)
        ) { QueueSummary.Part(reason: $0.text(0), isEarlier: $0.integer(1) != 0, images: Int($0.count(2))) }
        let units = try connection.all(
            """
            SELECT c.feature, count(*) FROM \(tasks) JOIN recipe_set_member AS m USING (recipe_set_id)
            JOIN recipe AS c USING (recipe_id) WHERE \(isAsked) AND \(lacksAnswer) GROUP BY 1
            """, .integer(job)
        ) { (FeatureType(rawValue: $0.text(0)), Int($0.count(1))) }
        for (feature, count) in units where count > 0 { if let feature { work.units[feature] = count } }
        return work
    }

    func queue(of run: RunID, excluding leaving: Set<ImageID>, seenFrom host: String?) throws(StoreError) -> RunQueue {
        var counts: [String: Int] = [:]
        let queued = try connection.all(
            """
            SELECT lacking, count(*) FROM (
                \(lacking) FROM run AS u JOIN task AS t INDEXED BY task_queued
                    ON t.run_id = u.run_id AND t.state = 'queued' AND t.isolated IN (0, 1)
                WHERE u.run_id = ?)
            GROUP BY 1 ORDER BY 1
            """, .integer(run.value)
        ) { (features: $0.text(0), images: Int($0.count(1))) }
        for count in queued { counts[count.features] = count.images }
        if !counts.isEmpty {
            for image in leaving {
                let features = try connection.first(
                    "\(lacking) FROM run AS u JOIN task AS t USING (run_id) WHERE t.image_id = ? AND t.run_id = ? AND t.state = 'queued'",
                    .integer(image.value), .integer(run.value)
                ) { $0.text(0) }
                if let features { counts[features, default: 0] -= 1 }
            }
        }
        var queue = RunQueue()
        for task in try host.map({ host throws(StoreError) in try abandoned(in: run, seenFrom: host) }) ?? []
        where !leaving.contains(task.image) {
            counts[task.features, default: 0] += 1
            queue.abandoned += 1
        }
        queue.parts = counts.sorted { $0.key < $1.key }.filter { $0.value > 0 }.map { features, images in
            RunQueue.Part(
                features.split(separator: ",").compactMap { FeatureType(rawValue: String($0)) }, images: images)
        }
        return queue
    }

    func runs(besides run: RunID) throws(StoreError) -> [RunID] {
        try connection.all(
            """
            SELECT o.run_id FROM run AS u JOIN run AS o ON o.job_id = u.job_id AND o.recipe_set_id = u.recipe_set_id
            WHERE u.run_id = ? AND o.run_id <> u.run_id AND \(isOpen("o")) AND o.paused_at IS NULL
            AND o.queued + o.running > 0 ORDER BY o.run_id
            """, .integer(run.value)
        ) { RunID($0.integer(0)) }
    }

    /// The images of a run whose workers are dead, with what they lack, but for those that their worker's death puts
    /// into quarantine.
    private func abandoned(
        in run: RunID, seenFrom host: String
    ) throws(StoreError) -> [(image: ImageID, features: String)] {
        var tasks: [(image: ImageID, features: String)] = []
        for worker in try database.workers.living() {
            guard let exit = worker.fate(seenFrom: host, hasLapsed: worker.leaseEnds < now) else { continue }
            let hasDied = exit == .died
            tasks += try connection.all(
                """
                \(lacking), t.image_id, t.crash_count, j.crash_limit FROM run AS u JOIN job AS j USING (job_id)
                JOIN task AS t INDEXED BY task_running ON t.run_id = u.run_id JOIN attempt AS a
                    ON a.attempt_id = t.attempt_id
                WHERE u.run_id = ? AND t.state = 'running' AND a.worker_id = ?
                """, .integer(run.value), .integer(worker.id.value)
            ) {
                let next = LostImage(
                    hasDied: hasDied, crashes: $0.integer(2) + 1, limit: $0.integer(3), isBlamed: false)
                return next == .quarantined ? nil : (ImageID($0.integer(1)), $0.text(0))
            }.compactMap { $0 }
        }
        return tasks
    }

    func presentMembers(
        job name: String, before mark: WorkBaseline, onlyAnswered: Bool
    ) throws(StoreError) -> Int {
        guard let job = try database.number(job: name) else { return 0 }
        let isAnswered = """
            AND EXISTS (SELECT 1 FROM answer AS r WHERE r.image_id = m.image_id AND r.recipe_id IN (
                SELECT recipe_id FROM recipe_set_member WHERE recipe_set_id IN (
                    SELECT recipe_set_id FROM submission WHERE job_id = ?1)))
            """
        return try connection.first(
            """
            SELECT count(*) FROM job_image AS m WHERE m.job_id = ?1 AND m.from_submission <= ?2
            AND m.until_submission IS NULL AND m.missing_at IS NULL AND m.from_submission NOT IN (
                SELECT submission_id FROM submission WHERE job_id = ?1 AND completed_at IS NULL)
            \(onlyAnswered ? isAnswered : "")
            """, .integer(job), .integer(mark.submission.value)
        ) { Int($0.count(0)) } ?? 0
    }
}

/// The beginning of a question for tasks `t` of runs `u`: the features that lack an answer, divided by commas.
private let lacking = """
    SELECT ifnull((SELECT group_concat(c.feature)
        FROM recipe_set_member AS m JOIN recipe AS c USING (recipe_id)
        WHERE m.recipe_set_id = u.recipe_set_id AND \(lacksAnswer)), '') AS lacking
    """
