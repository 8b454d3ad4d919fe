import TestSupport
import Testing

extension Scratch {
    /// What must hold in a store at any moment, whoever was killed: each line says what is wrong.
    func breaches() throws -> [String] {
        let questions = [
            (
                "runs whose sums do not hold",
                """
                SELECT count(*) FROM run AS r WHERE total <> (SELECT count(*) FROM task AS t WHERE t.run_id = r.run_id)
                    OR total <> queued + running + done + failed + cancelled
                    OR done <> (SELECT count(*) FROM task AS t WHERE t.run_id = r.run_id AND state = 'done')
                    OR failed <> (SELECT count(*) FROM task AS t WHERE t.run_id = r.run_id AND state = 'failed')
                """
            ),
            (
                "answers given twice",
                """
                SELECT count(*) FROM (SELECT 1 FROM answer GROUP BY image_id, recipe_id HAVING count(*) > 1)
                """
            ),
            (
                "tasks done in two attempts",
                """
                SELECT count(*) FROM (SELECT 1 FROM attempt WHERE outcome = 'done' GROUP BY task_id HAVING count(*) > 1)
                """
            ),
            (
                "images with two tasks in a run",
                "SELECT count(*) FROM (SELECT 1 FROM task GROUP BY run_id, image_id HAVING count(*) > 1)"
            ),
            (
                "tasks done without their answer, or answers of an attempt that did not bring them",
                """
                SELECT (SELECT count(*) FROM task AS t WHERE state = 'done'
                        AND NOT EXISTS (SELECT 1 FROM answer AS r WHERE r.image_id = t.image_id))
                    + (SELECT count(*) FROM answer AS r JOIN attempt AS a USING (attempt_id)
                        WHERE a.outcome IN ('running', 'died', 'lapsed'))
                    + (SELECT count(*) FROM attempt AS a JOIN task AS t USING (task_id)
                        WHERE a.outcome = 'done' AND t.state <> 'done')
                """
            ),
            (
                "answers without their raw response, or a local model's without labels",
                """
                SELECT count(*) FROM answer AS r JOIN recipe AS c USING (recipe_id) WHERE NOT EXISTS
                    (SELECT 1 FROM response AS s WHERE s.attempt_id = r.attempt_id)
                    OR (c.backend = 'tflite'
                        AND NOT EXISTS (SELECT 1 FROM annotation AS a WHERE a.answer_id = r.answer_id))
                """
            ),
        ]
        return try questions.compactMap { words, sql in
            let count = try book.number(sql)
            return count == 0 ? nil : "\(count) \(words)"
        }
    }
}
