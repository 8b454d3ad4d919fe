-- What SQL sees: the stable interface, made again whenever a program with other views opens the store.
-- Times are UTC, ISO 8601 with milliseconds. Geometry is in pixels of the upright original.
-- A job's rows are the newest answers to its selection, whichever job asked first; the _history views have every answer once.
-- Tables that only describe are LEFT JOINed: SQLite omits those whose columns a question does not name.
-- A PAIR is two views of one statement: NAME and NAME_history. What differs between them stands in braces; ViewPairs.swift has it.

-- A name that is read in two ways has two rows.
CREATE VIEW image_paths AS
SELECT p.image_id, p.path,
       iif(p.path_bytes = x'', CAST(p.path AS BLOB), p.path_bytes) AS path_bytes,
       iif(p.path_bytes = x'', CAST(f.path AS TEXT), rtrim(p.path, replace(p.path, '/', ''))) AS folder,
       substr(p.path, 1 + length(iif(p.path_bytes = x'', CAST(f.path AS TEXT), rtrim(p.path, replace(p.path, '/', ''))))) AS name,
       lower(hex(p.content)) AS content_digest, p.orientation,
       strftime('%Y-%m-%dT%H:%M:%fZ', p.taken_at / 1000.0, 'unixepoch') AS taken_at,
       p.camera_latitude, p.camera_longitude, p.bytes,
       strftime('%Y-%m-%dT%H:%M:%fZ', p.modified_ns / 1000000 / 1000.0, 'unixepoch') AS modified_at,
       strftime('%Y-%m-%dT%H:%M:%fZ', p.first_seen_at / 1000.0, 'unixepoch') AS first_seen_at,
       strftime('%Y-%m-%dT%H:%M:%fZ', p.missing_at / 1000.0, 'unixepoch') AS missing_at,
       strftime('%Y-%m-%dT%H:%M:%fZ', p.replaced_at / 1000.0, 'unixepoch') AS replaced_at
FROM path AS p LEFT JOIN folder AS f ON f.folder_id = p.folder_id;

-- What a file says is that of the image's first name that is there: a query for each column, since SQLite would look a joined
-- name up for a question that names none of its columns.
CREATE VIEW images AS
SELECT i.image_id, CASE i.kind WHEN 0 THEN 'picture' WHEN 1 THEN 'file' WHEN 2 THEN 'reference' END AS kind,
       lower(hex(i.digest)) AS digest, i.page, i.turn,
       (SELECT p.path FROM path AS p WHERE p.image_id = i.image_id
        ORDER BY p.replaced_at IS NOT NULL, p.missing_at IS NOT NULL, p.path_id LIMIT 1) AS path,
       i.format, i.width, i.height,
       (SELECT lower(hex(p.content)) FROM path AS p WHERE p.image_id = i.image_id
        ORDER BY p.replaced_at IS NOT NULL, p.missing_at IS NOT NULL, p.path_id LIMIT 1) AS content_digest,
       (SELECT p.orientation FROM path AS p WHERE p.image_id = i.image_id
        ORDER BY p.replaced_at IS NOT NULL, p.missing_at IS NOT NULL, p.path_id LIMIT 1) AS orientation,
       (SELECT p.bytes FROM path AS p WHERE p.image_id = i.image_id
        ORDER BY p.replaced_at IS NOT NULL, p.missing_at IS NOT NULL, p.path_id LIMIT 1) AS bytes,
       (SELECT strftime('%Y-%m-%dT%H:%M:%fZ', p.taken_at / 1000.0, 'unixepoch') FROM path AS p WHERE p.image_id = i.image_id
        ORDER BY p.replaced_at IS NOT NULL, p.missing_at IS NOT NULL, p.path_id LIMIT 1) AS taken_at,
       (SELECT p.camera_latitude FROM path AS p WHERE p.image_id = i.image_id
        ORDER BY p.replaced_at IS NOT NULL, p.missing_at IS NOT NULL, p.path_id LIMIT 1) AS camera_latitude,
       (SELECT p.camera_longitude FROM path AS p WHERE p.image_id = i.image_id
        ORDER BY p.replaced_at IS NOT NULL, p.missing_at IS NOT NULL, p.path_id LIMIT 1) AS camera_longitude,
       strftime('%Y-%m-%dT%H:%M:%fZ', i.first_seen_at / 1000.0, 'unixepoch') AS first_seen_at,
       (SELECT count(*) FROM job AS j JOIN job_image AS ji ON ji.job_id = j.job_id AND ji.image_id = i.image_id
        AND ji.until_submission IS NULL) AS jobs
