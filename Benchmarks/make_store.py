#!/usr/bin/env python3
"""Fills a store by plain SQL, as large as wanted and consistent, for questions that analysts ask.

    make_store.py STORE IMAGES [--program PATH]

The program makes the empty store, so that its tables and its version are those that the program opens.
Ten labels an image of a thousand terms by Zipf's law. Jobs: `a` over all images, `b` over all with the same question (one bill),
`c` over a tenth with another model, landmarks, objects, texts and safe search. Runs: 1 and 2 of a (nine tenths, the rest), 3 of b
(failures that it takes over), 4 of c, 5 of a (a hundredth, asked a second time).
"""
import argparse
import hashlib
import math
import pathlib
import sqlite3
import struct
import subprocess
import time

root = pathlib.Path(__file__).resolve().parent.parent
words, kinds_of_answers = 1000, 4096
base_time = 1_790_000_000_000
recipes = [(1, "builtin/stable", "LABEL_DETECTION", '{"maxResults":10}'), (2, "builtin/latest", "LABEL_DETECTION", '{"maxResults":10}'),
           (3, "builtin/stable", "LANDMARK_DETECTION", '{}'), (4, "builtin/stable", "OBJECT_LOCALIZATION", '{}'),
           (5, "builtin/stable", "DOCUMENT_TEXT_DETECTION", '{}'), (6, "builtin/stable", "SAFE_SEARCH_DETECTION", '{}')]


def digest(text):
    return hashlib.sha256(str(text).encode()).digest()


def manifest(name):
    """The text and the path of a job's manifest."""
    model, more = ("builtin/latest", ", LANDMARK_DETECTION, OBJECT_LOCALIZATION, DOCUMENT_TEXT_DETECTION, SAFE_SEARCH_DETECTION"
                   ) if name == "c" else ("builtin/stable", "")
    text = (f"job: {name}\nimages: [{{list: names.txt}}]\nbackend: {{kind: vision, account: billing, model: {model},"
            f" auth: {{apiKey: env:VISION_KEY}}}}\nfeatures: [LABEL_DETECTION{more}]\n")
    return text.encode(), f"/jobs/{name}.yaml".encode()


def job(number, name, submission):
    """A row of job; the digest is of the text and the path, as the program has it."""
    text, path = manifest(name)
    return number, name, text, path, hashlib.sha256(text + b"\0" + path).digest(), 3, submission


def template():
    """The answers that books and bare_books give too: word and score of each label."""
    seed, mask = 20_261_121, (1 << 64) - 1
    for answer in range(kinds_of_answers):
        for place in range(10):
            seed = (seed * 6_364_136_223_846_793_005 + 1_442_695_040_888_963_407) & mask
            word = int(math.exp((seed >> 40) / (1 << 24) * math.log(words + 1))) - 1
            yield answer, place, word + 1, struct.unpack("f", struct.pack("f", 0.5 + (seed >> 48) / 131_072))[0]


