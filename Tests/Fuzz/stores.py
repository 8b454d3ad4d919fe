"""Stores with one damaged cell, and commands on them.

    stores.py --cairn PATH [--which cells] [--count 10000] [--seed 1] [--first 0] [--keep FOLDER]
    stores.py --cairn PATH --which ends|references [--seed 1]

A store is made through the front door: runs that are done, failed, queued, cancelled, paused and held by a dead worker, of
a local model and of a Vision peer, with caps and uncertain units. Case N of a seed copies it and damages one cell, chosen
among all rows of all tables: what tables there are is read from `sqlite_schema`, none is known by name. Then `doctor`
and some of the other commands look at it. `ends` are both ends of 64 bits in each column of whole numbers; `references`
are all references, with a number that is not there and with the rows they name deleted; each once, in all rows where keys
let it be, and `status`, `quota` and `work` after `doctor`. What must hold:

- no command dies or hangs, each ends with a code that the README has; 3 comes with the sentence that the store is damaged;
- what only reads leaves the store as it was, or mends what was damaged; its JSON can be read;
- no figure of `status` and `quota` is negative, but for a run's number, which may be any;
- `doctor` names table and row of what breaks a reference or a constraint, which SQLite is asked here, and finds sums that
  do not hold, by the questions of Tests/Torture/books.py; where a command says that the store is damaged, so does `doctor`.

`--first N --count 1` repeats case N; `--keep` keeps the store of a breach.
"""

import argparse
import collections
import json
import pathlib
import random
import re
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "Tests/Torture"))

from books import QUESTIONS  # noqa: E402
from shims import clock  # noqa: E402
from stage import Broken, Peer, Stage  # noqa: E402

CODES = {0, 1, 2, 3, 4, 5, 7}
# What doctor has to find among what books.py asks: the others hold of a torture's store and not of every one.
ASKED = [(words, sql) for words, sql in QUESTIONS if words.startswith(
    ("runs whose", "tasks done without", "tasks running", "attempts running for", "units open", "annotations without their",
     "work keys without one newest", "images that are in a job's selection twice"))]
# Longer than a command may take: the dead worker's lease has ended before, and nothing is tried again later than in 20 ms.
LIMIT = 60
NUMBERS = [-(1 << 63), (1 << 63) - 1, -1, 0, 1, 2, 1 << 31, -(1 << 31), 1 << 53, -(1 << 53), 1 << 62]

DELETED = "the row it names is deleted"


# The store before the damage.

def make_template(program, peer, home):
    """A folder with a store that has rows of every kind."""
    stage = Stage(program, peer, home, "template")
    for folder, count in (("own", 3), ("asked", 5), ("queued", 4), ("cancelled", 2), ("paused", 2), ("killed", 4)):
        stage.add_pictures(count, folder)
        backend = OWN if folder == "own" else VISION % peer.port
        (stage.folder / f"{folder}.yaml").write_text(
            f"job: {folder}\nimages: [{{folder: pictures/{folder}}}]\n"
            f"retry: {{attempts: 3, base: 1ms, cap: 20ms, timeout: 20s, crashes: 3}}\n{backend}\n")
    whole = (stage.pictures / "own/0.jpg").read_bytes()
    (stage.pictures / "own/cut.jpg").write_bytes(whole[:300])
    (stage.pictures / "asked/known.jpg").write_bytes(whole)
    peer.misbehave([])
    stage.cairn("run", "own.yaml", exits=[1])
    # An answer that is lost after the work makes its units uncertain; they are asked again.
    peer.misbehave([{"match": {"number": peer.requests() + 1}, "fault": {"kind": "cut", "worked": True}}])
    stage.cairn("run", "asked.yaml", exits=[0])
    stage.cairn("quota", "set", "--new-account", "--account", "project", "--day-units", "1000", "--month-usd", "50", exits=[0])
    for job in ("queued", "cancelled", "paused", "killed"):
        stage.cairn("submit", f"{job}.yaml", exits=[0])
    stage.cairn("cancel", number(stage, "cancelled"), exits=[0])
    stage.cairn("pause", number(stage, "paused"), exits=[0])
    peer.misbehave([{"match": {"number": peer.requests() + 1}, "fault": {"kind": "hold"}}])
    worker = stage.start("work", "--run", number(stage, "killed"), environment=clock(home, -120_000))
    peer.wait(held=1)
    worker.kill()
    peer.misbehave([])
    peer.release()
    with connected(stage.store) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    stage.cairn("doctor", exits=[0])
    # Doctor's reading may have made an empty log.
    for name in ("cairn.db-wal", "cairn.db-shm"):
        (stage.folder / name).unlink(missing_ok=True)
    return stage


