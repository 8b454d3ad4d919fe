internal import SQLite
internal import Storage
internal import Domain

/// What a job has before and after its work: its queue and its selection.
extension SQLiteReports {
    func queuedWork(job name: String, since mark: WorkBaseline) throws(StoreError) -> QueueSummary {
        var work = QueueSummary()
        guard let job = try number(job: name) else { return work }
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

    func queue(of run: RunID, excluding leaving: Set<ImageID>) throws(StoreError) -> RunQueue {
        let lacking = """
            SELECT ifnull((SELECT group_concat(c.feature)
                FROM recipe_set_member AS m JOIN recipe AS c USING (recipe_id)
                WHERE m.recipe_set_id = u.recipe_set_id AND \(lacksAnswer)), '') AS lacking
            FROM run AS u JOIN task AS t
            """
        var counts = try connection.all(
            """
            SELECT lacking, count(*) FROM (
                \(lacking) INDEXED BY task_queued ON t.run_id = u.run_id AND t.state = 'queued' AND t.isolated IN (0, 1)
                WHERE u.run_id = ?)
            GROUP BY 1 ORDER BY 1
            """, .integer(run.value)
        ) { (features: $0.text(0), images: Int($0.count(1))) }
        guard !counts.isEmpty else { return RunQueue() }
        for image in leaving {
            let features = try connection.first(
                "\(lacking) USING (run_id) WHERE t.image_id = ? AND t.run_id = ? AND t.state = 'queued'",
                .integer(image.value), .integer(run.value)
            ) { $0.text(0) }
            if let features, let index = counts.firstIndex(where: { $0.features == features }) {
                counts[index].images -= 1
            }
        }
        var queue = RunQueue()
        queue.parts = counts.filter { $0.images > 0 }.map { count in
            let features = count.features.split(separator: ",").compactMap { FeatureType(rawValue: String($0)) }
            return RunQueue.Part(features, images: count.images)
        }
        return queue
    }

    func presentMembers(job name: String, before mark: WorkBaseline) throws(StoreError) -> Int {
        guard let job = try number(job: name) else { return 0 }
        return try connection.first(
            """
            SELECT count(*) FROM job_image WHERE job_id = ?1 AND from_submission <= ?2 AND until_submission IS NULL
            AND missing_at IS NULL AND from_submission NOT IN (
                SELECT submission_id FROM submission WHERE job_id = ?1 AND completed_at IS NULL)
            """, .integer(job), .integer(mark.submission.value)
        ) { Int($0.count(0)) } ?? 0
    }
}
