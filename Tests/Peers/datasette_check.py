"""Datasette, over HTTP, against Python's sqlite3: the page of every view of a store, facets, sorting, searches and questions.

    datasette_check.py STORE METADATA     METADATA: the file with what `cairn schema datasette` wrote
"""
import json
import pathlib
import re
import sqlite3
import subprocess
import sys
import urllib.error
import urllib.parse
import urllib.request

store, metadata = map(pathlib.Path, sys.argv[1:3])
lite = sqlite3.connect(f"file:{store}?mode=ro", uri=True)


def fail(words):
    sys.exit(f"datasette_check: {words}")


def ask(address, path, /, **parameters):
    address += f"/{store.stem}/{path}?{urllib.parse.urlencode(parameters)}"
    try:
        with urllib.request.urlopen(address, timeout=30) as response:
            return json.load(response)
    except urllib.error.HTTPError as error:
        fail(f"{address}: {error.code} {error.read()[:500]}")


def count(sql, *values):
    return lite.execute(sql, values).fetchone()[0]


def check_views(address):
    views = [name for name, in lite.execute("SELECT name FROM sqlite_schema WHERE type = 'view' ORDER BY name")]
    for view in views:
        page = ask(address, f"{view}.json", _shape="objects", _size=1000)
        rows = count(f"SELECT count(*) FROM {view}")
        if len(page["rows"]) != min(rows, 1000):
            fail(f"{view}: {len(page['rows'])} rows, not {rows}")
        columns = [row[1] for row in lite.execute(f"PRAGMA table_info('{view}')")]
        if page["columns"] != columns:
            fail(f"{view}: {page['columns']}, not {columns}")
    return len(views)


def check_index(address):
    """The views alone are listed, each with what it is."""
    with urllib.request.urlopen(f"{address}/{store.stem}.json", timeout=30) as response:
        index = json.load(response)
    shown = [table["name"] for table in index["tables"] if not table["hidden"]]
    if shown:
        fail(f"inner tables are shown: {shown}")
    with urllib.request.urlopen(f"{address}/{store.stem}/labels", timeout=30) as response:
        page = response.read().decode()
    for words in ["One row per job and label.", "place in the answer, from 0"]:
        if words not in page:
            fail(f"the page of labels does not say: {words}")


def check_questions(address):
    """Every question is answered as sqlite3 answers it."""
    [path] = lite.execute("SELECT path FROM image_paths LIMIT 1").fetchone()
    values = {"label": "mark-1", "latitude": "48.85", "longitude": "2.29", "km": "50", "words": "mark", "first": "job", "second": "job",
              "job": "job", "path": path}
    queries = json.loads(metadata.read_text())["databases"][store.stem]["queries"]
    answered = []
    for name, query in queries.items():
        given = {key: value for key, value in values.items() if f":{key}" in query["sql"]}
        page = ask(address, f"{name}.json", _shape="objects", **given)
        rows = lite.execute(query["sql"], given).fetchall()
        if page.get("error") or len(page["rows"]) != min(len(rows), 1000):
            fail(f"{name}: {page.get('error')}, {len(page['rows'])} rows, not {len(rows)}")
        answered += [name] if rows else []
    needed = {"pictures", "top_labels", "pictures_with_a_label", "texts_with_words", "new_since_yesterday", "cost_by_job", "failing",
              "labels_together", "history_of_a_file", "requests", "what_was_asked", "map"}
    if missing := needed - set(answered):
        fail(f"no row for {sorted(missing)}")
    return len(queries)


def check_facets(address):
    for view, column in [("labels", "description"), ("runs", "state"), ("failures", "kind"), ("texts", "level")]:
        page = ask(address, f"{view}.json", _facet=column, _size=0)
        if page.get("facets_timed_out"):
            fail(f"{view}: the facet of {column} timed out")
        found = {result["value"]: result["count"] for result in page["facet_results"][column]["results"]}
        wanted = dict(lite.execute(f"SELECT {column}, count(*) FROM {view} GROUP BY 1 ORDER BY 2 DESC, 1"))
        if not found or any(wanted[value] != number for value, number in found.items()):
            fail(f"{view}: the facet of {column} is {found}, not {wanted}")


def check_searches(address):
    [word] = lite.execute("SELECT description FROM labels GROUP BY 1 ORDER BY count(*) DESC, 1 LIMIT 1").fetchone()
    page = ask(address, "labels.json", description__exact=word, score__gt="0.1", _sort_desc="score", _shape="objects")
    scores = [row["score"] for row in page["rows"]]
    if not scores or scores != sorted(scores, reverse=True):
        fail(f"the scores of {word} are {scores}")
    if page["filtered_table_rows_count"] != count("SELECT count(*) FROM labels WHERE description = ? AND score > 0.1", word):
        fail(f"{page['filtered_table_rows_count']} labels {word}")
    page = ask(address, "texts.json", _search="mark", _fts_table="texts_fts", _fts_pk="annotation_id", _shape="objects")
    found = page["filtered_table_rows_count"]
    wanted = count("SELECT count(*) FROM texts WHERE annotation_id IN "
                   "(SELECT rowid FROM texts_fts WHERE texts_fts MATCH '\"mark\"')")
    if not found or found != wanted or not all("mark" in row["text"].lower() for row in page["rows"]):
        fail(f"{found} texts with mark, not {wanted}")
    page = ask(address, "text_search.json", _search="mark", _shape="objects")
    if not page["rows"] or page["filtered_table_rows_count"] != count("SELECT count(*) FROM text_search WHERE text MATCH 'mark'"):
        fail(f"{page['filtered_table_rows_count']} passages with mark")


server = subprocess.Popen(
    [sys.executable, "-m", "datasette", "serve", store, "--metadata", metadata, "--host", "127.0.0.1", "--port", "0",
     "--setting", "sql_time_limit_ms", "20000", "--setting", "facet_time_limit_ms", "20000"],
    stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
try:
    said = ""
    for line in server.stderr:
        said += line
        if match := re.search(r"running on (http://127\.0\.0\.1:\d+)", line):
            break
    else:
        fail(f"it did not start: {said}")
    views = check_views(match[1])
    check_index(match[1])
    check_facets(match[1])
    check_searches(match[1])
    questions = check_questions(match[1])
    print(f"{views} views opened, 4 facets, 3 searches and {questions} questions answered")
finally:
    server.kill()
    server.wait()
