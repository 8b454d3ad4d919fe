-- Questions that analysts ask, in SQL that any SQLite answers; `cairn schema datasette` gives them to Datasette. Each begins with its
-- name and what it asks. Words behind a colon are asked for.

-- pictures: How many pictures does each job have, and in what state?
SELECT job, images, answered, failing, queued, missing FROM jobs ORDER BY job;

-- top_labels: Which labels does each job give most often?
SELECT job, description, count(*) AS images, round(avg(score), 3) AS mean_score
FROM labels GROUP BY job, description ORDER BY images DESC LIMIT 100;

-- pictures_with_a_label: Which pictures have a label?
SELECT path, score, job FROM labels WHERE description = :label ORDER BY score DESC LIMIT 1000;

-- pictures_near: Which pictures were taken within some kilometres of a point?
SELECT path, taken_at, camera_latitude, camera_longitude,
       round(6371 * 2 * asin(sqrt(pow(sin(radians(camera_latitude - :latitude) / 2), 2) + cos(radians(:latitude))
           * cos(radians(camera_latitude)) * pow(sin(radians(camera_longitude - :longitude) / 2), 2))), 1) AS km
FROM images WHERE camera_latitude BETWEEN :latitude - :km / 111.0 AND :latitude + :km / 111.0 AND km <= CAST(:km AS REAL) ORDER BY km LIMIT 1000;

-- landmarks_near: Which landmarks stand within some kilometres of a point?
SELECT description, path, latitude, longitude, job,
       round(6371 * 2 * asin(sqrt(pow(sin(radians(latitude - :latitude) / 2), 2) + cos(radians(:latitude))
           * cos(radians(latitude)) * pow(sin(radians(longitude - :longitude) / 2), 2))), 1) AS km
FROM landmarks WHERE latitude BETWEEN :latitude - :km / 111.0 AND :latitude + :km / 111.0 AND km <= CAST(:km AS REAL) ORDER BY km LIMIT 1000;

-- texts_with_words: Which pictures show a text with these words?
SELECT path, text, job FROM text_search WHERE text MATCH :words LIMIT 1000;

-- several_names: Which pictures are there under several names?
SELECT image_id, path, names, bytes, content_digest FROM duplicates ORDER BY names DESC, image_id, path LIMIT 1000;

-- new_since_yesterday: How many pictures and labels came within a day?
SELECT job, count(DISTINCT image_id) AS images, count(*) AS labels
FROM labels WHERE annotated_at > strftime('%Y-%m-%dT%H:%M:%fZ', 'now', '-1 day') GROUP BY job;

-- labels_by_day: How many labels came on each day?
SELECT date(annotated_at) AS day, job, count(*) AS labels FROM labels GROUP BY day, job ORDER BY day DESC, job LIMIT 1000;

-- cost_by_job: What did each job cost in each month?
SELECT job, month, sum(units) AS units, round(sum(usd_high), 4) AS usd_high FROM charges GROUP BY job, month ORDER BY month DESC, job;

-- cost_by_feature: What did each feature cost in each month?
SELECT month, account, feature, units_settled, units_uncertain, usd_low, usd_high FROM spending ORDER BY month DESC, account, feature;

-- cost_by_night: What did each night do, and what did it cost?
SELECT date(submitted_at) AS night, job, sum(total) AS images, sum(failed) AS failed, sum(units_settled) AS units,
       round(sum(usd_high), 4) AS usd_high FROM runs GROUP BY night, job ORDER BY night DESC, job;

-- cost_by_picture: Which pictures cost most?
SELECT c.image_id, i.path, sum(c.units) AS units, round(sum(c.usd_high), 4) AS usd_high
FROM charges AS c JOIN images AS i USING (image_id) GROUP BY c.image_id ORDER BY units DESC LIMIT 100;

-- failing: What fails now, and why?
SELECT job, kind, path, stage, code, message, failed_at FROM failures ORDER BY job, kind, path LIMIT 1000;

-- scores: How are the scores distributed?
SELECT job, floor(score * 10) / 10 AS score_from, count(*) AS labels FROM labels GROUP BY job, score_from ORDER BY job, score_from;

-- two_jobs: Where do two jobs give a picture another first label?
SELECT a.path, a.description AS first, b.description AS second, a.score AS first_score, b.score AS second_score
FROM labels AS a JOIN labels AS b USING (image_id)
WHERE a.job = :first AND b.job = :second AND a.rank = 0 AND b.rank = 0 AND a.description <> b.description ORDER BY a.score DESC LIMIT 1000;

-- labels_together: Which labels occur together in a job?
SELECT a.description, b.description AS with_label, count(*) AS images
FROM labels AS a JOIN labels AS b ON b.image_id = a.image_id AND b.job = a.job AND b.description > a.description
WHERE a.job = :job GROUP BY 1, 2 ORDER BY images DESC LIMIT 100;

-- changes: What changed, the newest first?
SELECT job, path, description, old_score, new_score, reason, changed_at FROM label_changes ORDER BY changed_at DESC, path LIMIT 1000;

-- pictures_without_labels: Which answered pictures of each job have no label?
SELECT i.job, i.path FROM job_images AS i WHERE i.state = 'answered'
AND NOT EXISTS (SELECT 1 FROM labels AS l WHERE l.image_id = i.image_id AND l.job = i.job) LIMIT 1000;

-- history_of_a_file: What did a file hold, and since when?
SELECT image_id, path, first_seen_at, replaced_at, missing_at, bytes, taken_at
FROM image_paths WHERE path = :path ORDER BY first_seen_at;

-- by_month_and_folder: How many pictures were taken in each month, by folder?
SELECT substr(taken_at, 1, 7) AS month, folder, count(DISTINCT image_id) AS images
FROM image_paths WHERE missing_at IS NULL AND replaced_at IS NULL GROUP BY month, folder ORDER BY month DESC, images DESC LIMIT 1000;

-- requests: How long do requests take, and how do they end?
SELECT run_id, outcome, count(*) AS attempts, round(avg(latency_ms)) AS mean_ms, max(latency_ms) AS longest_ms
FROM attempts GROUP BY run_id, outcome ORDER BY run_id DESC, attempts DESC;

-- what_was_asked: With which model and parameters were labels given?
SELECT l.job, r.backend, r.model, r.model_version, r.feature, r.parameters, r.preparation, count(*) AS labels
FROM labels AS l JOIN recipes AS r USING (recipe_id) GROUP BY l.job, r.recipe_id;

-- to_review: Which labels are unsure?
SELECT path, description, score, job FROM labels WHERE rank = 0 AND score BETWEEN 0.5 AND 0.6 ORDER BY score LIMIT 1000;

-- map: Where are the landmarks that were found?
SELECT description, path, score, latitude, longitude, job FROM landmarks WHERE latitude IS NOT NULL ORDER BY score DESC LIMIT 1000;
