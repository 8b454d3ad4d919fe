/// What never may be, with the question that names the rows.
let invariants: [(String, String)] = [
    (
        "runs whose counters are not the counts of their tasks",
        """
        SELECT 'row ' || run_id || ' of run' FROM run AS r WHERE (total, waiting, running, done, failed, cancelled) IS NOT (
            SELECT count(*), count(*) FILTER (WHERE state = 'waiting'), count(*) FILTER (WHERE state = 'running'),
                count(*) FILTER (WHERE state = 'done'), count(*) FILTER (WHERE state = 'failed'),
                count(*) FILTER (WHERE state = 'cancelled')
            FROM task AS t WHERE t.run_id = r.run_id)
        """
    ),
    (
        "tasks that are done without an answer to everything they asked",
        """
        SELECT 'row ' || task_id || ' of task' FROM task AS t WHERE state = 'done' AND EXISTS (
            SELECT 1 FROM feature_set_recipe AS s WHERE s.feature_set_id = t.feature_set_id AND NOT EXISTS (
                SELECT 1 FROM result AS r WHERE r.image_id = t.image_id AND r.recipe_id = s.recipe_id))
        """
    ),
    (
        "recipes whose answers are of another lineage",
        """
        SELECT DISTINCT 'row ' || r.recipe_id || ' of recipe' FROM result AS r JOIN recipe AS c USING (recipe_id)
        WHERE r.lineage_id <> c.lineage_id
        """
    ),
    (
        "tasks in hand whose attempt is not running",
        """
        SELECT 'row ' || t.task_id || ' of task' FROM task AS t LEFT JOIN attempt AS a ON a.attempt_id = t.attempt_id
        WHERE t.state = 'running' AND a.outcome IS NOT 'running'
        """
    ),
    (
        "attempts that run without their task in hand",
        """
        SELECT 'row ' || a.attempt_id || ' of attempt' FROM attempt AS a JOIN task AS t USING (task_id)
        WHERE a.outcome = 'running' AND t.attempt_id IS NOT a.attempt_id
        """
    ),
    (
        "sums of units that are not those of the ledger",
        """
        SELECT 'run ' || run_id || ', account ' || account_id || ', ' || month || ', ' || feature FROM (
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
        SELECT scope || ' ' || subject || ' ' || period FROM (
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
        "units that are open though their attempt has ended, or closed though it runs",
        """
        SELECT 'attempt ' || l.attempt_id || ', recipe ' || l.recipe_id FROM ledger AS l JOIN attempt AS a USING (attempt_id)
        WHERE (l.state IN ('reserved', 'sent')) <> (a.outcome = 'running')
        """
    ),
    (
        "attempts that run for a worker that has ended",
        """
        SELECT 'row ' || a.attempt_id || ' of attempt' FROM attempt AS a JOIN worker AS w USING (worker_id)
        WHERE a.outcome = 'running' AND w.ended_at IS NOT NULL
        """
    ),
    (
        "accounts that are held back for more than a year",
        """
        SELECT 'row ' || account_id || ' of account' FROM account
        WHERE max(opens_at, next_start / 1000) > (SELECT max(read_at) FROM clock) + 366 * 86400000
        """
    ),
    (
        "prices below 0",
        """
        SELECT feature FROM price WHERE min(free_units, first, first_tier, second) < 0
        """
    ),
    (
        "sets of features that hold none",
        """
        SELECT 'row ' || feature_set_id || ' of feature_set' FROM feature_set AS f
        WHERE NOT EXISTS (SELECT 1 FROM feature_set_recipe AS s WHERE s.feature_set_id = f.feature_set_id)
        """
    ),
    (
        "answers of attempts that brought none",
        """
        SELECT 'row ' || r.result_id || ' of result' FROM result AS r JOIN attempt AS a USING (attempt_id)
        WHERE a.outcome IN ('running', 'died', 'lapsed')
        """
    ),
    (
        "text elements that lie in another answer's",
        """
        SELECT 'row ' || a.annotation_id || ' of annotation' FROM annotation AS a JOIN annotation AS p ON p.annotation_id = a.parent_id
        WHERE p.result_id <> a.result_id OR p.kind <> 'text' OR p.annotation_id >= a.annotation_id
        """
    ),
    (
        "places that a search by area would not find",
        """
        SELECT 'row ' || location_id || ' of location' FROM (SELECT location_id, annotation_id, rank FROM location
            EXCEPT SELECT location_id, annotation_id, location_rank FROM landmarks_rtree)
        """
    ),
    (
        "lineages of an image with no answer that is shown",
        """
        SELECT 'image ' || image_id || ', lineage ' || lineage_id FROM result
        GROUP BY image_id, lineage_id HAVING sum(is_current) <> 1
        """
    ),
]