def make(path, count, program):
    """A store with `count` images at `path`."""
    for end in ("", "-wal", "-shm"):
        pathlib.Path(f"{path}{end}").unlink(missing_ok=True)
    # The one command that makes a store without a job; the account is its row 1.
    subprocess.run([program, "quota", "set", "--account", "billing", "--new-account", "--clear", "--quiet", "--store", path],
                   check=True)
    base = sqlite3.connect(path, isolation_level=None)
    base.create_function("digest", 1, digest, deterministic=True)
    base.executescript("PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA cache_size = -1500000; PRAGMA temp_store = MEMORY")
    base.execute("BEGIN")

    def sql(text, **values):
        base.execute(text, {"count": count, "now": base_time, **values})

    base.execute("CREATE TEMP TABLE template (answer INTEGER, place INTEGER, term INTEGER, score REAL, PRIMARY KEY (answer, place)) WITHOUT ROWID")
    base.executemany("INSERT INTO template VALUES (?, ?, ?, ?)", template())
    base.execute("CREATE TEMP TABLE number (n INTEGER PRIMARY KEY)")
    sql("WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < :count) INSERT INTO number SELECT i FROM n")
    base.executemany("INSERT INTO term VALUES (?, ?, ?)",
                     ((word + 1, f"Label of the kind {word}", f"/m/0{word * 977:05x}") for word in range(words)))
    # What safe search says has no words.
    sql("INSERT INTO term VALUES (:empty, '', NULL)", empty=words + 1)
    base.executemany("INSERT INTO recipe VALUES (?, ?, 'vision', ?, NULL, ?, ?, '{}')",
                     ((number, digest(("recipe", number)), model, feature, more) for number, model, feature, more in recipes))
    base.executemany("INSERT INTO recipe_set VALUES (?, ?)", ((n, digest(("set", n))) for n in (1, 2)))
    base.executemany("INSERT INTO recipe_set_member VALUES (?, ?)", ((1 if n == 1 else 2, n) for n in range(1, 7)))
    base.executemany("INSERT INTO job VALUES (?, ?, ?, ?, ?, ?, ?)",
                     (job(n, name, last) for n, name, last in ((1, "a", 5), (2, "b", 6), (3, "c", 4))))
    base.executemany("INSERT INTO run (run_id, job_id, recipe_set_id, submitted_at) VALUES (?, ?, ?, ?)",
                     ((run, job, kind, base_time + run) for run, job, kind in ((1, 1, 1), (2, 1, 1), (3, 2, 1), (4, 3, 2), (5, 1, 1))))
    base.executemany("INSERT INTO submission (submission_id, job_id, recipe_set_id, run_id, key, manifest_digest, started_at, completed_at, found)"
                     " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
                     ((n, job, kind, run, digest(n)[:16], digest(job), base_time + n, base_time + n + 1, count)
                      for n, job, kind, run in ((1, 1, 1, 1), (2, 1, 1, 2), (3, 2, 1, 3), (4, 3, 2, 4), (5, 1, 1, 5), (6, 2, 1, None))))
    base.executemany("INSERT INTO job_recipe VALUES (?, ?, ?, ?, NULL, 0, ?)",
                     ((1 if n == 1 else 3, n, 1 if n == 1 else 4, base_time, 1 << n) for n in range(1, 7)))
    sql("INSERT INTO job_recipe VALUES (2, 1, 3, :now, NULL, 0, 2)")
    sql("INSERT INTO worker (worker_id, host, pid, pid_started, started_at, lease_ends, ended_at) VALUES (1, 'host', 1, 1, :now, :now, :now)")

    # Names and images.
    sql("INSERT INTO folder (folder_id, path) SELECT n / 1000 + 1, CAST('gs://bucket/folder-' || (n / 1000) || '/' AS BLOB) FROM number"
        " WHERE n = 1 OR n % 1000 = 0")
    sql("INSERT INTO folder (path) VALUES (CAST('gs://bucket/copies/' AS BLOB))")
    sql("INSERT INTO image (kind, digest, format, width, height, first_seen_at) SELECT 0, digest(n), 'jpeg', 4000, 3000, :now FROM number")
    columns = "bytes, content, orientation, taken_at, camera_latitude, camera_longitude"
    file = ("3000000 + n % 1000, substr(digest('content ' || n), 1, 16), 1, iif(n % 2, :now - n * 100000 % 100000000000, NULL),"
            " iif(n % 10 = 0, n * 7919 % 18000 / 100.0 - 90, NULL), iif(n % 10 = 0, n * 104729 % 36000 / 100.0 - 180, NULL)")
    sql(f"INSERT INTO path (path_id, folder_id, path, image_id, first_seen_at, missing_at, {columns}) SELECT n, n / 1000 + 1,"
        f" 'gs://bucket/folder-' || (n / 1000) || '/image-' || n || '.jpg', n, :now, iif(n % 1000 = 5, :now, NULL), {file} FROM number")
    sql(f"INSERT INTO path (folder_id, path, image_id, first_seen_at, {columns}) SELECT (SELECT max(folder_id) FROM folder),"
        f" 'gs://bucket/copies/image-' || n || '.jpg', n, :now, {file} FROM number WHERE n % 100 = 50")

    # Selections and tasks.
    missing = "iif(n % 1000 = 5, :now, NULL)"
    sql(f"INSERT INTO job_image (job_id, image_id, from_submission, until_submission, path_id, missing_at) SELECT 1, n, iif(n <= :count * 9 / 10, 1, 2), NULL, n, {missing} FROM number")
    sql(f"INSERT INTO job_image (job_id, image_id, from_submission, until_submission, path_id, missing_at) SELECT 2, n, 3, iif(n % 1000 = 3, 6, NULL), n, {missing} FROM number")
    sql(f"INSERT INTO job_image (job_id, image_id, from_submission, until_submission, path_id, missing_at) SELECT 3, n, 4, NULL, n, {missing} FROM number WHERE n % 10 = 0")
    queue = ("INSERT INTO task (run_id, image_id, path_id, state, reason, queued_at, attempt_count, finished_at, stage, kind, code, message)"
             " SELECT {run}, n, n, CASE WHEN {failed} THEN 'failed' WHEN {queued} THEN 'queued' ELSE 'done' END, '{reason}', :now,"
             " iif({failed}, {attempts}, iif({queued}, 0, 1 + (n % 100 = 0))), iif({queued}, NULL, :now + n * 30), iif({failed}, 'decode', NULL),"
             " iif({failed}, 'unreadable', NULL), iif({failed}, 'cut', NULL), iif({failed}, 'the file ends early', NULL) FROM number WHERE {which}")
    failed = "n % 5000 = 7"
    for run, which, fails, queued, attempts, reason in (
            (1, "n <= :count * 9 / 10", failed, "0", 1, "new"), (2, "n > :count * 9 / 10", failed, "0", 1, "new"),
            (3, failed, "1", "0", 0, "new"), (4, "n % 10 = 0", "0", "n % 1000 = 0", 1, "new"), (5, "n % 100 = 1", "0", "0", 1, "too_old")):
        sql(queue.format(run=run, which=which, failed=fails, queued=queued, attempts=attempts, reason=reason))
    sql("INSERT INTO task_floor SELECT task_id, 1, 1 FROM task WHERE run_id = 5")
    sql("INSERT INTO attempt (task_id, run_id, worker_id, started_at, ended_at, outcome, http_status, code, message, request_bytes, images_in_request, latency_ms)"
        " SELECT task_id, run_id, 1, finished_at - 500, finished_at - 400, 'retry', 503, 'UNAVAILABLE', 'try later', 3000, 16, 100"
        " FROM task WHERE attempt_count > 1")
    sql("INSERT INTO attempt (task_id, run_id, worker_id, started_at, ended_at, outcome, http_status, request_bytes, images_in_request, latency_ms)"
        " SELECT task_id, run_id, 1, finished_at - 300, finished_at, iif(state = 'done', 'answered', state), iif(state = 'done', 200, NULL), 3000, 16, 300"
        " FROM task WHERE attempt_count > 0 ORDER BY task_id")
    sql("UPDATE run SET (total, queued, done, failed) = (SELECT count(*), sum(state = 'queued'), sum(state = 'done'), sum(state = 'failed')"
        " FROM task AS t WHERE t.run_id = run.run_id)")
    sql("UPDATE run SET finished_at = :now + 1000 WHERE queued = 0")
    sql("UPDATE run SET stopped_at = :now + 2000, stop_reason = 'cap of the month' WHERE queued > 0")

    # Money.
    sql("INSERT INTO ledger SELECT a.attempt_id, m.recipe_id, 1, iif(a.run_id = 1, '2026-10-', '2026-11-') || printf('%02d', t.image_id % 28 + 1),"
        " iif(a.outcome = 'retry' OR m.recipe_id = 6, 0, p.first), iif(a.outcome = 'retry', 'released', 'settled'), a.ended_at"
        " FROM attempt AS a JOIN task AS t USING (task_id) JOIN run AS r ON r.run_id = a.run_id JOIN recipe_set_member AS m USING (recipe_set_id)"
        " JOIN recipe AS c USING (recipe_id) JOIN price AS p USING (feature) WHERE a.outcome <> 'failed' ORDER BY 1, 2")
    sql("INSERT INTO ledger_total SELECT a.run_id, l.account_id, substr(l.day, 1, 7), c.feature, 0, sum(l.state = 'settled'), 0,"
        " sum(l.state = 'settled' AND l.recipe_id <> 6), sum(l.micro_usd) FROM ledger AS l JOIN attempt AS a USING (attempt_id)"
        " JOIN recipe AS c USING (recipe_id) WHERE l.state <> 'released' GROUP BY 1, 2, 3, 4")
    for scope, subject, period in (("run", "a.run_id", "''"), ("job_day", "r.job_id", "l.day"), ("job_month", "r.job_id", "substr(l.day, 1, 7)"),
                                   ("account_day", "l.account_id", "l.day"), ("account_month", "l.account_id", "substr(l.day, 1, 7)")):
        sql(f"INSERT INTO cap_usage (scope, subject, period, units, micro_usd) SELECT '{scope}', {subject}, {period}, count(*), sum(l.micro_usd)"
            " FROM ledger AS l JOIN attempt AS a USING (attempt_id) JOIN run AS r USING (run_id) WHERE l.state <> 'released' GROUP BY 2, 3")

    # Answers and what is in them.
    sql("INSERT INTO answer (image_id, recipe_id, generation, is_newest, run_id, attempt_id, annotated_at)"
        " SELECT t.image_id, m.recipe_id, iif(a.run_id = 5, 2, 1), iif(a.run_id < 3 AND t.image_id % 100 = 1, 0, 1), a.run_id, a.attempt_id, a.ended_at"
        " FROM attempt AS a JOIN task AS t USING (task_id) JOIN run AS r ON r.run_id = a.run_id JOIN recipe_set_member AS m USING (recipe_set_id)"
        " WHERE a.outcome = 'answered' ORDER BY a.attempt_id, m.recipe_id")
    sql("INSERT INTO response (attempt_id, body) SELECT attempt_id, zeroblob(640) FROM attempt WHERE outcome = 'answered'")
    sql("INSERT INTO annotation SELECT r.answer_id, e.place, e.term, 0, NULL, e.score, NULL FROM answer AS r CROSS JOIN template AS e"
        f" ON e.answer = (r.image_id * (2 * r.recipe_id - 1) + r.generation) % {kinds_of_answers} WHERE r.recipe_id <= 2 ORDER BY 1, 2")
    place = "CROSS JOIN number AS n ON n.n <= {} WHERE r.recipe_id = {} AND r.image_id / 10 % {} = 0"
    some = "FROM answer AS r " + place.format(2, 3, 5)
    sql(f"INSERT INTO annotation SELECT r.answer_id, n.n - 1, (r.image_id / 10 + n.n) % 200 + 1, 1, NULL, 0.5 + n.n / 10.0, -1 {some}")
    box = "NULL, NULL, NULL, NULL, 10.0, 20.0, 110.0, 220.0, '[[10,20],[110,20],[110,220],[10,220]]', NULL"
    sql(f"INSERT INTO annotation_more SELECT r.answer_id, n.n - 1, {box} {some}")
    sql("INSERT INTO location (answer_id, place, rank, latitude, longitude) SELECT r.answer_id, n.n - 1, 0,"
        f" r.image_id * 7919 % 17000 / 100.0 - 85 + n.n / 100.0, r.image_id * 104729 % 36000 / 100.0 - 180 + n.n / 1000.0 {some}")
    sql("INSERT INTO landmarks_rtree SELECT location_id, latitude, latitude, longitude, longitude, answer_id << 20 | place, rank FROM location")
    some = "FROM answer AS r " + place.format(4, 4, 2)
    sql(f"INSERT INTO annotation SELECT r.answer_id, n.n - 1, (r.image_id / 10 * n.n) % 300 + 300, 4, NULL, 0.4 + n.n / 10.0, -1 {some}")
    sql(f"INSERT INTO annotation_more SELECT r.answer_id, n.n - 1, {box} {some}")
    some = "FROM answer AS r " + place.format(11, 5, 5)
    sql(f"INSERT INTO annotation SELECT r.answer_id, n.n - 1, NULL, 5, NULL, 0.9, -1 {some}")
    text = "'word' || (r.image_id / 10 % 997)"
    sql("INSERT INTO annotation_more SELECT r.answer_id, n.n - 1, iif(n.n = 1, NULL, iif(n.n < 5, n.n - 2, 2)),"
        " CASE n.n WHEN 1 THEN 'page' WHEN 2 THEN 'block' WHEN 3 THEN 'paragraph' ELSE 'word' END,"
        f" CASE WHEN n.n < 3 THEN '' WHEN n.n = 3 THEN {text} || ' exit to the station' ELSE {text} END, 'en',"
        f" 10.0, 20.0, 110.0, 220.0, '[[10,20],[110,20],[110,220],[10,220]]', NULL {some}")
    sql("INSERT INTO texts_fts (rowid, text) SELECT answer_id << 20 | place, text FROM annotation_more WHERE level = 'paragraph'")
    sql("INSERT INTO annotation SELECT answer_id, 0, :empty, 6, NULL, NULL, -1 FROM answer WHERE recipe_id = 6", empty=words + 1)
    sql("INSERT INTO annotation_more (answer_id, place, attributes) SELECT answer_id, 0, iif(image_id % 700 = 0, '{\"adult\":\"LIKELY\"}',"
        " '{\"adult\":\"UNLIKELY\"}') FROM answer WHERE recipe_id = 6")
    sql("INSERT INTO submission_problem (job_id, submission_id, source, stage, kind, message, noted_at)"
        " SELECT job_id, submission_id, 'folder: /gone', 'find', 'missing', 'there is no folder /gone', :now FROM submission WHERE submission_id = 5")
    base.execute("COMMIT")
    base.execute("PRAGMA journal_mode = WAL")
    base.close()


parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
parser.add_argument("store", metavar="STORE")
parser.add_argument("images", metavar="IMAGES", type=int)
parser.add_argument("--program", type=pathlib.Path, default=root / ".build/release/cairn")
if __name__ == "__main__":
    options = parser.parse_args()
    begun = time.monotonic()
    make(options.store, options.images, options.program)
    print(f"{options.images:,} images, {pathlib.Path(options.store).stat().st_size / 1e9:.2f} GB in {time.monotonic() - begun:.0f} s")
