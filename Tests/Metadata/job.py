"""One store and the jobs over it, the stand-in Vision service with its meter, and what the views say of each file."""

import contextlib
import json
import pathlib
import shutil
import sqlite3
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "Torture"))

from stage import Peer, Stage  # noqa: E402

# A name that holds another image now has a row for each image; the newest is the one without replaced_at.
NAMES = """
SELECT p.path, p.image_id, p.content_digest, p.orientation AS name_orientation, p.taken_at, p.camera_latitude,
       p.camera_longitude, p.bytes, i.kind, i.digest, i.page, i.turn,
       (SELECT count(*) FROM image_paths AS every WHERE every.path = p.path) AS images_held
FROM image_paths AS p JOIN images AS i USING (image_id) WHERE p.replaced_at IS NULL AND p.path LIKE ? || '/%'
"""
LABELS = "SELECT image_id, annotation_id, description, score, rank FROM labels WHERE job = ? ORDER BY annotation_id"
STATES = "SELECT image_id, state FROM job_images WHERE job = ?"
FAILURES = "SELECT path, kind, message FROM failures WHERE job = ?"


class Desk:
    """One store, and the service that bills it."""

    def __init__(self, program, home):
        self.peer = Peer(home, "--turned")
        self.stage = Stage(program, self.peer, home, "desk")
        self.folder = self.stage.folder
        self.known = self.folder / "known.db"

    def run(self, folder, job=None, metadata="strip"):
        """Runs a job over the files of a folder and returns the units that it was billed, by the service's meter."""
        job = job or folder
        manifest = {
            "job": job, "images": [{"glob": f"{folder}/*"}],
            "features": [{"type": "LABEL_DETECTION", "maxResults": 3}],
            "backend": {"kind": "vision", "account": "project", "endpoint": f"http://127.0.0.1:{self.peer.port}",
                        "auth": {"apiKey": "env:KEY"}},
            "prepare": {"fit": "original", "metadata": metadata}, "retry": {"attempts": 2, "base": "1ms", "cap": "5ms"}}
        (self.folder / f"{job}.yaml").write_text(json.dumps(manifest))
        before = self.units()
        # 1: some image failed. Which ones is in the views.
        self.said = self.stage.cairn("run", "--accept-again", "--accept-removed", f"{job}.yaml", exits=(0, 1)).said()
        return self.units() - before

    def units(self):
        return sum(self.peer.counts().values())

    def remember(self):
        """Keeps the store as it is now."""
        with contextlib.closing(sqlite3.connect(self.stage.store)) as store:
            store.execute("VACUUM INTO ?", (str(self.known),))

    def go_back(self):
        """Puts the store back that was remembered, so that what a run is billed does not depend on the runs before it."""
        for path in self.folder.glob(f"{self.stage.store.name}*"):
            path.unlink()
        shutil.copyfile(self.known, self.stage.store)

    def rows(self, sql, *values):
        with contextlib.closing(sqlite3.connect(self.stage.store)) as store:
            store.row_factory = sqlite3.Row
            return store.execute(sql, values).fetchall()

    def newest_image(self):
        return self.rows("SELECT max(image_id) AS newest FROM images")[0]["newest"]

    def close(self):
        self.peer.close()


class Shown:
    """What the views say of a folder's files and of the images that they hold."""

    def __init__(self, desk, folder):
        self.names = {pathlib.PurePath(row["path"]).name: dict(row) for row in desk.rows(NAMES, folder)}
        self.states = {row["image_id"]: row["state"] for row in desk.rows(STATES, folder)}
        self.failures = {pathlib.PurePath(row["path"]).name: f"{row['kind']}: {row['message']}"
                         for row in desk.rows(FAILURES, folder)}
        self.labels = {}
        for image, *row in desk.rows(LABELS, folder):
            self.labels.setdefault(image, []).append(tuple(row))
