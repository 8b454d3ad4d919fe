-- What SQL sees: the stable interface, made anew whenever a program with other views opens the store.
-- Moments are UTC, ISO 8601 with milliseconds. Geometry is in pixels of the upright original.

CREATE VIEW image_paths AS
SELECT p.image_id,
       CAST(f.path || p.name AS TEXT) AS path,
       p.bytes,
       strftime('%Y-%m-%dT%H:%M:%fZ', p.modified_ns / 1000000 / 1000.0, 'unixepoch') AS modified_at,
       strftime('%Y-%m-%dT%H:%M:%fZ', max(p.seen_at, f.seen_at) / 1000.0, 'unixepoch') AS seen_at,
       strftime('%Y-%m-%dT%H:%M:%fZ', p.missing_at / 1000.0, 'unixepoch') AS missing_at
FROM path AS p JOIN folder AS f USING (folder_id);

CREATE VIEW images AS
SELECT i.image_id,
       lower(hex(i.sha256)) AS sha256,
       (SELECT CAST(f.path || p.name AS TEXT) FROM path AS p JOIN folder AS f USING (folder_id)
        WHERE p.image_id = i.image_id ORDER BY p.missing_at IS NOT NULL, p.path_id LIMIT 1) AS path,
       i.format, i.width, i.height, i.orientation, i.bytes,
       strftime('%Y-%m-%dT%H:%M:%fZ', i.taken_at / 1000.0, 'unixepoch') AS taken_at,
       i.camera_latitude, i.camera_longitude,
       strftime('%Y-%m-%dT%H:%M:%fZ', i.first_seen_at / 1000.0, 'unixepoch') AS first_seen_at
FROM image AS i;

CREATE VIEW annotations_history AS
SELECT a.annotation_id, r.image_id,
       (SELECT CAST(f.path || p.name AS TEXT) FROM path AS p JOIN folder AS f USING (folder_id)
        WHERE p.image_id = r.image_id ORDER BY p.missing_at IS NOT NULL, p.path_id LIMIT 1) AS path,
       a.kind, a.description, a.mid, a.score, a.topicality, a.rank,
       a.x_min, a.y_min, a.x_max, a.y_max, a.polygon,
       c.feature, c.backend, c.model, j.name AS job, r.run_id,
       strftime('%Y-%m-%dT%H:%M:%fZ', r.annotated_at / 1000.0, 'unixepoch') AS annotated_at,
       a.locale, a.level, a.parent_id, a.attributes, r.result_id, r.generation, r.is_current
FROM annotation AS a
JOIN result AS r USING (result_id)
JOIN recipe AS c USING (recipe_id)
JOIN run USING (run_id)
JOIN job AS j USING (job_id);

CREATE VIEW annotations AS
SELECT annotation_id, image_id, path, kind, description, mid, score, topicality, rank,
       x_min, y_min, x_max, y_max, polygon,
       feature, backend, model, job, run_id, annotated_at, locale, level, parent_id, attributes
FROM annotations_history WHERE is_current = 1;

CREATE VIEW labels_history AS
SELECT annotation_id, image_id, path, description, mid, score, topicality, rank,
       feature, backend, model, job, run_id, annotated_at, result_id, generation, is_current
FROM annotations_history WHERE kind = 'label';

CREATE VIEW labels AS
SELECT annotation_id, image_id, path, description, mid, score, topicality, rank,
       feature, backend, model, job, run_id, annotated_at
FROM labels_history WHERE is_current = 1;

CREATE VIEW landmarks_history AS
SELECT a.annotation_id, a.image_id, a.path, a.description, a.mid, a.score, a.topicality, a.rank,
       l.latitude, l.longitude, l.rank AS location_rank,
       a.x_min, a.y_min, a.x_max, a.y_max, a.polygon,
       a.feature, a.backend, a.model, a.job, a.run_id, a.annotated_at, a.result_id, a.generation, a.is_current
FROM annotations_history AS a LEFT JOIN location AS l USING (annotation_id)
WHERE a.kind = 'landmark';

CREATE VIEW landmarks AS
SELECT annotation_id, image_id, path, description, mid, score, topicality, rank,
       latitude, longitude, location_rank, x_min, y_min, x_max, y_max, polygon,
       feature, backend, model, job, run_id, annotated_at
FROM landmarks_history WHERE is_current = 1;

CREATE VIEW objects_history AS
SELECT annotation_id, image_id, path, description, mid, score, topicality, rank,
       x_min, y_min, x_max, y_max, polygon,
       feature, backend, model, job, run_id, annotated_at, result_id, generation, is_current
FROM annotations_history WHERE kind = 'object';

