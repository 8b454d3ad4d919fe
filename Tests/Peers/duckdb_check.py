"""DuckDB, with its scanner of SQLite files, against Python's sqlite3: every view of a store, row for row and type for type.

    duckdb_check.py STORE SQL     SQL: the file with what `cairn schema duckdb` wrote
"""
import pathlib
import sqlite3
import sys

import duckdb
import duckdb_extension_sqlite_scanner

store, statements = sys.argv[1], pathlib.Path(sys.argv[2]).read_text()

[scanner] = pathlib.Path(duckdb_extension_sqlite_scanner.__file__).parent.rglob("*.duckdb_extension")
duck = duckdb.connect(config={"autoinstall_known_extensions": "false", "autoload_known_extensions": "false"})
duck.execute(f"LOAD '{scanner}'")
duck.execute(statements)
lite = sqlite3.connect(f"file:{store}?mode=ro", uri=True)

TYPES = {"BIGINT": int, "DOUBLE": float, "VARCHAR": str, "BLOB": bytes, "TIMESTAMP WITH TIME ZONE": str}


def moment(column):
    """As the store writes moments; Python's own values of this type need a package more."""
    return f"strftime(\"{column}\" AT TIME ZONE 'UTC', '%Y-%m-%dT%H:%M:%S.%gZ') AS \"{column}\""


def key(row):
    """Numbers of expressions come with 15 digits, which may be another in the last place."""
    return tuple((value is not None, f"{value:.13g}" if isinstance(value, float) else value) for value in row)


def fail(words):
    sys.exit(f"duckdb_check: {words}")


def check_view(view):
    described = [(name, kind) for name, kind, *_ in duck.execute(f'DESCRIBE "{view}"').fetchall()]
    names = [row[1] for row in lite.execute(f"PRAGMA table_info('{view}')")]
    if [name for name, _ in described] != names:
        fail(f"{view} has the columns {described}, not {names}")
    for name, kind in described:
        if (kind == "TIMESTAMP WITH TIME ZONE") != (name.endswith("_at") or name == "not_before"):
            fail(f"{view}.{name} is {kind}")
    columns = [moment(name) if kind.startswith("TIMESTAMP") else f'"{name}"' for name, kind in described]
    found = duck.execute(f'SELECT {", ".join(columns)} FROM "{view}"').fetchall()
    wanted = lite.execute(f"SELECT * FROM {view}").fetchall()
    for row in found:
        for value, (name, kind) in zip(row, described):
            if value is not None and type(value) is not TYPES[kind]:
                fail(f"{view}.{name} is {kind}, and {value!r} among its values")
    if sorted(map(key, found)) != sorted(map(key, wanted)):
        different = set(map(key, found)) ^ set(map(key, wanted))
        fail(f"{view}: {len(found)} rows, not {len(wanted)}, or other ones: {list(different)[:4]}")
    # A value of the wrong type would be equal as text, and no sum.
    for name, kind in described:
        if kind in ("BIGINT", "DOUBLE"):
            question = f'SELECT count("{name}"), min("{name}"), max("{name}"), avg("{name}") FROM {view}'
            if key(duck.execute(question).fetchone()) != key(lite.execute(question).fetchone()):
                fail(f"{view}.{name}: {duck.execute(question).fetchone()}, not {lite.execute(question).fetchone()}")
    return len(found)


views = [name for name, in lite.execute("SELECT name FROM sqlite_schema WHERE type = 'view' ORDER BY name")]
rows = {view: check_view(view) for view in views}
for question in ["SELECT avg(score) FROM labels", "SELECT max(generation) FROM labels_history",
                 "SELECT sum(usd_high) FROM runs", "SELECT sum(usd_high) FROM spending",
                 "SELECT count(*), count(details), count(message) FROM failures",
                 "SELECT description, count(*) FROM labels GROUP BY description ORDER BY 2 DESC, 1 LIMIT 5"]:
    found, wanted = duck.execute(question).fetchall(), lite.execute(question).fetchall()
    if list(map(key, found)) != list(map(key, wanted)):
        fail(f"{question}: {found}, not {wanted}")
    print(question, *found)
# Programs that open a database list its tables first.
for question in ["SHOW TABLES", "SHOW ALL TABLES", "SELECT * FROM duckdb_views()", "SELECT * FROM information_schema.tables"]:
    if len(duck.execute(question).fetchall()) < len(views):
        fail(f"{question} has not all {len(views)} views")
kilometres = duck.execute("SELECT distance_km(48.8584, 2.2945, 52.5163, 13.3777)").fetchone()[0]
if not 878.4 < kilometres < 879.4:
    fail(f"from the Eiffel Tower to the Brandenburg Gate are {kilometres} km")
print(f"{len(views)} views, {sum(rows.values())} rows, all as SQLite has them; {sum(map(bool, rows.values()))} with rows")