OWN = f"backend: {{kind: tflite, model: {ROOT}/Jobs/demo/scenes.tflite, threshold: 0.01, maxResults: 3}}"
VISION = ("backend: {kind: vision, account: project, endpoint: \"http://127.0.0.1:%d\", auth: {apiKey: \"env:KEY\"}}\n"
          "features: [LABEL_DETECTION, LANDMARK_DETECTION]\nprepare: {fit: original, metadata: keep}\n"
          "budget: {run: {units: 500, usd: 5}, day: {units: 900}, month: {usd: 40}}\n"
          "pace: {inFlight: 1, requestsPerMinute: 60000}")


def number(stage, job):
    """A job's run, as the view has it."""
    with connected(stage.store) as connection:
        return str(connection.execute("SELECT max(run_id) FROM runs WHERE job = ?", [job]).fetchone()[0])


class connected:
    """A connection that is closed in the end."""

    def __init__(self, path):
        self.connection = sqlite3.connect(path, isolation_level=None)
        # What is no UTF-8 is part of the game.
        self.connection.text_factory = lambda raw: raw.decode("utf-8", "backslashreplace")

    def __enter__(self):
        return self.connection

    def __exit__(self, *_):
        self.connection.close()


# The damage.

def quoted(name):
    return '"' + name.replace('"', '""') + '"'


class Tables:
    """What a store holds, as its schema tells."""

    def __init__(self, path):
        with connected(path) as connection:
            named = connection.execute("SELECT type, name, sql FROM sqlite_schema ORDER BY name").fetchall()
            self.views = [name for sort, name, _ in named if sort == "view"]
            self.triggers = [(name, sql) for sort, name, sql in named if sort == "trigger"]
            listed = connection.execute(
                "SELECT name, type, wr FROM pragma_table_list WHERE schema = 'main' ORDER BY 1").fetchall()
            self.columns, self.keys, self.parents, self.shadows = {}, {}, {}, set()
            for name, kind, without_rowid in listed:
                if kind not in ("table", "shadow") or name.startswith("sqlite_"):
                    continue
                told = connection.execute("SELECT name, type, pk FROM pragma_table_info(?)", [name]).fetchall()
                key = [column for column, _, place in sorted(told, key=lambda row: row[2]) if place]
                if not connection.execute(f"SELECT 1 FROM {quoted(name)} LIMIT 1").fetchone():
                    continue
                self.columns[name] = [(column, kind) for column, kind, _ in told]
                self.keys[name] = key if without_rowid else ["rowid"]
                self.parents[name] = {column: parent for parent, column in connection.execute(
                    'SELECT "table", "from" FROM pragma_foreign_key_list(?)', [name])}
                if kind == "shadow":
                    self.shadows.add(name)
        self.own = [name for name in self.columns if name not in self.shadows]
        # Some columns only say by their name what they refer to, because a foreign key would be looked up for every image.
        self.named = [(name, column, column[:-3]) for name in self.own for column, _ in self.columns[name]
                      if column.endswith("_id") and column[:-3] in self.own and column[:-3] != name
                      and column not in self.parents[name]]
        for name, column, parent in self.named:
            self.parents[name][column] = parent

    def every(self, which):
        """(table, column, type, value) of each damage of a kind."""
        for table in self.own:
            for column, kind in self.columns[table]:
                if which == "ends" and kind == "INTEGER":
                    yield from ((table, column, kind, value) for value in NUMBERS[:2])
                if which == "references" and column in self.parents[table]:
                    yield from ((table, column, kind, value) for value in (987_654, DELETED))


