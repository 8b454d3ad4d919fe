#!/usr/bin/env python3
"""Questions on a large store: the time of each through the views, and of the same in hand-ordered SQL over the tables.

    questions.py STORE [NAME...] [--plans] [--rounds N]

STORE is made by make_store.py. A target of 0 means that none is set. Answers of both forms must be equal.
"""
import argparse
import sqlite3
import statistics
import sys
import time

iso = "strftime('%Y-%m-%dT%H:%M:%fZ', {} / 1000.0, 'unixepoch')"
shown = ("CROSS JOIN job_recipe AS s ON s.job_id = {} AND s.recipe_id = r.recipe_id AND s.shown_until IS NULL"
         " CROSS JOIN job_image AS i ON i.job_id = {} AND i.image_id = r.image_id AND i.until_submission IS NULL")
of_job = ("FROM job AS j CROSS JOIN job_image AS i ON i.job_id = j.job_id AND i.until_submission IS NULL"
          " CROSS JOIN job_recipe AS s ON s.job_id = j.job_id AND s.shown_until IS NULL"
          " CROSS JOIN answer AS r ON r.image_id = i.image_id AND r.recipe_id = s.recipe_id AND r.is_newest = 1"
          " CROSS JOIN annotation AS a ON a.answer_id = r.answer_id AND a.kind = 0")
of_term = ("FROM term AS t CROSS JOIN annotation AS a INDEXED BY annotation_by_term ON a.term_id = t.term_id AND a.kind = 0"
           " CROSS JOIN answer AS r ON r.answer_id = a.answer_id AND r.is_newest = 1")

# SQLite 3.40 omits a LEFT JOIN that nothing uses, and not under an aggregate: a count through the view reads the words as well.
words = "LEFT JOIN term AS t ON t.term_id = a.term_id"

