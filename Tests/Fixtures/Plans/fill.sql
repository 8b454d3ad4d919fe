-- A store of as many images as the temporary table `size` says: job a over all, job c with other recipes over a tenth.
CREATE TEMP TABLE number (n INTEGER PRIMARY KEY);
WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < (SELECT images FROM size)) INSERT INTO number SELECT i FROM n;
INSERT INTO folder (folder_id, path) VALUES (1, CAST('/pictures/' AS BLOB));
INSERT INTO image (kind, digest, width, height, first_seen_at)
    SELECT 0, CAST(printf('%016d%016d', n, n) AS BLOB), 4000, 3000, 5 FROM number;
INSERT INTO path (folder_id, path, image_id, first_seen_at) SELECT 1, '/pictures/' || n || '.jpg', n, 5 FROM number;
INSERT INTO job VALUES (1, 'a', x'', x'', zeroblob(32), 3, 1), (2, 'c', x'', x'', zeroblob(32), 3, 2);
INSERT INTO recipe VALUES (1, zeroblob(32), 'vision', 'm', NULL, 'LABEL_DETECTION', '{}', '{}'),
    (2, CAST(printf('%032d', 2) AS BLOB), 'vision', 'n', NULL, 'LABEL_DETECTION', '{}', '{}'),
    (3, CAST(printf('%032d', 3) AS BLOB), 'vision', 'n', NULL, 'LANDMARK_DETECTION', '{}', '{}'),
    (4, CAST(printf('%032d', 4) AS BLOB), 'vision', 'n', NULL, 'DOCUMENT_TEXT_DETECTION', '{}', '{}');
INSERT INTO recipe_set VALUES (1, zeroblob(32)), (2, CAST(printf('%032d', 2) AS BLOB));
INSERT INTO recipe_set_member VALUES (1, 1), (2, 2), (2, 3), (2, 4);
INSERT INTO run (run_id, job_id, recipe_set_id, submitted_at) VALUES (1, 1, 1, 5), (2, 2, 2, 5);
INSERT INTO submission (submission_id, job_id, recipe_set_id, run_id, key, manifest_digest, started_at)
    VALUES (1, 1, 1, 1, zeroblob(16), zeroblob(32), 5), (2, 2, 2, 2, CAST(printf('%016d', 2) AS BLOB), zeroblob(32), 5);
INSERT INTO job_recipe VALUES (1, 1, 1, 5, NULL, 0, 8), (2, 2, 2, 5, NULL, 0, 8), (2, 3, 2, 5, NULL, 0, 2), (2, 4, 2, 5, NULL, 0, 512);
INSERT INTO job_image (job_id, image_id, from_submission, until_submission, path_id, missing_at) SELECT 1, n, 1, NULL, n, NULL FROM number;
INSERT INTO job_image (job_id, image_id, from_submission, until_submission, path_id, missing_at) SELECT 2, n, 2, NULL, n, NULL FROM number WHERE n % 10 = 0;
INSERT INTO worker VALUES (1, 'here', 1, 1, 5, 5, 9, NULL, 0, 0);
INSERT INTO account (account_id, name) VALUES (1, 'account');
INSERT INTO task (run_id, image_id, path_id, state, reason, queued_at, finished_at, attempt_count, stage, kind, message)
    SELECT 1, n, n, iif(n % 100 = 1, 'failed', 'done'), 'new', 5, 6, 1, iif(n % 100 = 1, 'decode', NULL), iif(n % 100 = 1, 'unreadable', NULL),
        iif(n % 100 = 1, 'cut', NULL) FROM number;
INSERT INTO task (run_id, image_id, path_id, state, reason, queued_at, finished_at, attempt_count)
    SELECT 2, n, n, 'done', 'new', 5, 6, 1 FROM number WHERE n % 10 = 0;
INSERT INTO attempt (task_id, run_id, worker_id, started_at, ended_at, outcome, latency_ms)
    SELECT task_id, run_id, 1, 5, 6, iif(state = 'done', 'answered', state), 1 FROM task;
INSERT INTO ledger SELECT a.attempt_id, m.recipe_id, 1, '2026-11-21', 1500, 'settled', 6
    FROM attempt AS a JOIN run AS r USING (run_id) JOIN recipe_set_member AS m USING (recipe_set_id) WHERE a.outcome = 'answered';
INSERT INTO answer (image_id, recipe_id, generation, is_newest, run_id, attempt_id, annotated_at)
    SELECT t.image_id, l.recipe_id, 1, 1, a.run_id, a.attempt_id, a.attempt_id * 1000
    FROM ledger AS l JOIN attempt AS a USING (attempt_id) JOIN task AS t USING (task_id);
INSERT INTO term SELECT n, 'word ' || n, '/m/' || n FROM number WHERE n <= 1000;
INSERT INTO annotation SELECT r.answer_id, e.n - 1, (r.image_id * e.n * 7919) % 1000 % (SELECT images FROM size) + 1, 0, NULL, 1.0 / e.n, NULL
    FROM answer AS r CROSS JOIN number AS e ON e.n <= 10 WHERE r.recipe_id < 3;
INSERT INTO annotation SELECT answer_id, 0, image_id % 100 + 1, 1, NULL, 0.5, -1 FROM answer WHERE recipe_id = 3;
INSERT INTO annotation SELECT r.answer_id, e.n - 1, NULL, 5, NULL, 0.5, -1
    FROM answer AS r CROSS JOIN number AS e ON e.n <= 10 WHERE r.recipe_id = 4;
INSERT INTO annotation_more (answer_id, place, level, text) SELECT answer_id, place, 'word', 'exit' FROM annotation WHERE kind = 5;
INSERT INTO location (answer_id, place, rank, latitude, longitude)
    SELECT answer_id, place, 0, answer_id % 90, answer_id % 180 FROM annotation WHERE kind = 1;
INSERT INTO landmarks_rtree SELECT location_id, latitude, latitude, longitude, longitude, answer_id << 20 | place, 0 FROM location;
INSERT INTO texts_fts (rowid, text) SELECT answer_id << 20 | place, text FROM annotation_more WHERE place < 2;