FROM image AS i;

-- A name that is read in two ways is one name here.
CREATE VIEW duplicates AS
SELECT p.image_id, p.path, d.names, lower(hex(p.content)) AS content_digest, p.bytes
FROM (SELECT n.image_id, count(DISTINCT n.path || ' ' || hex(n.path_bytes)) AS names FROM path AS n
    WHERE n.image_id IN (SELECT m.image_id FROM path AS m WHERE m.image_id IS NOT NULL GROUP BY m.image_id HAVING count(*) > 1)
    AND n.missing_at IS NULL AND n.replaced_at IS NULL
    GROUP BY n.image_id HAVING count(DISTINCT n.path || ' ' || hex(n.path_bytes)) > 1) AS d
JOIN path AS p ON p.image_id = d.image_id AND p.missing_at IS NULL AND p.replaced_at IS NULL
WHERE NOT EXISTS (SELECT 1 FROM path AS o WHERE o.image_id = p.image_id AND o.path_id < p.path_id AND o.path = p.path
    AND o.path_bytes = p.path_bytes AND o.missing_at IS NULL AND o.replaced_at IS NULL);

CREATE VIEW recipes AS
SELECT recipe_id, backend, model, model_version, feature, parameters, preparation FROM recipe;

CREATE VIEW label_counts AS
SELECT t.description, t.mid, n.annotations
FROM (SELECT term_id, count(*) AS annotations FROM annotation WHERE kind = 0 GROUP BY term_id) AS n
LEFT JOIN term AS t ON t.term_id = n.term_id;

CREATE PAIR labels AS
SELECT CAST(a.answer_id << 20 | a.place AS INTEGER) AS annotation_id, {image},
       t.description, t.mid, a.score, CASE WHEN a.topicality IS NULL THEN a.score WHEN a.topicality >= 0 THEN a.topicality END AS topicality,
       ifnull(a.rank, a.place) AS rank,
       {origin}
FROM {annotations}
LEFT JOIN term AS t ON t.term_id = a.term_id
WHERE {shown}a.kind = 0;

CREATE PAIR landmarks AS
SELECT CAST(a.answer_id << 20 | a.place AS INTEGER) AS annotation_id, {image},
       t.description, t.mid, a.score, CASE WHEN a.topicality IS NULL THEN a.score WHEN a.topicality >= 0 THEN a.topicality END AS topicality,
       ifnull(a.rank, a.place) AS rank,
       l.latitude, l.longitude, l.rank AS location_rank, m.x_min, m.y_min, m.x_max, m.y_max, m.polygon,
       {origin}
FROM {annotations}
LEFT JOIN term AS t ON t.term_id = a.term_id
LEFT JOIN annotation_more AS m ON m.answer_id = a.answer_id AND m.place = a.place
LEFT JOIN location AS l ON l.answer_id = a.answer_id AND l.place = a.place
WHERE {shown}a.kind = 1;

CREATE PAIR objects AS
SELECT CAST(a.answer_id << 20 | a.place AS INTEGER) AS annotation_id, {image},
       t.description, t.mid, a.score, CASE WHEN a.topicality IS NULL THEN a.score WHEN a.topicality >= 0 THEN a.topicality END AS topicality,
       ifnull(a.rank, a.place) AS rank,
       m.x_min, m.y_min, m.x_max, m.y_max, m.polygon,
       {origin}
FROM {annotations}
LEFT JOIN term AS t ON t.term_id = a.term_id
LEFT JOIN annotation_more AS m ON m.answer_id = a.answer_id AND m.place = a.place
WHERE {shown}a.kind = 4;

