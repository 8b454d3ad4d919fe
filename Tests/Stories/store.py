"""Reads the views of a store in the model's own shapes. No row numbers leave this file."""

import json
import sqlite3
from collections import Counter

from model import Name, Picture, Whole
from pictures import FILES, PICTURES

FACTS = "content_digest, orientation, taken_at, camera_latitude, camera_longitude, bytes"
RECIPES = "SELECT recipe_id, feature, model, model_version, parameters, preparation FROM recipes"


def most_of(parameters):
    """maxResults, wherever the parameters have it."""
    value = json.loads(parameters) if parameters else {}
    found = [value]
    while found:
        one = found.pop()
        if isinstance(one, dict):
            if "maxResults" in one:
                return one["maxResults"]
            found += one.values()
    return None


def rounded(value):
    return round(value, 5) if isinstance(value, float) else value


class Store:
    def __init__(self, path):
        self.path = path
        self.problems = []

    def read(self):
        """Each view as {key: value} or a Counter of rows; a view that cannot be read is told in `problems` and left out."""
        self.problems, self.generations, views = [], {}, {}
        if not self.path.exists():
            return views
        self.connection = sqlite3.connect(self.path, timeout=30, isolation_level=None)
        self.connection.execute("PRAGMA query_only = 1")
        try:
            self.connection.execute("BEGIN")
            self.run_ids = self.numbered_runs()
            self.images = {number: self.image(*row) for number, *row in self.rows(
                "SELECT image_id, kind, digest, turn FROM images")}
            self.recipes = {number: (feature, most_of(parameters), next(
                (each for each in (model, version) if each and each.startswith("builtin/")), model),
                json.loads(preparation)["metadata"] == "keep")
                for number, feature, model, version, parameters, preparation in self.rows(RECIPES)}
            self.missing_names = dict(self.names())
            for name in ("jobs", "job_images", "failures", "runs", "tasks", "labels", "landmarks", "answers", "labels_history",
                         "image_paths"):
                try:
                    views[name] = getattr(self, name)()
                except sqlite3.OperationalError as error:
                    self.problems.append(f"{name}: {error}")
            views["images"] = self.unique("images", self.images_shown())
        except sqlite3.OperationalError as error:
            self.problems.append(str(error))
        finally:
            self.connection.close()
        return views

    def rows(self, sql):
        return self.connection.execute(sql).fetchall()

    @staticmethod
    def image(kind, digest, turn):
        if kind == "picture" and digest in PICTURES:
            return Picture(PICTURES[digest], turn)
        return Whole(FILES[digest], turn) if kind == "file" and digest in FILES else (kind, digest, turn)

    def names(self):
        """Whether each name is missing. Views do not tell how a name is read, so the tables are asked."""
        for path, code, is_missing in self.rows(
                "SELECT p.path, f.reading, p.missing_at IS NOT NULL FROM path AS p JOIN folder AS f USING (folder_id) "
                "WHERE p.image_id IS NOT NULL AND p.replaced_at IS NULL"):
            yield (path, code), bool(is_missing)

    def unique(self, view, pairs):
        found = {}
        for key, value in pairs:
            if key in found:
                self.problems.append(f"{view}: two rows of {key}: {found[key]} and {value}")
            found[key] = value
        return found

    def jobs(self):
        return self.unique("jobs", ((row[0], row[1:]) for row in self.rows(
            # A source that cannot be searched fails, too, and is not a name.
            "SELECT job, images, answered, failing - (SELECT count(*) FROM failures AS f WHERE f.job = jobs.job "
            "AND f.image_id IS NULL AND f.path NOT IN (SELECT path FROM image_paths)), queued, missing FROM jobs")))

    def job_images(self):
        return self.unique("job_images", (((job, self.images[image]), (path, state, bool(is_missing)))
                                          for job, image, path, state, is_missing in self.rows(
            "SELECT job, image_id, path, state, missing_at IS NOT NULL FROM job_images")))

    def failures(self):
        return self.unique("failures", (((job, None if image is None else self.images[image], path), (kind, bool(is_missing)))
                                        for job, image, path, kind, is_missing in self.rows(
            # A source that cannot be searched is not a name.
            "SELECT job, image_id, path, kind, missing_at IS NOT NULL FROM failures "
            "WHERE image_id IS NOT NULL OR path IN (SELECT path FROM image_paths)")))

    def runs(self):
        """By job and place among the job's runs."""
        keys = {run: key for key, run in self.run_ids.items()}
        return {keys[run]: values for run, *values in self.rows(
            "SELECT run_id, total, done, failed, queued, cancelled, state, units_settled, units_uncertain FROM runs")}

    def numbered_runs(self):
        numbers, found = Counter(), {}
        for run, job in self.rows("SELECT run_id, job FROM runs ORDER BY run_id"):
            found[job, numbers[job]] = run
            numbers[job] += 1
        return found

    def tasks(self):
        """Of each job's newest run."""
        self.all_tasks, newest, found = {}, {}, []
        rows = self.rows("SELECT run_id, job, image_id, state, reason, reason_from, attempts FROM tasks ORDER BY run_id, task_id")
        for run, job, image, state, reason, before, attempts in rows:
            newest[job] = run
            self.all_tasks[run, job, self.images[image]] = (state, attempts)
            found.append((run, (job, self.images[image]), (state, reason, before)))
        return self.unique("tasks", ((key, value) for run, key, value in found if run == newest[key[0]]))

    def labels(self):
        return self.annotations("labels", "description, mid, score, rank")

    def landmarks(self):
        return self.annotations("landmarks", "description, rank, latitude, longitude")

    def annotations(self, view, columns):
        # Python rounds, on both sides: SQLite's round() takes another way at ties.
        return Counter((job, self.images[image], path, bool(is_missing), self.recipes[recipe], *map(rounded, row))
                       for job, image, path, is_missing, recipe, *row in self.rows(
            f"SELECT job, image_id, path, missing_at IS NOT NULL, recipe_id, {columns} FROM {view}"))

    def answers(self):
        rows = self.rows("SELECT image_id, recipe_id, generation, is_newest FROM answers")
        return self.by_generation("answers", ((*key, bool(is_newest)) for *key, is_newest in rows))

    def labels_history(self):
        return self.by_generation("labels_history", self.rows(
            "SELECT h.image_id, h.recipe_id, a.generation, count(*) FROM labels_history AS h JOIN answers AS a "
            "ON a.answer_id = h.annotation_id >> 20 GROUP BY 1, 2, 3"), base=self.generations)

    def by_generation(self, view, rows, base=None):
        """Generations count from 0, whatever number the store gives the first."""
        rows = [((self.images[image], self.recipes[recipe]), generation, value)
                for image, recipe, generation, value in rows]
        if base is None:
            base = self.generations = {}
            for key, generation, _ in rows:
                base.setdefault(key, []).append(generation)
        return self.unique(view, (((*key, sorted(base.get(key, [generation])).index(generation)), value)
                                  for key, generation, value in rows))

    def images_shown(self):
        for number, page, form, width, height, path, *facts in self.rows(
                f"SELECT image_id, page, format, width, height, path, {FACTS} FROM images"):
            yield self.images[number], (page, form, width, height, (path, *facts))

    def image_paths(self):
        return Counter((path, self.images[image], None if is_replaced else bool(is_missing), bool(is_replaced), *facts)
                       for path, image, is_missing, is_replaced, *facts in self.rows(
            # Names that could not be read yet have no image; they are told as failures.
            f"SELECT path, image_id, missing_at IS NOT NULL, replaced_at IS NOT NULL, {FACTS} FROM image_paths "
            "WHERE image_id IS NOT NULL"))