CREATE VIEW objects AS
SELECT annotation_id, image_id, path, description, mid, score, topicality, rank,
       x_min, y_min, x_max, y_max, polygon,
       feature, backend, model, job, run_id, annotated_at
FROM objects_history WHERE is_current = 1;

CREATE VIEW texts_history AS
SELECT annotation_id, parent_id, image_id, path, level, description AS text, locale, score AS confidence,
       rank AS ordinal, x_min, y_min, x_max, y_max, polygon,
       feature, backend, model, job, run_id, annotated_at, result_id, generation, is_current
FROM annotations_history WHERE kind = 'text';

CREATE VIEW texts AS
SELECT annotation_id, parent_id, image_id, path, level, text, locale, confidence,
       ordinal, x_min, y_min, x_max, y_max, polygon,
       feature, backend, model, job, run_id, annotated_at
FROM texts_history WHERE is_current = 1;

CREATE VIEW failures AS
SELECT t.task_id, t.image_id, CAST(f.path || p.name AS TEXT) AS path, t.run_id, j.name AS job,
       t.tries AS attempts, t.stage, t.kind, t.code, t.message, t.details,
       strftime('%Y-%m-%dT%H:%M:%fZ', t.finished_at / 1000.0, 'unixepoch') AS failed_at
FROM task AS t
JOIN path AS p USING (path_id)
JOIN folder AS f USING (folder_id)
JOIN run USING (run_id)
JOIN job AS j USING (job_id)
WHERE t.state = 'failed';

CREATE VIEW attempts AS
SELECT a.attempt_id, a.task_id, t.run_id, a.worker_id AS worker,
       strftime('%Y-%m-%dT%H:%M:%fZ', a.started_at / 1000.0, 'unixepoch') AS started_at,
       strftime('%Y-%m-%dT%H:%M:%fZ', a.ended_at / 1000.0, 'unixepoch') AS ended_at,
       a.outcome, a.http_status, a.code, a.message, a.details, a.request_bytes, a.latency_ms
FROM attempt AS a JOIN task AS t USING (task_id);

-- Money is a range. High: every unit that was settled, is uncertain or reserved, at the dearest price it can have. Low: what is
-- settled, with the month's free units first and the tiers after them, as if nobody else used the billing account.
CREATE VIEW spending AS
SELECT a.name AS account, t.month, t.feature,
       sum(t.settled) AS units_settled, sum(t.uncertain) AS units_uncertain, sum(t.reserved) AS units_reserved,
       ifnull((max(0, min(sum(t.settled_paid), p.first_tier) - p.free_units) * p.first
           + max(0, sum(t.settled_paid) - p.first_tier) * p.second) / 1e6, 0.0) AS usd_low,
       iif(p.feature IS NULL, NULL, sum(t.micro_usd) / 1e6) AS usd_high
FROM tally AS t JOIN account AS a USING (account_id) LEFT JOIN price AS p USING (feature)
GROUP BY a.name, t.month, t.feature;

-- What each run has cost, in millionths of a dollar; low is what it costs if all of the month's free units are its own.
CREATE VIEW run_cost AS
SELECT t.run_id, sum(t.settled) AS settled, sum(t.uncertain) AS uncertain, sum(t.micro_usd) AS high,
       ifnull(sum(max(0, min(t.settled_paid, p.first_tier) - p.free_units) * p.first
           + max(0, t.settled_paid - p.first_tier) * p.second), 0) AS low
FROM tally AS t LEFT JOIN price AS p USING (feature) GROUP BY t.run_id;

CREATE VIEW runs AS
SELECT r.run_id, j.name AS job,
       CASE WHEN r.cancelled_at IS NOT NULL THEN 'cancelled'
            WHEN r.finished_at IS NOT NULL THEN 'finished'
            WHEN r.paused_at IS NOT NULL THEN 'paused'
            WHEN r.running > 0 THEN 'running'
            ELSE 'waiting' END AS state,
       r.total, r.done, r.failed, r.waiting, r.running, r.cancelled,
       ifnull(s.settled, 0) AS units_settled, ifnull(s.uncertain, 0) AS units_uncertain,
       ifnull(s.low, 0) / 1e6 AS usd_low, ifnull(s.high, 0) / 1e6 AS usd_high,
       strftime('%Y-%m-%dT%H:%M:%fZ', r.submitted_at / 1000.0, 'unixepoch') AS submitted_at,
       strftime('%Y-%m-%dT%H:%M:%fZ', r.finished_at / 1000.0, 'unixepoch') AS finished_at
FROM run AS r JOIN job AS j USING (job_id)
LEFT JOIN run_cost AS s ON s.run_id = r.run_id;