CREATE PAIR embeddings AS
SELECT CAST(a.answer_id << 20 | a.place AS INTEGER) AS annotation_id, {image},
       t.description, ifnull(a.rank, a.place) AS rank, length(b.data) / 4 AS dimension, a.score AS norm, b.data AS vector,
       {origin}
FROM {annotations}
LEFT JOIN term AS t ON t.term_id = a.term_id
LEFT JOIN annotation_blob AS b ON b.answer_id = a.answer_id AND b.place = a.place
WHERE {shown}a.kind = 14;

CREATE PAIR segments AS
SELECT CAST(a.answer_id << 20 | a.place AS INTEGER) AS annotation_id, {image},
       t.description, a.score AS share, ifnull(a.rank, a.place) AS rank,
       m.x_min, m.y_min, m.x_max, m.y_max, m.polygon, m.attributes, b.data AS mask,
       {origin}
FROM {annotations}
LEFT JOIN term AS t ON t.term_id = a.term_id
LEFT JOIN annotation_more AS m ON m.answer_id = a.answer_id AND m.place = a.place
LEFT JOIN annotation_blob AS b ON b.answer_id = a.answer_id AND b.place = a.place
WHERE {shown}a.kind = 15;

CREATE PAIR captions AS
SELECT CAST(a.answer_id << 20 | a.place AS INTEGER) AS annotation_id, {image},
       m.text, m.locale, a.score, ifnull(a.rank, a.place) AS rank,
       {origin}
FROM {annotations}
LEFT JOIN annotation_more AS m ON m.answer_id = a.answer_id AND m.place = a.place
WHERE {shown}a.kind = 17;

CREATE PAIR texts AS
SELECT CAST(a.answer_id << 20 | a.place AS INTEGER) AS annotation_id, CAST(a.answer_id << 20 | m.parent AS INTEGER) AS parent_id, {image},
       m.level, ifnull(m.text, t.description) AS text, m.locale, a.score AS confidence,
       ifnull(a.rank, a.place) AS ordinal, m.x_min, m.y_min, m.x_max, m.y_max, m.polygon,
       {origin}
FROM {annotations}
LEFT JOIN term AS t ON t.term_id = a.term_id
LEFT JOIN annotation_more AS m ON m.answer_id = a.answer_id AND m.place = a.place
WHERE {shown}a.kind = 5;

-- The text of an answer as it is read: its passages, one on a line. They are read from the table behind texts_fts, so that clients
-- without FTS5 have them too.
CREATE PAIR plain_texts AS
SELECT {image},
       (SELECT group_concat(x.text, char(10)) FROM (SELECT c.c0 AS text FROM texts_fts_content AS c
            WHERE c.id BETWEEN r.answer_id << 20 AND (r.answer_id + 1 << 20) - 1 ORDER BY c.id) AS x) AS text,
       (SELECT m.locale FROM annotation_more AS m WHERE m.answer_id = r.answer_id AND m.level = 'page' ORDER BY m.place LIMIT 1) AS locale,
       {origin}
FROM {answers}
WHERE {shown}EXISTS (SELECT 1 FROM texts_fts_content AS c WHERE c.id BETWEEN r.answer_id << 20 AND (r.answer_id + 1 << 20) - 1);

-- What is searched by words, each passage with its picture: `text MATCH 'castle'` asks texts_fts.
CREATE VIEW text_search AS
SELECT f.rowid AS annotation_id, ji.image_id, p.path,
       strftime('%Y-%m-%dT%H:%M:%fZ', ji.missing_at / 1000.0, 'unixepoch') AS missing_at,
       f.text, r.recipe_id, j.name AS job, r.run_id AS asked_by_run,
       strftime('%Y-%m-%dT%H:%M:%fZ', r.annotated_at / 1000.0, 'unixepoch') AS annotated_at
FROM texts_fts AS f JOIN answer AS r ON r.answer_id = f.rowid >> 20 AND +r.is_newest = 1
JOIN job_recipe AS jr ON jr.recipe_id = +r.recipe_id AND jr.shown_until IS NULL
JOIN job_image AS ji ON ji.job_id = jr.job_id AND ji.image_id = +r.image_id AND ji.until_submission IS NULL
JOIN job AS j ON j.job_id = jr.job_id
LEFT JOIN path AS p ON p.path_id = ji.path_id AND p.image_id = ji.image_id
WHERE likelihood(ji.corrected IS NULL OR r.run_id = 0 OR ji.corrected & jr.feature_bit = 0, 1.0);

