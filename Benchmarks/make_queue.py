#!/usr/bin/env python3
"""Makes the store of `books make STORE IMAGES` by plain SQL: one run of one job with so many queued names of objects.

    make_queue.py STORE IMAGES
"""
import hashlib
import pathlib
import sqlite3
import sys

schema = pathlib.Path(__file__).resolve().parent.parent / "Schema"
store, count = sys.argv[1], int(sys.argv[2])
pathlib.Path(store).unlink(missing_ok=True)
base = sqlite3.connect(store, isolation_level=None)
base.create_function("digest", 1, lambda text: hashlib.sha256(str(text).encode()).digest(), deterministic=True)
base.executescript("PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA cache_size = -1000000")
for file in ("Migrations/v001-first.sql", "prices.sql", "views.sql"):
    base.executescript((schema / file).read_text())
base.execute("BEGIN")
for text in (
        "INSERT INTO job VALUES (1, 'books', x'', x'', digest('m'), 3, 1)",
        "INSERT INTO recipe VALUES (1, digest('r'), 'vision', 'builtin/stable', NULL, 'LABEL_DETECTION', '{\"maxResults\":10}', '{}')",
        "INSERT INTO recipe_set VALUES (1, digest('s'))",
        "INSERT INTO recipe_set_member VALUES (1, 1)",
        "INSERT INTO run (run_id, job_id, recipe_set_id, submitted_at, total, queued) VALUES (1, 1, 1, 1790000000000, :count, :count)",
        "INSERT INTO submission (submission_id, job_id, recipe_set_id, run_id, key, manifest_digest, started_at, completed_at)"
        " VALUES (1, 1, 1, 1, zeroblob(16), digest('m'), 1790000000000, 1790000000001)",
        "INSERT INTO job_recipe VALUES (1, 1, 1, 1790000000000, NULL)",
        "CREATE TEMP TABLE number (n INTEGER PRIMARY KEY)",
        "WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < :count - 1) INSERT INTO number SELECT i FROM n",
        "INSERT INTO folder (folder_id, path) SELECT n / 1000 + 1, CAST('gs://bucket/folder-' || (n / 1000) || '/' AS BLOB) FROM number"
        " WHERE n % 1000 = 0",
        "INSERT INTO image (sha256, bytes, orientation, first_seen_at) SELECT digest(n), 0, 1, 1790000000000 FROM number",
        "INSERT INTO path (folder_id, path, image_id, first_seen_at) SELECT n / 1000 + 1,"
        " 'gs://bucket/folder-' || (n / 1000) || '/image-' || n || '.jpg', n + 1, 1790000000000 FROM number",
        "INSERT INTO job_image SELECT 1, n + 1, 1, NULL, n + 1, NULL FROM number",
        "INSERT INTO task (run_id, image_id, path_id, state, reason, queued_at) SELECT 1, n + 1, n + 1, 'queued', 'new', 1790000000000 FROM number"):
    base.execute(text, {"count": count} if ":count" in text else {})
base.execute("COMMIT")
