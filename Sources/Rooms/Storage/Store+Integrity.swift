internal import SQLite
internal import Schema

extension Store {
    /// Everything that is wrong in the file, as sentences; none when all holds that must always hold.
    package func problems() throws(StoreError) -> [String] {
        try guarded { () throws(SQLiteError) in
            var found = try connection.all("PRAGMA integrity_check(20)") { $0.text(0) }.filter { $0 != "ok" }
            found += try connection.all("SELECT \"table\", rowid, parent FROM pragma_foreign_key_check LIMIT 20") {
                "row \($0.integer(1)) of \($0.text(0)) names a row of \($0.text(2)) that is not there"
            }
            // What holds of today's tables cannot be asked of an older store's, which is only read here.
            let version = try connection.first("PRAGMA user_version") { $0.integer(0) } ?? 0
            for (sentence, sql) in version == StoreSchema.migrations.count ? invariants : [] {
                let count = try connection.first(sql) { $0.integer(0) } ?? 0
                if count > 0 { found.append("\(count) \(sentence)") }
            }
            return found
        }
    }
}

/// What never may be, with the question that counts it.
private let invariants: [(String, String)] = [
    (
        "runs whose counters are not the counts of their tasks",
        """
        SELECT count(*) FROM run AS r WHERE (total, waiting, running, done, failed, cancelled) IS NOT (
            SELECT count(*), count(*) FILTER (WHERE state = 'waiting'), count(*) FILTER (WHERE state = 'running'),
                count(*) FILTER (WHERE state = 'done'), count(*) FILTER (WHERE state = 'failed'),
                count(*) FILTER (WHERE state = 'cancelled')
            FROM task AS t WHERE t.run_id = r.run_id)
        """
    ),
    (
        "tasks that are done without an answer to everything they asked",
        """
        SELECT count(*) FROM task AS t WHERE state = 'done' AND EXISTS (
            SELECT 1 FROM feature_set_recipe AS s WHERE s.feature_set_id = t.feature_set_id AND NOT EXISTS (
                SELECT 1 FROM result AS r WHERE r.image_id = t.image_id AND r.recipe_id = s.recipe_id))
        """
    ),
    (
        "tasks in hand whose attempt is not running",
        """
        SELECT count(*) FROM task AS t LEFT JOIN attempt AS a ON a.attempt_id = t.attempt_id
        WHERE t.state = 'running' AND a.outcome IS NOT 'running'
        """
    ),
    (
        "attempts that run without their task in hand",
        """
        SELECT count(*) FROM attempt AS a JOIN task AS t USING (task_id)
        WHERE a.outcome = 'running' AND t.attempt_id IS NOT a.attempt_id
        """
    ),
    (
        "sums of units that are not those of the ledger",
        """
        SELECT count(*) FROM (
            SELECT run_id, account_id, month, feature, sum(reserved) AS r, sum(settled) AS s, sum(uncertain) AS u,
                sum(settled_paid) AS p, sum(micro_usd) AS m
            FROM (
                SELECT t.run_id, l.account_id, substr(l.day, 1, 7) AS month, c.feature,
                    l.state IN ('reserved', 'sent') AS reserved, l.state = 'settled' AS settled,
                    l.state = 'uncertain' AS uncertain, l.state = 'settled' AND l.micro_usd > 0 AS settled_paid,
                    iif(l.state = 'released', 0, l.micro_usd) AS micro_usd
                FROM ledger AS l JOIN attempt AS a USING (attempt_id) JOIN task AS t USING (task_id)
                JOIN recipe AS c USING (recipe_id)
                UNION ALL
                SELECT run_id, account_id, month, feature, -reserved, -settled, -uncertain, -settled_paid, -micro_usd
                FROM tally)
            GROUP BY run_id, account_id, month, feature HAVING (r, s, u, p, m) IS NOT (0, 0, 0, 0, 0))
        """
    ),
    (
        "caps whose sums are not those of the ledger",
        """
        SELECT count(*) FROM (
            SELECT scope, subject, period, sum(units) AS n, sum(micro_usd) AS m
            FROM (
                SELECT k.scope, CASE WHEN k.scope = 'run' THEN t.run_id WHEN k.scope LIKE 'job %' THEN r.job_id
                        ELSE l.account_id END AS subject,
                    CASE WHEN k.scope = 'run' THEN '' WHEN k.scope LIKE '% day' THEN l.day ELSE substr(l.day, 1, 7) END
                        AS period, 1 AS units, l.micro_usd
                FROM ledger AS l JOIN attempt AS a USING (attempt_id) JOIN task AS t USING (task_id)
                JOIN run AS r USING (run_id)
                CROSS JOIN (SELECT 'run' AS scope UNION VALUES ('job day'), ('job month'), ('account day'),
                    ('account month')) AS k
                WHERE l.state <> 'released'
                UNION ALL
                SELECT scope, subject, period, -units, -micro_usd FROM spent)
            GROUP BY scope, subject, period HAVING (n, m) IS NOT (0, 0))
        """
    ),
    (
        "units that are open though their attempt has ended",
        """
        SELECT count(*) FROM ledger AS l JOIN attempt AS a USING (attempt_id)
        WHERE l.state IN ('reserved', 'sent') AND a.outcome <> 'running'
        """
    ),
    (
        "answers of attempts that brought none",
        """
        SELECT count(*) FROM result AS r JOIN attempt AS a USING (attempt_id)
        WHERE a.outcome IN ('running', 'died', 'lapsed')
        """
    ),
    (
        "text elements that lie in another answer's",
        """
        SELECT count(*) FROM annotation AS a JOIN annotation AS p ON p.annotation_id = a.parent_id
        WHERE p.result_id <> a.result_id OR p.kind <> 'text' OR p.annotation_id >= a.annotation_id
        """
    ),
    (
        "places that a search by area would not find",
        """
        SELECT count(*) FROM (SELECT location_id, annotation_id, rank FROM location
            EXCEPT SELECT location_id, annotation_id, location_rank FROM landmarks_rtree)
        """
    ),
    (
        "lineages of an image with no answer that is shown",
        """
        SELECT count(*) FROM (SELECT 1 FROM result GROUP BY image_id, lineage_id HAVING sum(is_current) <> 1)
        """
    ),
]