CREATE PAIR annotations AS
SELECT CAST(a.answer_id << 20 | a.place AS INTEGER) AS annotation_id, {image},
       CASE a.kind WHEN 0 THEN 'label' WHEN 1 THEN 'landmark' WHEN 2 THEN 'logo' WHEN 3 THEN 'face' WHEN 4
            THEN 'object' WHEN 5 THEN 'text' WHEN 6 THEN 'safeSearch' WHEN 7 THEN 'color' WHEN 8 THEN 'cropHint'
            WHEN 9 THEN 'webEntity' WHEN 10 THEN 'webImage' WHEN 11 THEN 'webPage' WHEN 12 THEN 'webLabel' WHEN
            13 THEN 'product' WHEN 14 THEN 'embedding' WHEN 15 THEN 'segment' WHEN 16 THEN 'tensor' WHEN 17 THEN
            'caption' END AS kind,
       ifnull(m.text, t.description) AS description, t.mid, a.score, CASE WHEN a.topicality IS NULL THEN a.score WHEN a.topicality >= 0 THEN a.topicality END AS topicality,
       ifnull(a.rank, a.place) AS rank, m.x_min, m.y_min, m.x_max, m.y_max, m.polygon,
       m.locale, m.level, CAST(a.answer_id << 20 | m.parent AS INTEGER) AS parent_id, m.attributes, b.data,
       {origin}
FROM {annotations}
LEFT JOIN term AS t ON t.term_id = a.term_id
LEFT JOIN annotation_more AS m ON m.answer_id = a.answer_id AND m.place = a.place
LEFT JOIN annotation_blob AS b ON b.answer_id = a.answer_id AND b.place = a.place
WHERE {shown}TRUE;

-- Labels that came, went or got another score from one machine's answer that a job showed of an image to the next one, in the order
-- of time. An answer is shown from when it came, or from when its recipe was shown. What people saved is in corrections.
CREATE VIEW label_changes AS
SELECT s.job, s.image_id, s.path, t.description,
       CASE a.answer_id WHEN s.old_answer_id THEN a.score ELSE (SELECT max(b.score) FROM annotation AS b JOIN term AS u ON u.term_id = b.term_id
            WHERE b.answer_id = s.old_answer_id AND b.kind = 0 AND u.description = t.description) END AS old_score,
       CASE a.answer_id WHEN s.answer_id THEN a.score END AS new_score,
       s.old_recipe_id, s.recipe_id AS new_recipe_id,
       strftime('%Y-%m-%dT%H:%M:%fZ', s.shown_at / 1000.0, 'unixepoch') AS changed_at,
       CASE WHEN s.old_recipe_id = s.recipe_id THEN (SELECT k.reason FROM task AS k WHERE k.run_id = s.run_id AND k.image_id = s.image_id)
            WHEN EXISTS (SELECT 1 FROM recipe AS n JOIN recipe AS o ON o.backend = n.backend AND o.model = n.model
                AND o.model_version IS n.model_version WHERE n.recipe_id = s.recipe_id AND o.recipe_id = s.old_recipe_id)
            THEN 'parameters_changed' ELSE 'model_changed' END AS reason
FROM (SELECT j.name AS job, ji.image_id, p.path, r.answer_id, r.recipe_id, r.run_id, max(r.annotated_at, jr.shown_from) AS shown_at,
             lag(r.answer_id) OVER earlier AS old_answer_id, lag(r.recipe_id) OVER earlier AS old_recipe_id
      FROM job_recipe AS jr JOIN job AS j ON j.job_id = jr.job_id
      JOIN job_image AS ji ON ji.job_id = jr.job_id AND ji.until_submission IS NULL
      LEFT JOIN path AS p ON p.path_id = ji.path_id AND p.image_id = ji.image_id
      JOIN answer AS r ON r.image_id = ji.image_id AND +r.recipe_id = jr.recipe_id
      WHERE jr.person = 0 AND ifnull(r.annotated_at < jr.shown_until, TRUE) AND (r.annotated_at >= jr.shown_from
          OR r.generation = (SELECT max(o.generation) FROM answer AS o WHERE o.image_id = r.image_id AND o.recipe_id = r.recipe_id
              AND o.annotated_at < jr.shown_from))
      WINDOW earlier AS (PARTITION BY j.name, ji.image_id, jr.feature_bit ORDER BY max(r.annotated_at, jr.shown_from), r.annotated_at, r.answer_id)) AS s