# name: target in seconds, the question, the same by hand (None: the question is its own measure)
questions = {
    "word_and_score": (0.05, "SELECT path, score FROM labels WHERE job = 'a' AND description = 'Label of the kind 60' AND score > 0.795",
                       f"SELECT p.path, a.score {of_term} {shown.format(1, 1)} CROSS JOIN path AS p ON p.path_id = i.path_id"
                       " WHERE t.description = 'Label of the kind 60' AND a.score > 0.795"),
    "word": (0.05, "SELECT path, score FROM labels WHERE job = 'a' AND description = 'Label of the kind 250'",
             f"SELECT p.path, a.score {of_term} {shown.format(1, 1)} CROSS JOIN path AS p ON p.path_id = i.path_id"
             " WHERE t.description = 'Label of the kind 250'"),
    "word_count": (0, "SELECT count(*) FROM labels WHERE job = 'a' AND description = 'Label of the kind 0'",
                   f"SELECT count(*) {of_term} {shown.format(1, 1)} WHERE t.description = 'Label of the kind 0'"),
    "mid": (0.05, "SELECT image_id, score FROM labels WHERE job = 'a' AND mid = '/m/03ba1a'",
            f"SELECT r.image_id, a.score {of_term} {shown.format(1, 1)} WHERE t.mid = '/m/03ba1a'"),
    "limit": (0.05, "SELECT * FROM labels LIMIT 50", None),
    "limit_job": (0.05, "SELECT * FROM labels WHERE job = 'b' LIMIT 50", None),
    "limit_word": (0.05, "SELECT * FROM labels WHERE job = 'b' AND description = 'Label of the kind 0' LIMIT 50", None),
    "path": (0.05, "SELECT job, description, score FROM labels WHERE path = 'gs://bucket/folder-777/image-777770.jpg'", None),
    "path_job": (0.05, "SELECT description, score FROM labels WHERE job = 'a' AND path = 'gs://bucket/folder-777/image-777777.jpg'", None),
    "paths": (0.5, "SELECT description, score FROM labels WHERE path GLOB 'gs://bucket/folder-77/*' AND job = 'a'", None),
    "other_name": (0.05, "SELECT description, score FROM labels JOIN image_paths USING (image_id) WHERE job = 'a'"
                   " AND image_paths.path = 'gs://bucket/copies/image-777750.jpg'", None),
    "image": (0.05, "SELECT job, description, score FROM labels WHERE image_id = 500000", None),
    "image_all": (0.05, "SELECT kind, description, attributes FROM annotations WHERE image_id = 500000", None),
    "history": (0.05, "SELECT description, score, generation FROM labels_history WHERE image_id = 500001 ORDER BY generation", None),
    "newest": (0.05, "SELECT image_id, description, annotated_at FROM labels WHERE job = 'a' ORDER BY annotated_at DESC LIMIT 20", None),
    "newest_any": (0.05, "SELECT image_id, description, annotated_at FROM labels ORDER BY annotated_at DESC LIMIT 20", None),
    "newest_answers": (0.05, "SELECT answer_id, annotated_at FROM answers ORDER BY annotated_at DESC LIMIT 20", None),
    "since": (0.05, "SELECT image_id, description FROM labels WHERE job = 'a' AND annotated_at >= (SELECT max(annotated_at) FROM answers"
              " WHERE answer_id = 1000100) AND annotated_at < '2026-09-21T22:34:00' LIMIT 1000", None),
    "near": (0.05, "SELECT path, latitude, longitude FROM landmarks WHERE job = 'c' AND annotation_id IN (SELECT annotation_id FROM landmarks_rtree"
             " WHERE latitude_min BETWEEN 48 AND 50 AND longitude_min BETWEEN 1 AND 4)", None),
    "near_plain": (0.05, "SELECT path, latitude, longitude FROM landmarks WHERE job = 'c' AND latitude BETWEEN 48 AND 50"
                   " AND longitude BETWEEN 1 AND 4", None),
    "text": (0.05, "SELECT path, text FROM texts WHERE job = 'c' AND annotation_id IN (SELECT rowid FROM texts_fts WHERE texts_fts MATCH 'word77')", None),
    "object_job": (0.05, "SELECT path, description, polygon FROM objects WHERE job = 'c' AND description = 'Label of the kind 404' AND score > 0.5", None),
    "label_counts": (0.5, "SELECT description, annotations FROM label_counts ORDER BY annotations DESC LIMIT 20", None),
    "count": (4, "SELECT count(*) FROM labels WHERE job = 'a'", f"SELECT count(*) {of_job} {words} WHERE j.name = 'a'"),
    "average": (4, "SELECT avg(score) FROM labels WHERE job = 'a'", f"SELECT avg(a.score) {of_job} {words} WHERE j.name = 'a'"),
    "top": (15, "SELECT description, count(*) FROM labels WHERE job = 'a' GROUP BY description ORDER BY 2 DESC LIMIT 20",
            f"SELECT t.description, sum(n) FROM (SELECT a.term_id, count(*) AS n {of_job} WHERE j.name = 'a' GROUP BY a.term_id)"
            " JOIN term AS t USING (term_id) GROUP BY 1 ORDER BY 2 DESC LIMIT 20"),
    "top_scores": (15, "SELECT description, avg(score) FROM labels WHERE job = 'a' GROUP BY description ORDER BY 2 DESC LIMIT 20",
                   f"SELECT t.description, avg(a.score) {of_job} JOIN term AS t USING (term_id) WHERE j.name = 'a' GROUP BY t.description ORDER BY 2 DESC LIMIT 20"),
    "per_job": (0, "SELECT job, count(*) FROM labels GROUP BY job", None),
    "without": (4, "SELECT count(*) FROM job_images AS i WHERE job = 'a' AND NOT EXISTS (SELECT 1 FROM labels AS l WHERE l.image_id = i.image_id AND l.job = 'a')", None),
    "review": (0.05, "SELECT path, description, score FROM labels WHERE job = 'a' AND score < 0.6 LIMIT 100", None),
    "two_models": (15, "SELECT count(*) FROM labels AS x JOIN labels AS y USING (image_id, description) WHERE x.job = 'a' AND y.job = 'c'", None),
    "beside": (4, "SELECT y.description, count(*) FROM labels AS x JOIN labels AS y USING (image_id) WHERE x.job = 'a' AND y.job = 'a'"
               " AND x.description = 'Label of the kind 60' AND y.description <> x.description GROUP BY 1 ORDER BY 2 DESC LIMIT 10", None),
    "together": (4, "SELECT x.description, y.description, count(*) FROM labels AS x JOIN labels AS y ON y.image_id = x.image_id AND y.job = x.job"
                 " AND y.description > x.description WHERE x.job = 'c' AND x.image_id <= 200000 GROUP BY 1, 2 ORDER BY 3 DESC LIMIT 10", None),
    "history_together": (4, "SELECT count(*) FROM labels_history AS x JOIN labels_history AS y USING (image_id, description)"
                         " WHERE x.recipe_id = 1 AND y.recipe_id = 2 AND y.score > x.score", None),
    "changes": (15, "SELECT reason, count(*) FROM label_changes WHERE job = 'a' GROUP BY 1", None),
    "changes_image": (0.05, "SELECT * FROM label_changes WHERE image_id = 500001", None),
    "text_view": (0.05, "SELECT path, text FROM text_search WHERE job = 'c' AND text MATCH 'word77'", None),
    "states": (2, "SELECT state, count(*) FROM job_images WHERE job = 'a' GROUP BY state", None),
    "state_image": (0.05, "SELECT job, state FROM job_images WHERE image_id = 777770", None),
    "state_path": (0.05, "SELECT job, state FROM job_images WHERE path = 'gs://bucket/folder-777/image-777770.jpg'", None),
    "failing": (2, "SELECT path FROM job_images WHERE job = 'a' AND state = 'failed'", None),
    "failures": (0.05, "SELECT * FROM failures", None),
    "failures_job": (0.05, "SELECT kind, count(*) FROM failures WHERE job = 'a' GROUP BY kind", None),
    "jobs": (5, "SELECT * FROM jobs", None),
    "one_job": (4, "SELECT * FROM jobs WHERE job = 'c'", None),
    "runs": (0.05, "SELECT * FROM runs", None),
    "spending": (0.05, "SELECT * FROM spending", None),
    "tasks_image": (0.05, "SELECT * FROM tasks WHERE image_id = 777770", None),
    "tasks_path": (0.05, "SELECT * FROM tasks WHERE path = 'gs://bucket/folder-777/image-777770.jpg'", None),
    "tasks_failed": (0.05, "SELECT * FROM tasks WHERE run_id = 1 AND state = 'failed'", None),
    "tasks_failed_any": (0.05, "SELECT * FROM tasks WHERE state = 'failed'", None),
    "tasks_job": (0.05, "SELECT * FROM tasks WHERE job = 'a' AND state = 'failed'", None),
    "attempts_image": (0.05, "SELECT * FROM attempts WHERE image_id = 777770", None),
    "attempts_path": (0.05, "SELECT * FROM attempts WHERE path = 'gs://bucket/folder-777/image-777770.jpg'", None),
    "attempts_limit": (0.05, "SELECT * FROM attempts ORDER BY attempt_id DESC LIMIT 100", None),
    "latency": (2, "SELECT avg(latency_ms) FROM attempts WHERE outcome = 'answered'", None),
    "charges_image": (0.05, "SELECT * FROM charges WHERE image_id = 777770", None),
    "charges_job": (4, "SELECT month, feature, sum(units), sum(usd_high) FROM charges WHERE job = 'a' GROUP BY 1, 2", None),
    "answers_image": (0.05, "SELECT * FROM answers WHERE image_id = 777770", None),
    "image_row": (0.05, "SELECT * FROM images WHERE image_id = 777770", None),
    "image_path": (0.05, "SELECT * FROM image_paths WHERE path = 'gs://bucket/folder-777/image-777770.jpg'", None),
    "digest": (0.5, "SELECT image_id FROM images WHERE digest = 'ab'", None),
    "paths_folder": (0.1, "SELECT count(*) FROM image_paths WHERE folder = 'gs://bucket/folder-777/'", None),
    "count_paths": (0.5, "SELECT count(*) FROM images", None),
    "duplicates": (4, "SELECT image_id, count(*) FROM image_paths GROUP BY image_id HAVING count(*) > 1", None),
}


