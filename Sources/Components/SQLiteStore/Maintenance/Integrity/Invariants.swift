/// What never may be, with the question that names the rows.
let invariants = workInvariants + answerInvariants + correctionInvariants

/// What never may be of runs, tasks, attempts and money.
private let workInvariants: [(String, String)] = [
    (
        "runs whose counters are not the counts of their tasks",
        """
        SELECT 'row ' || run_id || ' of run' FROM run AS r WHERE (total, queued, running, done, failed, cancelled) IS \
        NOT (
            SELECT count(*), count(*) FILTER (WHERE state = 'queued'), count(*) FILTER (WHERE state = 'running'),
                count(*) FILTER (WHERE state = 'done'), count(*) FILTER (WHERE state = 'failed'),
                count(*) FILTER (WHERE state = 'cancelled')
            FROM task AS t WHERE t.run_id = r.run_id)
        """
    ),
    (
        "tasks that are done without an answer to everything they asked",
        """
        SELECT 'row ' || task_id || ' of task' FROM task AS t WHERE state = 'done' AND EXISTS (
            SELECT 1 FROM run AS u JOIN recipe_set_member AS m USING (recipe_set_id)
            WHERE u.run_id = t.run_id AND \(lacksAnswer))
        """
    ),
    (
        "running tasks whose attempt is not running",
        """
        SELECT 'row ' || t.task_id || ' of task' FROM task AS t LEFT JOIN attempt AS a ON a.attempt_id = t.attempt_id
        WHERE t.state = 'running' AND a.outcome IS NOT 'running'
        """
    ),
    (
        "attempts that run without their task",
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
                SELECT a.run_id, l.account_id, \(month(of: "l.day")) AS month, c.feature,
                    l.state IN ('reserved', 'sent') AS reserved, l.state = 'settled' AS settled,
                    l.state = 'uncertain' AS uncertain, l.state = 'settled' AND l.micro_usd > 0 AS settled_paid,
                    iif(l.state = 'released', 0, l.micro_usd) AS micro_usd
                FROM ledger AS l JOIN attempt AS a USING (attempt_id) JOIN recipe AS c USING (recipe_id)
                UNION ALL
                SELECT run_id, account_id, month, feature, -reserved, -settled, -uncertain, -settled_paid, -micro_usd
                FROM ledger_total)
            GROUP BY run_id, account_id, month, feature HAVING (r, s, u, p, m) IS NOT (0, 0, 0, 0, 0))
        """
    ),
    (
        "caps whose sums are not those of the ledger",
        """
        SELECT scope || ' ' || subject || ' ' || period FROM (
            SELECT scope, subject, period, sum(units) AS n, sum(micro_usd) AS m
            FROM (
                SELECT k.scope, CASE WHEN k.scope = 'run' THEN a.run_id WHEN k.scope LIKE 'job_%' THEN r.job_id
                        ELSE l.account_id END AS subject,
                    CASE WHEN k.scope = 'run' THEN '' WHEN k.scope LIKE '%_day' THEN l.day
                        ELSE \(month(of: "l.day")) END AS period, 1 AS units, l.micro_usd
                FROM ledger AS l JOIN attempt AS a USING (attempt_id) JOIN run AS r USING (run_id)
                CROSS JOIN (SELECT 'run' AS scope UNION VALUES ('job_day'), ('job_month'), ('account_day'),
                    ('account_month')) AS k
                WHERE l.state <> 'released'
                UNION ALL
                SELECT scope, subject, period, -units, -micro_usd FROM cap_usage)
            GROUP BY scope, subject, period HAVING (n, m) IS NOT (0, 0))
        """
    ),
    (
        "units that are open though their attempt has ended, or closed though it runs",
        """
        SELECT 'attempt ' || l.attempt_id || ', recipe ' || l.recipe_id FROM ledger AS l JOIN attempt AS a USING \
        (attempt_id)
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
        "sets of recipes that hold none",
        """
        SELECT 'row ' || recipe_set_id || ' of recipe_set' FROM recipe_set AS f
        WHERE NOT EXISTS (SELECT 1 FROM recipe_set_member AS s WHERE s.recipe_set_id = f.recipe_set_id)
        """
    ),
    (
        "answers of attempts that brought none",
        """
        SELECT 'row ' || r.answer_id || ' of answer' FROM answer AS r JOIN attempt AS a USING (attempt_id)
        WHERE a.outcome IN ('running', 'died', 'lapsed')
        """
    ),
    (
        "attempts of another run than their task",
        """
        SELECT 'row ' || a.attempt_id || ' of attempt' FROM attempt AS a JOIN task AS t USING (task_id)
        WHERE a.run_id <> t.run_id
        """
    ),
]