CROSS JOIN annotation AS a ON a.answer_id IN (s.answer_id, s.old_answer_id) AND a.kind = 0
CROSS JOIN term AS t ON t.term_id = a.term_id
WHERE s.old_answer_id <> s.answer_id AND CASE a.answer_id
    WHEN s.answer_id THEN a.score IS NOT (SELECT max(b.score) FROM annotation AS b JOIN term AS u ON u.term_id = b.term_id
        WHERE b.answer_id = s.old_answer_id AND b.kind = 0 AND u.description = t.description)
    ELSE NOT EXISTS (SELECT 1 FROM annotation AS b JOIN term AS u ON u.term_id = b.term_id
        WHERE b.answer_id = s.answer_id AND b.kind = 0 AND u.description = t.description) END;

CREATE VIEW answers AS
SELECT r.answer_id, r.image_id, r.recipe_id, r.generation, r.is_newest, j.name AS asked_by_job, r.run_id AS asked_by_run,
       strftime('%Y-%m-%dT%H:%M:%fZ', r.annotated_at / 1000.0, 'unixepoch') AS annotated_at,
       iif(l.state = 'settled', 1, 0) AS units, iif(l.state = 'released', 0, l.micro_usd) / 1e6 AS usd_high
FROM answer AS r LEFT JOIN run AS u ON u.run_id = r.run_id LEFT JOIN job AS j ON j.job_id = u.job_id
LEFT JOIN ledger AS l ON l.attempt_id = r.attempt_id AND l.recipe_id = r.recipe_id;

-- An image of a job's selection is queued or running where a task of the job is; answered where every recipe of the job's
-- newest complete submission (of its newest one, before any was complete) has its answer, which a failure to renew it outweighs; else it is what the task of its newest run is. That
-- task is found without sorting, by the greatest number of a run, with 2 to the 40 added where the task has not ended.
CREATE VIEW job_images AS
SELECT j.name AS job, ji.image_id, p.path,
       CASE WHEN k.state = 'queued' OR k.state = 'running' THEN k.state
           WHEN NOT EXISTS (SELECT 1 FROM recipe_set_member AS m
                   LEFT JOIN task_floor AS f ON f.task_id = k.task_id AND k.state = 'failed' AND f.recipe_id = m.recipe_id
               WHERE m.recipe_set_id = s.recipe_set_id AND NOT EXISTS (SELECT 1 FROM answer AS r WHERE r.image_id = ji.image_id
                   AND r.recipe_id = m.recipe_id AND r.generation > ifnull(f.generation, 0))) THEN 'answered'
           WHEN k.state = 'failed' THEN 'failed'
           ELSE 'cancelled' END AS state,
       strftime('%Y-%m-%dT%H:%M:%fZ', ji.missing_at / 1000.0, 'unixepoch') AS missing_at
FROM job AS j JOIN job_image AS ji ON ji.job_id = j.job_id AND ji.until_submission IS NULL
JOIN submission AS s ON s.submission_id = ifnull(j.selected_submission_id,
    (SELECT max(x.submission_id) FROM submission AS x WHERE x.job_id = j.job_id))
LEFT JOIN path AS p ON p.path_id = ji.path_id AND p.image_id = ji.image_id
LEFT JOIN task AS k ON k.image_id = ji.image_id AND k.run_id = (SELECT max((t.finished_at IS NULL) << 40 | t.run_id) & 1099511627775 FROM task AS t JOIN run AS u ON u.run_id = t.run_id
        WHERE t.image_id = ji.image_id AND u.job_id = ji.job_id);

