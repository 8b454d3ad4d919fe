internal import SQLite
internal import Storage
internal import Domain

extension SQLiteReports {
    func labelShares(job name: String, since mark: WorkBaseline) throws(StoreError) -> [LabelShares] {
        guard let job = try database.number(job: name) else { return [] }
        let recipes = try connection.all(
            """
            SELECT c.recipe_id FROM recipe_set_member AS m JOIN recipe AS c USING (recipe_id)
            WHERE m.recipe_set_id = (SELECT s.recipe_set_id FROM submission AS s WHERE s.job_id = ?
                ORDER BY s.submission_id DESC LIMIT 1) AND c.feature = ?
            ORDER BY c.recipe_id
            """, .integer(job), .text(FeatureType.labelDetection.rawValue)
        ) { $0.integer(0) }
        var shares: [LabelShares] = []
        for recipe in recipes {
            let new = """
                SELECT r.answer_id FROM answer AS r NOT INDEXED JOIN attempt AS a USING (attempt_id)
                WHERE r.answer_id > \(mark.answer.value) AND r.recipe_id = \(recipe)
                    AND a.worker_id IN (\(try workers(since: mark)))
                    AND r.run_id IN (SELECT u.run_id FROM run AS u WHERE u.job_id = \(job))
                """
            // From run to run, so that no more than these are looked at, whatever else the store has.
            let old = """
                SELECT r.answer_id FROM run AS u INDEXED BY run_by_job
                CROSS JOIN answer AS r INDEXED BY answer_by_run ON r.run_id = u.run_id AND r.recipe_id = \(recipe)
                    AND r.answer_id <= \(mark.answer.value)
                WHERE u.job_id = \(job) ORDER BY u.run_id DESC, r.answer_id DESC LIMIT \(answersBefore)
                """
            if let found = try compare(new, with: old) { shares.append(found) }
        }
        return shares
    }

    /// The shares of new answers beside those of old ones, both SQL that gives their numbers; nil where either are too
    /// few to tell anything.
    private func compare(_ new: String, with old: String) throws(StoreError) -> LabelShares? {
        let before = try unlabelled(of: old)
        guard before.total >= Share.minTotal else { return nil }
        let now = try unlabelled(of: new)
        guard now.total >= Share.minTotal else { return nil }
        let commonest = try connection.first(
            """
            SELECT d.description, count(DISTINCT n.answer_id) FROM (\(new)) AS n
            CROSS JOIN annotation AS l ON l.answer_id = n.answer_id AND l.kind = 0
            CROSS JOIN term AS d USING (term_id)
            GROUP BY d.description ORDER BY 2 DESC, 1 LIMIT 1
            """
        ) { (description: $0.text(0), count: Int($0.count(1))) }
        let label = try commonest.map { label throws(StoreError) in
            let earlier = try connection.first(
                """
                SELECT count(*) FROM (\(old)) AS n WHERE EXISTS (
                    SELECT 1 FROM annotation AS l JOIN term AS d USING (term_id)
                    WHERE l.answer_id = n.answer_id AND l.kind = 0 AND d.description = ?)
                """, .text(label.description)
            ) { Int($0.count(0)) }
            return LabelShares.Commonest(
                label.description, now: Share(label.count, of: now.total),
                before: Share(earlier ?? 0, of: before.total))
        }
        return LabelShares(feature: .labelDetection, unlabelled: now, before: before, commonest: label)
    }

    private func unlabelled(of answers: String) throws(StoreError) -> Share {
        try connection.first(
            """
            SELECT count(*) FILTER (WHERE NOT EXISTS (
                SELECT 1 FROM annotation AS l WHERE l.answer_id = n.answer_id AND l.kind = 0)), count(*)
            FROM (\(answers)) AS n
            """
        ) { Share(Int($0.count(0)), of: Int($0.count(1))) } ?? Share(0, of: 0)
    }
}

/// How many earlier answers tell what is usual.
private let answersBefore = 1000
