"""Reads the views of a store in the model's own shapes. No row numbers leave this file."""

import json
import sqlite3
from collections import Counter

from pictures import DIGESTS

IMAGES = "SELECT image_id, CASE typeof(sha256) WHEN 'blob' THEN lower(hex(sha256)) ELSE lower(sha256) END FROM images"
RECIPES = "SELECT recipe_id, feature, model, model_version, parameters FROM recipes"


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
            self.images = {row[0]: DIGESTS.get(row[1], row[1]) for row in self.rows(IMAGES)}
            self.recipes = {number: (feature, most_of(parameters), next(
                (each for each in (model, version) if each and each.startswith("builtin/")), model))
                for number, feature, model, version, parameters in self.rows(RECIPES)}
            for name in ("jobs", "job_images", "failures", "runs", "tasks", "labels", "landmarks", "answers", "labels_history",
                         "image_paths"):
                try:
                    views[name] = getattr(self, name)()
                except sqlite3.OperationalError as error:
                    self.problems.append(f"{name}: {error}")
        except sqlite3.OperationalError as error:
            self.problems.append(str(error))
        finally:
            self.connection.close()
        return views

    def rows(self, sql):
        return self.connection.execute(sql).fetchall()

    def unique(self, view, pairs):
        found = {}
        for key, value in pairs:
            if key in found:
                self.problems.append(f"{view}: two rows of {key}: {found[key]} and {value}")
            found[key] = value
        return found

    def jobs(self):
        return self.unique("jobs", ((row[0], row[1:]) for row in self.rows(
            "SELECT job, images, answered, failing, queued, missing FROM jobs")))

    def job_images(self):
        return self.unique("job_images", (((job, self.images[image]), (path, state, bool(is_missing)))
                                          for job, image, path, state, is_missing in self.rows(
            "SELECT job, image_id, path, state, missing_at IS NOT NULL FROM job_images")))

    def failures(self):
        return self.unique("failures", (((job, None if image is None else self.images[image], path), (kind, bool(is_missing)))
                                        for job, image, path, kind, is_missing in self.rows(
            "SELECT job, image_id, path, kind, missing_at IS NOT NULL FROM failures")))

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
        rows = self.rows("SELECT run_id, job, image_id, state, reason, attempts FROM tasks ORDER BY run_id, task_id")
        for run, job, image, state, reason, attempts in rows:
            newest[job] = run
            self.all_tasks[run, job, self.images[image]] = (state, attempts)
            found.append((run, (job, self.images[image]), (state, reason)))
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

    def image_paths(self):
        return Counter((path, self.images[image], None if is_replaced else bool(is_missing), bool(is_replaced))
                       for path, image, is_missing, is_replaced in self.rows(
            # Names that could not be read yet have no image; they are told as failures.
            "SELECT path, image_id, missing_at IS NOT NULL, replaced_at IS NOT NULL FROM image_paths "
            "WHERE image_id IS NOT NULL"))