class Damage:
    """One cell that is damaged; or, for a reference, the row that it names is deleted."""

    def __init__(self, tables, draw, path, told=None):
        self.tables, self.draw, self.told = tables, draw, told
        self.are_checked, self.with_triggers = told is None and draw.random() < 0.4, draw.random() < 0.3
        with connected(path) as self.connection:
            self._choose()
            self.connection.execute("PRAGMA foreign_keys = OFF")
            self.connection.execute(f"PRAGMA ignore_check_constraints = {0 if self.are_checked else 1}")
            if not self.with_triggers:
                for name, _ in tables.triggers:
                    self.connection.execute(f"DROP TRIGGER {quoted(name)}")
            try:
                self.is_everywhere = self._everywhere()
                self.is_done = self.is_everywhere or self._apply()
            except (sqlite3.IntegrityError, sqlite3.OperationalError) as refusal:
                # Strict tables refuse some types, unique indexes some values, checks much.
                self.is_done, self.words = False, f"{self.words}: {refusal}"
            if not self.with_triggers:
                for _, sql in tables.triggers:
                    self.connection.execute(sql)
            self.connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")

    def _choose(self):
        pool = list(self.tables.shadows) if self.draw.random() < 0.03 and self.tables.shadows else self.tables.own
        # By columns, so that a wide table has its share.
        cells = [(name, column, kind) for name in sorted(pool) for column, kind in self.tables.columns[name]]
        self.table, self.column, self.kind = self.told[:3] if self.told else self.draw.choice(cells)
        key = self.tables.keys[self.table]
        names = ", ".join(map(quoted, key))
        rows = self.connection.execute(f"SELECT {names} FROM {quoted(self.table)} ORDER BY {names}").fetchall()
        self.key = self.draw.choice(rows)
        self.where = " AND ".join(f"{quoted(name)} IS ?" for name in key)

    def _everywhere(self):
        """In all rows at once, where that is asked for and the table's keys let it be."""
        if not self.told:
            return False
        self.words = f"{self.table}.{self.column} of all rows: {self.told[3]}"
        try:
            if self.told[3] == DELETED:
                return self._run(f"DELETE FROM {quoted(self.tables.parents[self.table][self.column])}", [])
            return self._run(f"UPDATE {quoted(self.table)} SET {quoted(self.column)} = ?", [self.told[3]])
        except sqlite3.IntegrityError:
            return False

    def _apply(self):
        parent = self.tables.parents[self.table].get(self.column)
        if parent and (self.told[3] == DELETED if self.told else self.draw.random() < 0.4):
            self.words = f"{self.table}.{self.column} of {self.key}: the row of {parent} it names is deleted"
            value = self.connection.execute(
                f"SELECT {quoted(self.column)} FROM {quoted(self.table)} WHERE {self.where}", self.key).fetchone()[0]
            return self._run(f"DELETE FROM {quoted(parent)} WHERE rowid = ?", [value])
        words, value = (str(self.told[3]), ["?", self.told[3]]) if self.told else self._value()
        self.words = f"{self.table}.{self.column} of {self.key} = {words}"
        return self._run(f"UPDATE {quoted(self.table)} SET {quoted(self.column)} = {value[0]} WHERE {self.where}",
                         [*value[1:], *self.key])

    def _run(self, sql, values):
        return self.connection.execute(sql, values).rowcount > 0

    def _value(self):
        """Words about it, and an expression with its parameters."""
        draw = self.draw
        # Mostly of the column's own type: STRICT refuses the others.
        own = {"INTEGER": ["integer"] * 6, "REAL": ["real"] * 4 + ["integer"], "TEXT": ["text"] * 6, "BLOB": ["blob"] * 4}
        sort = draw.choice(own.get(self.kind, ["integer", "text", "blob"])
                           + ["null", "other row", "other row", "integer", "text", "blob"])
        if sort == "null":
            return "NULL", ["NULL"]
        if sort == "integer":
            value = draw.choice(NUMBERS)
            return str(value), ["?", value]
        if sort == "real":
            value = draw.choice([1e308, -1e308, 5e-324, -0.5, 1e16, float("inf"), float("-inf"), 91.5, -181.0])
            return str(value), ["?", value]
        if sort == "other row":
            order = draw.choice(["ASC", "DESC"])
            return "another row's", [f"(SELECT {quoted(self.column)} FROM {quoted(self.table)} ORDER BY 1 {order} LIMIT 1)"]
        if sort == "text":
            words, value = draw.choice(TEXTS)
            return words, ["CAST(? AS TEXT)", value]
        words, value = draw.choice(BLOBS)
        return words, ["?", value]