-- What people corrected. It is shown while it is the last saving that is not undone, its image is in the job's selection (a
-- picture that is another one now has none) and the job asks its feature.
CREATE VIEW corrections AS
SELECT c.correction_id, j.name AS job, c.image_id,
       (SELECT p.path FROM job_image AS ji JOIN path AS p ON p.path_id = ji.path_id
        WHERE ji.job_id = c.job_id AND ji.image_id = c.image_id ORDER BY ji.from_submission DESC LIMIT 1) AS path,
       c.feature, c.generation,
       CASE WHEN c.undone_at IS NOT NULL THEN 'undone'
           WHEN r.is_newest = 1 AND EXISTS (SELECT 1 FROM job_image AS ji
               WHERE ji.job_id = c.job_id AND ji.image_id = c.image_id AND ji.until_submission IS NULL)
               AND EXISTS (SELECT 1 FROM job_recipe AS jr WHERE jr.job_id = c.job_id AND jr.recipe_id = r.recipe_id
                   AND jr.shown_until IS NULL) THEN 'shown'
           ELSE 'outdated' END AS state,
       c.author,
       strftime('%Y-%m-%dT%H:%M:%fZ', c.saved_at / 1000.0, 'unixepoch') AS saved_at,
       strftime('%Y-%m-%dT%H:%M:%fZ', c.undone_at / 1000.0, 'unixepoch') AS undone_at
FROM correction AS c JOIN job AS j ON j.job_id = c.job_id LEFT JOIN answer AS r ON r.answer_id = c.answer_id;

CREATE VIEW tasks AS
SELECT t.task_id, t.run_id, j.name AS job, t.image_id, p.path, t.state, t.reason,
       CASE t.reason
           WHEN 'bytes_changed' THEN (SELECT lower(hex(i.digest)) FROM image AS i WHERE i.image_id = t.reason_from)
           WHEN 'model_changed' THEN (SELECT c.model FROM recipe AS c WHERE c.recipe_id = t.reason_from)
           WHEN 'parameters_changed' THEN (SELECT c.parameters FROM recipe AS c WHERE c.recipe_id = t.reason_from)
       END AS reason_from,
       t.attempt_count AS attempts,
       strftime('%Y-%m-%dT%H:%M:%fZ', nullif(t.not_before, 0) / 1000.0, 'unixepoch') AS not_before,
       strftime('%Y-%m-%dT%H:%M:%fZ', t.finished_at / 1000.0, 'unixepoch') AS finished_at
FROM task AS t LEFT JOIN run AS u ON u.run_id = t.run_id LEFT JOIN job AS j ON j.job_id = u.job_id
LEFT JOIN path AS p ON p.path_id = t.path_id AND p.image_id = t.image_id;

CREATE VIEW attempts AS
SELECT a.attempt_id, a.task_id, t.image_id, p.path, a.run_id, a.worker_id AS worker,
       strftime('%Y-%m-%dT%H:%M:%fZ', a.started_at / 1000.0, 'unixepoch') AS started_at,
       strftime('%Y-%m-%dT%H:%M:%fZ', a.ended_at / 1000.0, 'unixepoch') AS ended_at,
       a.outcome, a.http_status, a.code, a.message, a.details, a.request_bytes * 1.0 / ifnull(a.images_in_request, 1) AS request_bytes,
       a.images_in_request, a.latency_ms
FROM attempt AS a JOIN task AS t ON t.task_id = a.task_id
LEFT JOIN path AS p ON p.path_id = t.path_id AND p.image_id = t.image_id;

-- What fails now: images of a job's selection whose newest task has failed, and the names and sources that its newest complete
-- submission could not read.
CREATE VIEW failures AS
SELECT k.task_id, ji.image_id, p.path, k.run_id, j.name AS job, k.attempt_count AS attempts, k.stage, k.kind, k.code, k.message,
       k.details,
       strftime('%Y-%m-%dT%H:%M:%fZ', k.finished_at / 1000.0, 'unixepoch') AS failed_at,
       strftime('%Y-%m-%dT%H:%M:%fZ', ji.missing_at / 1000.0, 'unixepoch') AS missing_at