def ask(base, sql, limit):
    """Rows and seconds of CPU, since machines are shared; no rows after `limit` seconds."""
    begun, used = time.perf_counter(), time.process_time()
    base.set_progress_handler(lambda: time.perf_counter() - begun > limit, 10_000)
    try:
        rows = base.execute(sql).fetchall()
    except sqlite3.OperationalError as error:
        if "interrupted" not in str(error):
            raise
        rows = None
    return rows, time.process_time() - used


def plan(base, sql):
    """The plan's lines, indented."""
    depth, lines = {0: 0}, []
    for number, parent, _, detail in base.execute("EXPLAIN QUERY PLAN " + sql):
        depth[number] = depth[parent] + 1
        lines.append("    " + "  " * depth[parent] + detail)
    return "\n".join(lines)


def connect(store):
    base = sqlite3.connect(f"file:{store}?mode=ro", uri=True)
    base.execute("PRAGMA cache_size = -65536")
    base.execute("PRAGMA temp_store = MEMORY")
    return base


def measure(store, names, rounds, plans):
    """Prints a line for each question and answers whether all held."""
    base, held = connect(store), True
    for name, (target, sql, by_hand) in questions.items():
        if names and name not in names:
            continue
        if plans:
            print(f"{name}: {sql}\n{plan(base, sql)}", flush=True)
        times, others = [], []
        for _ in range(rounds + 1):
            rows, seconds = ask(base, sql, 60)
            times.append(seconds)
            if by_hand:
                others.append(ask(base, by_hand, 60))
            if seconds > 8:
                break
        middle = statistics.median(times[1:] or times)
        told = f"{name}: {middle * 1000:,.1f} ms" + (f" (target <= {target * 1000:,.0f})" if target else "")
        missed = rows is None or 0 < target < middle
        if others:
            ratio = middle / statistics.median([each[1] for each in others[1:] or others])
            told += f", {ratio:.2f} times the hand-ordered (target <= 1.3)"
            missed |= ratio > 1.3
            if rows is not None and rows != others[0][0] and sorted(map(str, rows)) != sorted(map(str, others[0][0])):
                sys.exit(f"{name}: the two forms answer differently")
        held &= not missed
        print(told + f"  [{'-' if rows is None else len(rows)} rows]" + ("  MISSED" if missed else ""), flush=True)
    return held


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("store")
    parser.add_argument("names", nargs="*", metavar="NAME")
    parser.add_argument("--plans", action="store_true", help="print each plan")
    parser.add_argument("--rounds", type=int, default=3)
    options = parser.parse_args()
    sys.exit(0 if measure(options.store, options.names, options.rounds, options.plans) else 1)