TEXTS = [("''", b""), ("long text", b"long " * 40_000), ("no UTF-8", b"\xff\xfe\xc0\x80 \xed\xa0\x80"), ("a NUL", b"a\0b"),
         ("control characters", b"\x1b]0;x\x07\x1b[31m\r\n\t\x7f"), ("digits", b"9223372036854775807"),
         ("quotes", b"';--\"`$(x)"), ("a date", b"9999-99-99"), ("a word", b"queued"), ("another word", b"done"),
         ("JSON", b"[[1e999,null],{}]")]
BLOBS = [("x''", b""), ("32 bytes", bytes(range(32))), ("one byte", b"\xff"), ("long bytes", bytes(200_000)),
         ("a slash", b"/"), ("a NUL within", b"a\0/../b/"), ("control characters", b"\x1b[2J/"), ("broken deflate", b"x\x9c\x00\x01"),
         ("YAML", b"job: x\nimages: []\n")]


# What is wrong, by other means than the program's.

def faults(path, sound, tables):
    """(table, row) of each breach of a reference; tables of broken constraints; sums that do not hold."""
    references, constraints, sums = [], set(), []
    with connected(path) as connection:
        references = [(table, row) for table, row, *_ in connection.execute("PRAGMA foreign_key_check")]
        for table, column, parent in tables.named:
            key = tables.keys[table][0]
            lost = [(table, row) for (row,) in connection.execute(
                f"SELECT {quoted(key)} FROM {quoted(table)} WHERE {quoted(column)} IS NOT NULL "
                f"AND {quoted(column)} NOT IN (SELECT {quoted(parent + '_id')} FROM {quoted(parent)}) ORDER BY 1")]
            # Annotations have no number of a row: doctor names their answer, and so of all that lies in an answer.
            if key == "rowid" and parent != "answer":
                references += lost
            elif lost:
                sums.append(f"{table}.{column}")
        for (line,) in connection.execute("PRAGMA integrity_check"):
            for pattern in (r"CHECK constraint failed in (\w+)", r"NULL value in (\w+)\.", r"non-\w+ value in (\w+)\."):
                if found := re.search(pattern, line):
                    constraints.add(found[1])
        for words, sql in ASKED:
            try:
                if connection.execute(sql).fetchone()[0] > sound.get(words, 0):
                    sums.append(words)
            except sqlite3.OperationalError:
                pass
    return references, constraints, sums


def count_questions(path):
    with connected(path) as connection:
        return {words: connection.execute(sql).fetchone()[0] for words, sql in ASKED}


# The commands, and what is asked of them.

