"""kill -9 while another program edits the metadata of the job's files: in place, and by new files that take their names.

A picture is one image whatever its files say beside it, so that no edit is a reason to fail, to ask or to bill.
"""

import os
import random
import threading

import tags
from kills import Story, run_all
from stage import Broken, Stage

EDITS_A_SECOND = 400


class TaggedStage(Stage):
    """A folder whose pictures say this and that beside what they show."""

    def __init__(self, *words):
        super().__init__(*words)
        self.plain, self.lock = {}, threading.Lock()

    def write_picture(self, path, content):
        super().write_picture(path, content)
        with self.lock:
            self.plain[path] = content


class Editor(threading.Thread):
    """Edits the metadata of one file after another, until it is told to end."""

    def __init__(self, stage, seed):
        super().__init__(daemon=True)
        self.stage, self.random, self.ended = stage, random.Random(seed), threading.Event()
        self.renamed = self.in_place = 0
        self.problem = None

    def run(self):
        try:
            while not self.ended.wait(self.random.random() * 2 / EDITS_A_SECOND):
                self.edit()
        except Exception as problem:
            self.problem = problem

    def end(self):
        self.ended.set()
        self.join()
        if self.problem:
            raise self.problem

    def edit(self):
        with self.stage.lock:
            path, plain = self.random.choice(list(self.stage.plain.items()))
        is_tagged = path.stat().st_size > len(plain)
        if is_tagged and self.random.random() < 0.5:
            return self.edit_in_place(path)
        said = tags.Tags(f"edit {self.random.randrange(1 << 30)}", 1, self.random.randrange(6), self.date(),
                         self.random.choice([None, (48.5, 11.5)]), self.random.randrange(8), self.random.random() < 0.5)
        new = self.stage.folder / "new.jpg"
        new.write_bytes(tags.tagged(plain, said))
        new.rename(path)
        self.renamed += 1

    def date(self):
        return f"{self.random.randrange(2000, 2026)}:01:31 12:00:00"

    def edit_in_place(self, path):
        """One call writes over what was there, so that a reader sees the old date or the new one, or some of both."""
        content = path.read_bytes()
        place = content.find(b":01:31 12:00:00") - 4
        if place < 0:
            return
        descriptor = os.open(path, os.O_WRONLY)
        try:
            os.pwrite(descriptor, self.date().encode(), place)
        finally:
            os.close(descriptor)
        self.in_place += 1


class Retagging(Story):
    """The story of kills.py, with files that are edited all the time."""

    stage_type = TaggedStage

    def __init__(self, program, peer, home, seed, kills):
        super().__init__(program, peer, home, seed, kills, clocks=False, jumps=False, local=False)
        self.editor = Editor(self.stage, seed)

    def tell(self):
        try:
            figures = super().tell()
        finally:
            self.editor.ended.set()
        return figures | {"edits in place": self.editor.in_place, "edits by rename": self.editor.renamed}

    def _begin(self):
        super()._begin()
        self.editor.start()

    def _feed(self):
        super()._feed()
        self._check_pictures()

    def _check_pictures(self):
        self.books.expect_none([
            ("images that are no pictures", "SELECT count(*) FROM image WHERE kind <> 0 OR turn <> 1"),
            ("tasks failed because their file changed", "SELECT count(*) FROM task WHERE kind = 'changed'"),
            ("tasks queued because bytes changed", "SELECT count(*) FROM task WHERE reason = 'bytes_changed'"),
            ("names that were replaced", "SELECT count(*) FROM path WHERE replaced_at IS NOT NULL"),
            ("images removed from the selection", "SELECT count(*) FROM job_image WHERE until_submission IS NOT NULL"),
        ])
        if (count := self.books.number("SELECT count(*) FROM image")) > self.stage.count:
            raise Broken(f"{count} images of {self.stage.count} pictures")

    def _finish(self):
        super()._finish()
        self.editor.end()
        metered = self.stage.peer.counts().total()
        self.stage.cairn("submit", "job.yaml", exits=[0])
        self.stage.cairn("work", exits=[0])
        self._check_pictures()
        if self.stage.peer.counts().total() != metered:
            raise Broken("what was known was asked again for its metadata")
        self._check_contents()
        self.books.check()
        self.stage.cairn("doctor", exits=[0])

    def _check_contents(self):
        shown = dict(self.books.rows("SELECT name, content_digest FROM image_paths"))
        for path, plain in self.stage.plain.items():
            wanted = tags.content_digest(path.read_bytes(), plain)
            if shown.get(path.name) != wanted:
                raise Broken(f"{path}: the content digest is {wanted}, the store has {shown.get(path.name)}")


def run(program, peer, home, seed, kills, in_store, say):
    return run_all(lambda seed, kills: Retagging(program, peer, home, seed, kills), seed, kills, in_store, say)
