"""A job whose machine has answered what a test says: a store that the program made, with other answers put into it."""

import json
import pathlib
import shutil
import sqlite3
import struct
import subprocess
import zlib

ROOT = pathlib.Path(__file__).resolve().parents[2]
# The numbers that the store has for features and for kinds of annotations.
FEATURES = {"LABEL_DETECTION": 3, "DOCUMENT_TEXT_DETECTION": 9, "OBJECT_LOCALIZATION": 11}
KINDS = {"LABEL_DETECTION": 0, "DOCUMENT_TEXT_DETECTION": 5, "OBJECT_LOCALIZATION": 4}
MANIFEST = """job: j
store: cairn.db
images: [{folder: pictures}]
backend: {kind: tflite, model: scenes.tflite}
"""


def png(number, width, height):
    """A picture unlike those of other numbers."""
    rows = b"".join(b"\0" + bytes((number * 7 + x * 3 + y * 5) % 256 for x in range(width)) for y in range(height))
    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0))
            + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b""))


class Job:
    """Some pictures, and a store in which each has an answer without annotations to each of the features."""

    def __init__(self, program, folder, count, features, size=(40, 30), files=None, manifest=MANIFEST):
        """`files`: names below `pictures` with their bytes, in the place of `count` pictures."""
        self.program, self.folder = program, folder
        (folder / "pictures").mkdir(parents=True)
        for name, content in (files or {f"{number:02}.png": png(number, *size) for number in range(count)}).items():
            (folder / "pictures" / name).parent.mkdir(exist_ok=True)
            (folder / "pictures" / name).write_bytes(content)
        shutil.copy(ROOT / "Jobs/demo/scenes.tflite", folder)
        (folder / "j.yaml").write_text(manifest)
        self.cairn("run", "j.yaml")
        with sqlite3.connect(folder / "cairn.db") as base:
            base.execute("DELETE FROM annotation")
            for feature in features:
                if feature == "LABEL_DETECTION":
                    continue
                recipe = base.execute("INSERT INTO recipe (digest, backend, model, feature, parameters, preparation)"
                                      " VALUES (randomblob(32), 'tflite', 'm', ?, '{}', '{}')", [feature]).lastrowid
                base.execute("INSERT INTO recipe_set_member VALUES (1, ?)", [recipe])
                base.execute("INSERT INTO job_recipe VALUES (1, ?, 1, 1, NULL, 0, ?)", [recipe, 1 << FEATURES[feature]])
                base.execute("INSERT INTO answer (image_id, recipe_id, generation, is_newest, run_id, attempt_id, annotated_at)"
                             " SELECT image_id, ?, 1, 1, run_id, attempt_id, 1 FROM answer WHERE recipe_id = 1", [recipe])

    def cairn(self, *words, text=None):
        """Runs the program, which must succeed; answers what it wrote."""
        ended = subprocess.run([self.program, *words], cwd=self.folder, input=text, capture_output=True, text=True)
        if ended.returncode != 0:
            raise SystemExit(f"cairn {' '.join(words)} ends with {ended.returncode}: {ended.stderr}")
        return ended.stdout

    def answer(self, feature, answers):
        """Puts annotations in the place of a feature's; by picture: descriptions, scores and boxes."""
        with sqlite3.connect(self.folder / "cairn.db") as base:
            kind = KINDS[feature]
            base.execute("DELETE FROM annotation_more WHERE (answer_id, place) IN (SELECT answer_id, place FROM annotation WHERE kind = ?)", [kind])
            base.execute("DELETE FROM annotation WHERE kind = ?", [kind])
            if kind == 5:
                base.execute("DELETE FROM texts_fts")
            for name, found in answers.items():
                (answer,) = base.execute(
                    "SELECT r.answer_id FROM answer AS r JOIN recipe AS c USING (recipe_id) JOIN path AS p USING (image_id)"
                    " WHERE c.feature = ? AND c.backend = 'tflite' AND p.path = ?", [feature, f"pictures/{name}"]).fetchone()
                for place, (description, score, box) in enumerate(found):
                    self.insert(base, kind, answer, place, description, score, box)

    def insert(self, base, kind, answer, place, description, score, box):
        base.execute("INSERT OR IGNORE INTO term (description) VALUES (?)", [description])
        (term,) = base.execute("SELECT term_id FROM term WHERE description = ? AND mid IS NULL", [description]).fetchone()
        base.execute("INSERT INTO annotation VALUES (?, ?, ?, ?, NULL, ?, NULL)", [answer, place, term, kind, score])
        if kind == 5:
            base.execute("INSERT INTO annotation_more (answer_id, place, level, text) VALUES (?, ?, 'paragraph', ?)",
                         [answer, place, description])
            base.execute("INSERT INTO texts_fts (rowid, text) VALUES (?, ?)", [answer << 20 | place, description])
        if box:
            (x, y, w, h) = box
            corners = json.dumps([[x, y], [x + w, y], [x + w, y + h], [x, y + h]])
            base.execute("INSERT INTO annotation_more (answer_id, place, x_min, y_min, x_max, y_max, polygon)"
                         " VALUES (?, ?, ?, ?, ?, ?, ?)", [answer, place, x, y, x + w, y + h, corners])

    def evaluate(self, *words):
        return json.loads(self.cairn("evaluate", "j", "--json", *words))

    def rows(self, sql):
        return json.loads(self.cairn("query", sql, "--json"))


def same(what, ours, theirs, tolerance=1e-9):
    """Two numbers, or no number for each of both."""
    if (ours is None) != (theirs is None) or ours is not None and abs(ours - theirs) > tolerance:
        raise SystemExit(f"{what}: {ours} here, {theirs} there")