class Case:
    """One damaged store."""

    def __init__(self, fuzz, case):
        self.fuzz, self.stage = fuzz, fuzz.stage
        self.draw = random.Random(f"{fuzz.seed} {case}")
        for name in ("cairn.db-wal", "cairn.db-shm"):
            (self.stage.folder / name).unlink(missing_ok=True)
        self.stage.store.write_bytes(fuzz.whole)
        self.damage = Damage(fuzz.tables, self.draw, self.stage.store, fuzz.every[case] if fuzz.every else None)

    def play(self):
        if not self.damage.is_done:
            return
        self.bytes = self.stage.store.read_bytes()
        self.is_told = False
        self._doctor()
        draw = self.draw
        chosen = draw.sample(sorted(READING), 2) + draw.sample(sorted(WRITING), 1)
        chosen += ["work"] if draw.random() < 0.35 else []
        for word in ["status", "quota", "work"] if self.fuzz.every else chosen:
            self._command(word)
        if self.is_told and self.doctor.returncode != 3:
            raise Broken(f"a command says that the store is damaged, and doctor does not: {self.last}")

    def _doctor(self):
        references, constraints, sums = faults(self.stage.store, self.fuzz.sound, self.fuzz.tables)
        self.doctor = self._run("doctor")
        said = self.doctor.stdout + self.doctor.stderr
        if self.doctor.returncode not in (0, 3):
            raise Broken(f"doctor: exit {self.doctor.returncode}: {said[-500:]}")
        if (references or constraints or sums) and self.doctor.returncode != 3:
            raise Broken(f"doctor finds nothing: {references[:3]} {constraints} {sums}")
        for table, row in references[:3]:
            if table not in said or row is not None and f"row {row} of {table}" not in said:
                raise Broken(f"doctor does not name row {row} of {table}, a reference to nothing: {said[-900:]}")
        for table in constraints:
            row = self.damage.key[0] if table == self.damage.table and len(self.damage.key) == 1 else None
            # The damage may be the row's number itself; of many rows doctor names the first.
            if row is not None and (self.damage.column.endswith("_id") or self.damage.is_everywhere):
                row = ""
            if f"row {row if row is not None else ''}" not in said or f" of {table}" not in said:
                raise Broken(f"doctor does not name the row of {table} that breaks a constraint: {said[-900:]}")
        self._leaves_all(self.doctor)

    def _run(self, *words):
        self.fuzz.commands += 1
        self.last = f"cairn {' '.join(words)}"
        try:
            ended = subprocess.run(
                [str(self.stage.program), *words], cwd=self.stage.folder, stdin=subprocess.DEVNULL, capture_output=True,
                timeout=LIMIT, env=self.fuzz.environment, text=True, errors="backslashreplace")
        except subprocess.TimeoutExpired as late:
            raise Broken(f"`{self.last}` still runs after {LIMIT} s: {(late.stderr or b'')[-500:]}") from None
        self.fuzz.exits[words[0], ended.returncode] += 1
        for line in ended.stderr.splitlines()[-1:] if ended.returncode else []:
            self.fuzz.sentences[words[0], ended.returncode, re.sub(r"\d+|/\S+", "N", line)[:150]] += 1
        if ended.returncode < 0:
            raise Broken(f"`{self.last}` died of signal {-ended.returncode}: {ended.stderr[-500:]}")
        if ended.returncode not in CODES:
            raise Broken(f"`{self.last}`: exit {ended.returncode}: {ended.stderr[-500:]}")
        if ended.returncode == 3 and words[0] != "doctor":
            # A store whose row of the job is gone has never seen it: nothing is asked again without a word from the user.
            if "is damaged" in ended.stderr:
                self.is_told = True
            elif " has never seen job " not in ended.stderr:
                raise Broken(f"`{self.last}`: exit 3, and no word of damage: {ended.stderr[-500:]}")
        if ended.returncode != 0 and not (ended.stderr + ended.stdout).strip():
            raise Broken(f"`{self.last}`: exit {ended.returncode} and not a word")
        return ended

    def _command(self, word):
        words = (READING | WRITING)[word](self.fuzz, self.draw)
        ended = self._run(*words)
        if word in READING:
            self._leaves_all(ended)
        if "--json" in words and ended.returncode == 0:
            try:
                value = json.loads(ended.stdout, parse_constant=lambda text: self._breach(f"{text} in JSON"))
            except ValueError as error:
                raise Broken(f"`{self.last}`: no JSON: {error}") from None
            if words[0] in ("status", "quota"):
                self._is_positive(value)
        elif words[0] in ("status", "quota") and word in READING and ended.returncode == 0 and re.search(
                r"-\$|-[\d,]+ (to|of|unit)|units? .*-\d+ (to|of)", ended.stdout):
            raise Broken(f"`{self.last}`: a negative figure: {ended.stdout[-900:]}")

    def _breach(self, words):
        raise Broken(f"`{self.last}`: {words}")

    def _is_positive(self, value, name=""):
        if isinstance(value, dict):
            for key, inner in value.items():
                self._is_positive(inner, key)
        elif isinstance(value, list):
            for inner in value:
                self._is_positive(inner, name)
        elif isinstance(value, (int, float)) and value < 0 and name not in ("priority", "run_id"):
            raise Broken(f"`{self.last}`: {name} is {value}")

    def _leaves_all(self, ended):
        """What reads changes nothing; but for what mends the damage."""
        log = self.stage.folder / "cairn.db-wal"
        if self.stage.store.read_bytes() == self.bytes and (not log.exists() or log.stat().st_size == 0):
            return
        now = dump(self.stage.store)
        if now != self.fuzz.dump:
            before = self.stage.folder / "before.db"
            before.write_bytes(self.bytes)
            old = dump(before)
            if not all(set(rows) <= set(old[name]) | set(self.fuzz.dump[name]) and len(rows) >= len(old[name])
                       for name, rows in now.items()):
                raise Broken(f"`{self.last}` only reads, and has changed the store")
        self.bytes = self.stage.store.read_bytes()