FROM task AS k JOIN run AS g ON g.run_id = k.run_id JOIN job AS j ON j.job_id = g.job_id
JOIN job_image AS ji ON ji.job_id = j.job_id AND ji.image_id = k.image_id AND ji.until_submission IS NULL
JOIN submission AS s ON s.submission_id = ifnull(j.selected_submission_id,
    (SELECT max(x.submission_id) FROM submission AS x WHERE x.job_id = j.job_id))
LEFT JOIN path AS p ON p.path_id = ji.path_id AND p.image_id = ji.image_id
WHERE k.state = 'failed' AND k.run_id = (SELECT max((t.finished_at IS NULL) << 40 | t.run_id) & 1099511627775 FROM task AS t JOIN run AS u ON u.run_id = t.run_id
        WHERE t.image_id = ji.image_id AND u.job_id = ji.job_id)
AND EXISTS (SELECT 1 FROM recipe_set_member AS m LEFT JOIN task_floor AS f ON f.task_id = k.task_id AND f.recipe_id = m.recipe_id
               WHERE m.recipe_set_id = s.recipe_set_id AND NOT EXISTS (SELECT 1 FROM answer AS r WHERE r.image_id = ji.image_id
                   AND r.recipe_id = m.recipe_id AND r.generation > ifnull(f.generation, 0)))
UNION ALL
SELECT NULL, NULL, ifnull(p.path, q.source), NULL, j.name, 0, q.stage, q.kind, q.code, q.message, NULL,
       strftime('%Y-%m-%dT%H:%M:%fZ', q.noted_at / 1000.0, 'unixepoch'),
       strftime('%Y-%m-%dT%H:%M:%fZ', p.missing_at / 1000.0, 'unixepoch')
FROM job AS j
JOIN submission_problem AS q ON q.job_id = j.job_id AND q.is_notice = 0 AND (q.code = 'SQL' OR q.submission_id <= ifnull(j.selected_submission_id,
    (SELECT max(x.submission_id) FROM submission AS x WHERE x.job_id = j.job_id)))
LEFT JOIN path AS p ON p.path_id = q.path_id;

CREATE VIEW charges AS
SELECT l.attempt_id, a.task_id, a.run_id, j.name AS job, t.image_id, c.name AS account, p.feature, l.day,
       substr(l.day, 1, 7) AS month, l.state, iif(l.state = 'released', 0, 1) AS units,
       iif(l.state = 'released', 0, l.micro_usd) / 1e6 AS usd_high
FROM ledger AS l JOIN attempt AS a ON a.attempt_id = l.attempt_id LEFT JOIN task AS t ON t.task_id = a.task_id
LEFT JOIN run AS u ON u.run_id = a.run_id LEFT JOIN job AS j ON j.job_id = u.job_id
LEFT JOIN account AS c ON c.account_id = l.account_id LEFT JOIN recipe AS p ON p.recipe_id = l.recipe_id;

-- month_cost(units) stands for StoreSchema.monthCost, which is written in its place when the views are made.
-- Money is a range. High: every unit that was settled, is uncertain or reserved, at the dearest price it can have. Low: what is
-- settled, with the month's free units first and the tiers after them, as if nothing else used the billing account.
CREATE VIEW spending AS
SELECT a.name AS account, t.month, t.feature,
       sum(t.settled) AS units_settled, sum(t.uncertain) AS units_uncertain, sum(t.reserved) AS units_reserved,
       ifnull(month_cost(sum(t.settled_paid)) / 1e6, 0.0) AS usd_low,
       iif(p.feature IS NULL, NULL, sum(t.micro_usd) / 1e6) AS usd_high
FROM ledger_total AS t JOIN account AS a USING (account_id) LEFT JOIN price AS p USING (feature)
GROUP BY a.name, t.month, t.feature;

