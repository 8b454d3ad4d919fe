#!/usr/bin/env python3
"""Questions that read a whole job, by `cairn`, beside a bare read of the same rows by SQLite and beside DuckDB, in one run.

    beside.py STORE PROGRAM [--rounds N]

STORE is made by make_store.py. A bare read is hand-ordered SQL over the tables that touches each row that the question must touch, and
groups, sorts and shows nothing. DuckDB answers the same SQL over what `cairn schema duckdb` writes, as its users do. Seconds of the wall clock.
"""
import argparse
import pathlib
import sqlite3
import statistics
import subprocess
import time

import duckdb
import duckdb_extension_sqlite_scanner

from questions import of_job

of_c = of_job + " WHERE j.name = 'c'"
selected = "FROM job AS j CROSS JOIN job_image AS i ON i.job_id = j.job_id AND i.until_submission IS NULL"
# name: the command's words, the bare read, whether DuckDB is asked the same SQL
questions = {
    "labels that occur together, a job of a tenth": (
        ["query", "SELECT a.description, b.description, count(*) AS images FROM labels AS a JOIN labels AS b ON a.image_id = b.image_id"
         " AND a.job = b.job AND b.description > a.description WHERE a.job = 'c' GROUP BY 1, 2 ORDER BY 3 DESC LIMIT 20",
         "--timeout", "600s"],
        f"SELECT max(a.term_id) {of_c}", True),
    "GROUP BY description, a job of all": (
        ["query", "SELECT description, count(*) AS images FROM labels WHERE job = 'a' GROUP BY 1 ORDER BY 2 DESC LIMIT 20"],
        f"SELECT max(a.term_id) {of_job} WHERE j.name = 'a'", True),
    "label_counts": (
        ["query", "SELECT description, annotations FROM label_counts ORDER BY 2 DESC LIMIT 20"],
        "SELECT count(*) FROM annotation INDEXED BY annotation_by_term WHERE term_id > 0", True),
    "jobs": (
        ["query", "SELECT job, images, answered, failing, queued, missing FROM jobs"],
        f"SELECT max(r.answer_id), max(t.run_id) {selected} CROSS JOIN job_recipe AS s ON s.job_id = j.job_id AND s.shown_until IS NULL"
        " LEFT JOIN answer AS r ON r.image_id = i.image_id AND r.recipe_id = s.recipe_id LEFT JOIN task AS t ON t.image_id = i.image_id", True),
    "status c": (["status", "c"], f"SELECT max(i.image_id) {selected} WHERE j.name = 'c'", False),
}


def seconds(body):
    begun = time.perf_counter()
    body()
    return time.perf_counter() - begun


def main(store, program, rounds):
    views = subprocess.run([program, "schema", "duckdb", "--store", store], stdout=subprocess.PIPE, check=True, text=True).stdout
    [scanner] = pathlib.Path(duckdb_extension_sqlite_scanner.__file__).parent.rglob("*.duckdb_extension")
    duck = duckdb.connect(config={"autoinstall_known_extensions": "false", "autoload_known_extensions": "false"})
    duck.execute(f"LOAD '{scanner}'")
    duck.execute(views)
    lite = sqlite3.connect(f"file:{store}?mode=ro", uri=True)
    lite.execute("PRAGMA cache_size = -65536")
    for name, (words, bare, is_in_duckdb) in questions.items():
        ours, reads, ducks = [], [], []
        for _ in range(rounds):
            ours.append(seconds(lambda: subprocess.run([program, *words, "--store", store], stdout=subprocess.DEVNULL, check=True,
                                                       stderr=subprocess.DEVNULL)))
            reads.append(seconds(lambda: lite.execute(bare).fetchall()))
            if is_in_duckdb:
                ducks.append(seconds(lambda: duck.execute(words[1]).fetchall()))
        mine, read = statistics.median(ours), statistics.median(reads)
        told = f"{name}: {mine:.2f} s, {mine / read:.1f} times a bare read of {read:.2f} s"
        if ducks:
            told += f", {mine / statistics.median(ducks):.2f} times DuckDB's {statistics.median(ducks):.2f} s"
        print(told, flush=True)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("store")
    parser.add_argument("program")
    parser.add_argument("--rounds", type=int, default=3)
    options = parser.parse_args()
    main(options.store, options.program, options.rounds)