def dump(path):
    with connected(path) as connection:
        names = [name for (name,) in connection.execute(
            "SELECT name FROM sqlite_schema WHERE type = 'table' AND rootpage > 0 ORDER BY 1")]
        return {name: connection.execute(f"SELECT * FROM {quoted(name)}").fetchall() for name in names}


def some_run(fuzz, draw):
    return draw.choice(fuzz.runs)


READING = {
    "status": lambda fuzz, draw: ["status"],
    "status RUN": lambda fuzz, draw: ["status", some_run(fuzz, draw)],
    "status --json": lambda fuzz, draw: ["status", "--json"],
    "status --prometheus": lambda fuzz, draw: ["status", "--prometheus", "-"],
    "quota": lambda fuzz, draw: ["quota"],
    "quota --json": lambda fuzz, draw: ["quota", "--json"],
    "query": lambda fuzz, draw: ["query", f"select * from {draw.choice(fuzz.tables.views)}"]
    + draw.choice([["--json"], ["--format", "csv"], ["--format", "ndjson"], ["--format", "geojson"], ["--format", "table"]]),
}
WRITING = {
    "work": lambda fuzz, draw: ["work"],
    "work --run": lambda fuzz, draw: ["work", "--run", some_run(fuzz, draw)],
    "retry": lambda fuzz, draw: ["retry", some_run(fuzz, draw)],
    "cancel": lambda fuzz, draw: ["cancel", some_run(fuzz, draw)],
    "pause": lambda fuzz, draw: ["pause", some_run(fuzz, draw)],
    "resume": lambda fuzz, draw: ["resume", some_run(fuzz, draw)],
    "prioritize": lambda fuzz, draw: ["prioritize", some_run(fuzz, draw), "--priority", str(draw.randint(0, 100))],
    "results": lambda fuzz, draw: ["results", "reparse"],
    "run": lambda fuzz, draw: ["run", draw.choice(["own.yaml", "asked.yaml", "killed.yaml"])],
    "submit": lambda fuzz, draw: ["submit", draw.choice(["own.yaml", "asked.yaml", "cancelled.yaml"])],
    "quota set": lambda fuzz, draw: ["quota", "set", "--new-account", "--account", "project", "--month-units", "5000"],
    "quota settle": lambda fuzz, draw: ["quota", "settle", "--account", "project",
                                        draw.choice(["--billed", "--not-billed"])],
}