-- Low goes by the order of the runs: what all runs up to and with this one cost, less what those before it cost; so the sum over
-- all runs is that of spending.
CREATE VIEW runs AS
SELECT r.run_id, j.name AS job,
       CASE WHEN r.cancelled_at IS NOT NULL THEN 'cancelled'
            WHEN r.superseded_by IS NOT NULL AND r.cancelled + r.queued > 0 THEN 'superseded'
            WHEN r.finished_at IS NOT NULL THEN 'finished'
            WHEN r.paused_at IS NOT NULL THEN 'paused'
            WHEN r.running > 0 THEN 'running'
            ELSE 'queued' END AS state,
       r.total, r.done, r.failed, r.queued, r.running, r.cancelled,
       ifnull(s.settled, 0) AS units_settled, ifnull(s.uncertain, 0) AS units_uncertain,
       ifnull(s.low, 0) / 1e6 AS usd_low, ifnull(s.high, 0) / 1e6 AS usd_high,
       strftime('%Y-%m-%dT%H:%M:%fZ', r.submitted_at / 1000.0, 'unixepoch') AS submitted_at,
       strftime('%Y-%m-%dT%H:%M:%fZ', r.finished_at / 1000.0, 'unixepoch') AS finished_at,
       strftime('%Y-%m-%dT%H:%M:%fZ', r.stopped_at / 1000.0, 'unixepoch') AS stopped_at,
       r.stop_reason
FROM run AS r JOIN job AS j USING (job_id)
LEFT JOIN (SELECT t.run_id, sum(t.settled) AS settled, sum(t.uncertain) AS uncertain, sum(t.micro_usd) AS high,
           ifnull(sum(month_cost(t.paid) - month_cost(t.before)), 0) AS low
    FROM (SELECT run_id, feature, settled, uncertain, micro_usd,
              sum(settled_paid) OVER (PARTITION BY account_id, month, feature ORDER BY run_id) AS paid,
              sum(settled_paid) OVER (PARTITION BY account_id, month, feature ORDER BY run_id) - settled_paid AS before
          FROM ledger_total) AS t LEFT JOIN price AS p USING (feature) GROUP BY t.run_id) AS s
    ON s.run_id = r.run_id;

CREATE VIEW jobs AS
SELECT j.name AS job, CAST(j.manifest_path AS TEXT) AS manifest_path,
       ifnull(n.images, 0) AS images, ifnull(n.answered, 0) AS answered,
       ifnull(n.failing, 0) + (SELECT count(*) FROM submission_problem AS q WHERE q.job_id = j.job_id AND q.is_notice = 0
           AND (q.code = 'SQL' OR q.submission_id <= ifnull(j.selected_submission_id,
               (SELECT max(x.submission_id) FROM submission AS x WHERE x.job_id = j.job_id)))) AS failing,
       ifnull(n.queued, 0) AS queued, ifnull(n.missing, 0) AS missing,
       (SELECT max(run_id) FROM run AS r WHERE r.job_id = j.job_id) AS newest_run_id,
       (SELECT strftime('%Y-%m-%dT%H:%M:%fZ', s.started_at / 1000.0, 'unixepoch') FROM submission AS s
        WHERE s.job_id = j.job_id ORDER BY s.submission_id DESC LIMIT 1) AS submitted_at,
       c.month, c.units AS month_units, c.micro_usd / 1e6 AS month_usd_high
FROM job AS j
LEFT JOIN (SELECT job, sum(images) AS images, sum(images) FILTER (WHERE state = 'answered') AS answered,
               sum(images) FILTER (WHERE state = 'failed') AS failing,
               sum(images) FILTER (WHERE state = 'queued' OR state = 'running') AS queued, sum(missing) AS missing
           FROM (SELECT job, state, count(*) AS images, count(missing_at) AS missing FROM job_images GROUP BY job, state)
           GROUP BY job) AS n ON n.job = j.name
LEFT JOIN (SELECT r.job_id, max(t.month) AS month, sum(t.settled + t.uncertain + t.reserved) AS units, sum(t.micro_usd) AS micro_usd
           FROM ledger_total AS t JOIN run AS r USING (run_id)
           WHERE t.month = (SELECT max(o.month) FROM ledger_total AS o JOIN run AS p USING (run_id) WHERE p.job_id = r.job_id)
           GROUP BY r.job_id) AS c ON c.job_id = j.job_id;