class Fuzz:
    """The cases of one seed."""

    def __init__(self, options, peer, home):
        self.seed, self.keep = options.seed, options.keep
        self.stage = make_template(pathlib.Path(options.cairn).resolve(), peer, home)
        self.environment = {"PATH": "/usr/bin:/bin", "HOME": str(home), "LANG": "C.UTF-8", "KEY": "key",
                            "CAIRN_LITERT": str(ROOT / ".deps/litert/libLiteRt.so")}
        self.whole = self.stage.store.read_bytes()
        self.tables, self.dump = Tables(self.stage.store), dump(self.stage.store)
        self.sound = count_questions(self.stage.store)
        with connected(self.stage.store) as connection:
            self.runs = [str(run) for (run,) in connection.execute("SELECT run_id FROM runs ORDER BY 1")]
        self.every = None if options.which == "cells" else list(self.tables.every(options.which))
        self.which, self.last = options.which, options.first + options.count
        if self.every:
            self.last = min(self.last, len(self.every))
        self.commands, self.exits, self.sentences, self.breaches = 0, collections.Counter(), collections.Counter(), 0
        self.done, self.refused, self.checked, self.found = 0, 0, 0, 0

    def play(self, case):
        one = Case(self, case)
        if not one.damage.is_done:
            self.refused += 1
            return
        self.done += 1
        self.checked += one.damage.are_checked
        try:
            one.play()
            self.found += one.doctor.returncode == 3
        except Broken as breach:
            self.breaches += 1
            print(f"BREACH: stores.py --which {self.which} --seed {self.seed} --first {case} --count 1: {one.damage.words}"
                  f"{' (checks respected)' if one.damage.are_checked else ''}: {breach}", flush=True)
            if self.keep:
                pathlib.Path(self.keep).mkdir(parents=True, exist_ok=True)
                shutil.copy(self.stage.store, pathlib.Path(self.keep) / f"{self.seed}-{case}.db")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--cairn", required=True, help="the program")
    parser.add_argument("--which", choices=["cells", "ends", "references"], default="cells")
    parser.add_argument("--count", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--keep", help="a folder for the stores of breaches")
    parser.add_argument("--tell", action="store_true", help="what commands that failed said last, and how often")
    options = parser.parse_args()
    home, began = pathlib.Path(tempfile.mkdtemp(prefix="cairn-fuzz-")), time.monotonic()
    peer = Peer(home, "--canned")
    try:
        fuzz = Fuzz(options, peer, home)
        for case in range(options.first, fuzz.last):
            fuzz.play(case)
    except KeyboardInterrupt:
        fuzz.last = case
    finally:
        peer.close()
        shutil.rmtree(home, ignore_errors=True)
    for (verb, code, sentence), count in sorted(fuzz.sentences.items()) if options.tell else []:
        print(f"{count:6} {verb} {code}: {sentence}")
    exits = []
    for verb in sorted({verb for verb, _ in fuzz.exits}):
        codes = [f"{code}:{fuzz.exits[verb, code]}" for code in sorted(CODES) if fuzz.exits[verb, code]]
        exits.append(f"{verb} {' '.join(codes)}")
    print(f"stores, {options.which}: seed {options.seed}, cases {options.first} to {fuzz.last - 1}: {fuzz.done} damaged "
          f"({fuzz.checked} within the checks), {fuzz.refused} refused by SQLite, {fuzz.found} found by doctor, "
          f"{fuzz.commands} commands ({', '.join(exits)}), {fuzz.breaches} breaches, {time.monotonic() - began:.0f} s")
    sys.exit(1 if fuzz.breaches else 0)


if __name__ == "__main__":
    main()
