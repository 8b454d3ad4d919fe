"""Stories: random steps of one seed on a folder of pictures and one store, with the model's views beside the program's.

    stories.py [--stories 200] [--seed N] [--program PATH] [--keep-going] [--no-compare] [--tell]

Story number i of seed N has the seed N + i: `--stories 1 --seed THAT` tells it again.
"""

import argparse
import json
import os
import pathlib
import random
import re
import shutil
import signal
import subprocess
import sys
import time
from collections import Counter
from dataclasses import dataclass, replace

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "Torture"))

from model import Anything, Manifest, Mismatch, Model, Picture, Reading, image_of, walk_order  # noqa: E402
from pictures import BAD, COUNT, File, shown_rows  # noqa: E402
from shims import clock  # noqa: E402
from stage import ROOT, Peer, find_program, scratch  # noqa: E402
from store import Store  # noqa: E402

NAMES = [f"{letter}.jpg" for letter in "abcdefgh"]
FOLDERS = ["p", "p/sub", "q"]
SOURCES = [
    (("folder", "p"),), (("glob", "p/*.jpg"),), (("glob", "p/**/*.jpg"),), (("folder", "p"), ("folder", "q")),
    (("folder", "q"), ("glob", "p/**/*.jpg")), (("glob", "p/*.jpg"), ("list", None)), (("list", None), ("folder", "q"))]
EXCLUDES = [(), (), ("**/sub/**",), ("p/a*",), ("**/b.jpg", "q/c*")]
# (orientation, degrees) of the first source and of the second.
EXIF = (0, 0)
READINGS = [(EXIF, EXIF), (EXIF, EXIF), ((1, 0), (1, 0)), ((6, 0), (6, 0)), ((0, 90), (0, 90)), (EXIF, (6, 0)), (EXIF, (0, 180)),
            ((1, 90), EXIF), ((0, 270), (5, 0))]
ORIENTATIONS = [1, 1, 6, 6, 3, 8, 2, 5]
# However many pictures change: what is refused otherwise has tests of its own.
ACCEPT = ("--accept-again", "--accept-removed")
OUT_OF_DATE = 2  # what `cairn apply` exits with, doing nothing
DAY = 86_400_000


def counted(rows):
    """The rows of a view, however it is read."""
    return rows if isinstance(rows, Counter) else Counter(rows.items())


@dataclass(frozen=True)
class Sent:
    """A picture as the vendor saw it: its mark, how it was turned, what its EXIF says of itself."""

    number: int
    turn: int
    description: str | None

    def may_be(self, image):
        wanted = None if isinstance(image, Picture) else image.file.description
        return (self.number, self.turn, self.description) == (image.number, image.turn, wanted)


class Vendor(Peer):
    """The Vision peer, whose log tells what was asked since the last look."""

    def __init__(self, folder):
        self.log = folder / "peer.jsonl"
        self.log.touch()
        super().__init__(folder, "--turned", "--log", str(self.log))
        self.place, self.failing = 0, None

    def refuse(self, numbers):
        """Errors beside these pictures, each in words of its own."""
        if numbers != self.failing:
            self.misbehave([{"match": {"mark": number}, "fault": {"kind": "image", "code": 7, "message": f"picture {number}"}}
                            for number in sorted(numbers)])
            self.failing = set(numbers)

    def skip(self):
        """What came before is another story's."""
        self.place = self.log.stat().st_size

    def asked(self):
        """(what was sent, recipes, whether it was answered) of each entry, in the order in which they came."""
        with open(self.log) as file:
            file.seek(self.place)
            lines = file.readlines()
            self.place = file.tell()
        entries = []
        for request in map(json.loads, lines):
            if request["kind"] != "annotate" or request["violations"] or request["status"] != 200:
                raise Mismatch(f"a request that the vendor refuses: {json.dumps(request)[:600]}")
            for entry in request["images"]:
                model = (entry["models"] or ["builtin/stable"])[0]
                recipes = frozenset((feature, most, model) for feature, most in entry["features"].items())
                sent = Sent(entry["mark"], entry["turn"], entry["description"])
                entries.append((sent, recipes, "error" not in entry["answer"]))
        return entries

    def units(self):
        return sum(self.counts().values())


class Story:
    def __init__(self, program, vendor, home, seed, compares):
        self.program, self.vendor, self.home, self.compares = program, vendor, home, compares
        self.draw, self.seed = random.Random(seed), seed
        self.folder = home / f"story-{seed}"
        self.folder.mkdir()
        self.files, self.jobs, self.failing, self.day = {}, {}, set(), 0
        self.store, self.model, self.told = Store(self.folder / "cairn.db"), Model(self.observe), []
        self.seen, self.before, self.again, self.away, self.numbers = {}, {}, None, {}, 0
        self.metered, self.miscounts = vendor.units(), []
        vendor.skip()

    def tell(self):
        try:
            self.begin()
            for _ in range(self.draw.randint(10, 25)):
                for _ in range(self.draw.choice((0, 1, 1, 2, 3))):
                    self.draw.choices(self.EDITS, self.EDIT_WEIGHTS)[0](self)
                self.draw.choices(self.ORDERS, self.WEIGHTS)[0](self)
            if self.numbers:
                self.cairn("doctor")
                if self.exit:
                    raise Mismatch(f"doctor says: {self.said}")
            if self.miscounts and self.compares:
                raise Mismatch("\n".join(self.miscounts))
        except Mismatch as problem:
            steps = "\n".join(f"  {line}" for line in self.told)
            raise Mismatch(f"seed {self.seed}, in {self.folder}:\n{steps}\n{problem}") from None
        shutil.rmtree(self.folder)

    def begin(self):
        for folder in FOLDERS:
            (self.folder / folder).mkdir(parents=True)
        for _ in range(self.draw.randint(4, 12)):
            self.add()
        for name in ("one", "two", "three")[:self.draw.randint(1, 3)]:
            self.jobs[name] = {"sources": self.draw.choice(SOURCES), "exclude": (), "labels": 10, "landmarks": None,
                               "model": "builtin/stable", "cap": None, "older": False, "failed": False, "lines": self.lines(),
                               "readings": READINGS[0], "metadata": "strip"}

    # Files.

    def write(self, path, file, words):
        self.told.append(f"{words} {path} = {file}")
        # By another name first: what lies at the path is then surely another file, with another time.
        (self.folder / "new").write_bytes(file.bytes)
        (self.folder / "new").rename(self.folder / path)
        self.files[path] = file

    def free(self):
        folders = [folder for folder in FOLDERS if (self.folder / folder).is_dir()]
        return [path for folder in folders for name in NAMES if (path := f"{folder}/{name}") not in self.files]

    def add(self):
        if not self.free():
            return
        bad = self.draw.random() < 0.08
        self.write(self.draw.choice(self.free()), File(self.draw.choice(sorted(BAD))) if bad else self.any_file(), "add")

    def any_file(self):
        """Half of them say nothing beside their picture."""
        if self.draw.random() < 0.5:
            return File(self.draw.randint(1, COUNT))
        return File(self.draw.randint(1, COUNT), self.draw.choice(ORIENTATIONS), self.tag())

    def tag(self):
        """Few, so that what was there comes again."""
        return self.draw.randint(0, 25)

    def copy(self):
        if self.files and self.free():
            self.write(self.draw.choice(self.free()), self.files[self.pick()], "copy")

    def pick(self):
        return self.draw.choice(sorted(self.files))

    def delete(self):
        if len(self.files) > 2:
            path = self.pick()
            self.away[path] = self.files.pop(path)
            (self.folder / path).unlink()
            self.told.append(f"delete {path}")

    def bring_back(self):
        gone = [path for path in sorted(self.away) if path in self.free()]
        if gone:
            path = self.draw.choice(gone)
            self.write(path, self.away.pop(path), "bring back")

    def overwrite(self):
        if self.files:
            path = self.pick()
            self.away[path] = self.files[path]
            other = self.draw.choice(sorted(self.files.values(), key=repr))
            self.write(path, self.draw.choice([self.any_file(), other]), "overwrite")

    def pick_picture(self):
        paths = [path for path in sorted(self.files) if not self.files[path].is_bad]
        return self.draw.choice(paths) if paths else None

    def retag(self):
        """Another date, place, rating: the same picture."""
        path = self.pick_picture()
        if path:
            self.edit_file(path, replace(self.files[path], tag=self.tag()))

    def turn(self):
        """Another EXIF orientation: another image, where EXIF is followed."""
        path = self.pick_picture()
        if path:
            self.edit_file(path, replace(self.files[path], orientation=self.draw.choice(ORIENTATIONS)))

    def edit_file(self, path, file):
        """In place, or by a new file that takes the name, as programs do."""
        self.away.setdefault(path, self.files[path])
        if self.draw.random() < 0.5:
            return self.write(path, file, "edit by rename")
        self.told.append(f"edit in place {path} = {file}")
        with open(self.folder / path, "r+b") as there:
            there.write(file.bytes)
            there.truncate()
        self.files[path] = file

    def copy_and_edit(self):
        """Two names of one picture."""
        path = self.pick_picture()
        if path and self.free():
            self.write(self.draw.choice(self.free()), replace(self.files[path], tag=self.tag()), f"copy {path} and edit it:")

    def swap(self):
        if len(self.files) > 1:
            one, other = self.draw.sample(sorted(self.files), 2)
            for old, new in ((one, "new"), (other, one), ("new", other)):
                (self.folder / old).rename(self.folder / new)
            self.files[one], self.files[other] = self.files[other], self.files[one]
            self.told.append(f"swap {one} and {other}")

    def rename(self):
        if self.files and self.free():
            old, new = self.pick(), self.draw.choice(self.free())
            (self.folder / old).rename(self.folder / new)
            self.files[new] = self.files.pop(old)
            self.told.append(f"rename {old} to {new}")

    def move_folder(self):
        """Away, or back."""
        aside = [folder for folder in FOLDERS if not (self.folder / folder).is_dir()]
        folder = self.draw.choice(aside or FOLDERS)
        there, aside = self.folder / folder, self.folder / f"aside-{folder.replace('/', '-')}"
        old, new = (folder, aside.name) if there.is_dir() else (aside.name, folder)
        if not (self.folder / old).is_dir() or not (self.folder / new).parent.is_dir():
            return
        (self.folder / old).rename(self.folder / new)
        self.files = {new + path.removeprefix(old) if path.startswith(old + "/") else path: content
                      for path, content in self.files.items()}
        self.told.append(f"move {old} to {new}")

    # Manifests.

    def lines(self):
        paths = self.draw.sample([f"{folder}/{name}" for folder in FOLDERS for name in NAMES], 6)
        return tuple(sorted(paths, key=walk_order))

    def change(self, key, choices):
        name = self.draw.choice(sorted(self.jobs))
        self.jobs[name][key] = self.draw.choice([each for each in choices if each != self.jobs[name][key]])
        self.told.append(f"{name}: {key} {self.jobs[name][key]}")

    def edit(self):
        self.draw.choice((
            lambda: self.change("sources", SOURCES), lambda: self.change("exclude", EXCLUDES),
            lambda: self.change("labels", (3, 10)), lambda: self.change("landmarks", (None, 1, 5)),
            lambda: self.change("model", ("builtin/stable", "builtin/latest")), lambda: self.change("failed", (False, True)),
            lambda: self.change("older", (False, True)), lambda: self.change("cap", (None, 1, 3, 6, 12)),
            lambda: self.change("cap", (None, 2, 4)), lambda: self.change("readings", READINGS),
            lambda: self.change("readings", READINGS), lambda: self.change("metadata", ("strip", "keep")),
            lambda: self.change("lines", [self.lines()])))()

    def refuse(self):
        """Some pictures fail at the vendor from now on; or all succeed again."""
        held = sorted({file.number for file in self.files.values() if not file.is_bad})
        self.failing = set(self.draw.sample(held, min(len(held), 2))) if self.draw.random() < 0.6 else set()
        self.told.append(f"the vendor refuses {sorted(self.failing)}")

    EDITS = [add, copy, delete, bring_back, overwrite, rename, move_folder, edit, refuse, retag, turn, copy_and_edit, swap]
    EDIT_WEIGHTS = [4, 2, 3, 3, 2, 2, 1, 9, 1, 6, 2, 2, 2]

    def manifest(self, name):
        job = self.jobs[name]
        keeps = job["metadata"] == "keep"
        recipes = {("LABEL_DETECTION", job["labels"], job["model"], keeps)}
        if job["landmarks"]:
            recipes.add(("LANDMARK_DETECTION", job["landmarks"], job["model"], keeps))
        sources = tuple((kind, job["lines"] if kind == "list" else value, Reading(orientation, degrees // 90, keeps))
                        for (kind, value), (orientation, degrees) in zip(job["sources"], job["readings"]))
        return Manifest(sources, job["exclude"], frozenset(recipes), job["cap"], job["older"], job["failed"])

    def write_job(self, name, manifest):
        images = []
        for kind, value, reading in manifest.sources:
            if kind == "list":
                (self.folder / f"{name}.txt").write_text("".join(f"{line}\n" for line in value))
                value = f"{name}.txt"
            turning = {"orientation": "ignore" if reading.orientation == 1 else reading.orientation} if reading.orientation else {}
            images.append({kind: value} | turning | ({"rotate": 90 * reading.quarters} if reading.quarters else {}))
        refresh = ({"olderThan": "5d"} if manifest.older else {}) | ({"failed": True} if manifest.failed else {})
        features = [{"type": feature, "maxResults": most} for feature, most, *_ in sorted(manifest.recipes)]
        (self.folder / f"{name}.yaml").write_text(json.dumps({
            "job": name, "images": images, "exclude": list(manifest.exclude), "features": features, "pace": {"inFlight": 2},
            "backend": {"kind": "vision", "account": "project", "endpoint": f"http://127.0.0.1:{self.vendor.port}",
                        "model": next(iter(manifest.recipes))[2], "auth": {"apiKey": "env:KEY"}},
            "prepare": {"fit": "original", "metadata": self.jobs[name]["metadata"]}, "retry": {"attempts": 2, "base": "1ms", "cap": "5ms"},
            **({"budget": {"run": {"units": manifest.cap}}} if manifest.cap else {}), **({"refresh": refresh} if refresh else {})}))

    # Orders: steps that run the program.

    def submit(self, then_work=False):
        name = self.draw.choice(sorted(self.jobs))
        manifest = self.manifest(name)
        if not manifest.listing(self.files)[0]:
            return  # a job that finds nothing at all is not part of the stories
        if then_work and not self.make_readable([name], manifest):
            return
        self.write_job(name, manifest)
        plan = self.report("plan", name) if self.draw.random() < 0.5 else None
        is_interrupted = self.draw.random() < 0.08
        if is_interrupted:
            self.interrupt(name, manifest)
        told = self.cairn("run", *ACCEPT, f"{name}.yaml") if then_work else self.report("submit", name, *ACCEPT)
        self.model.submit(name, manifest, self.files)
        if plan:
            self.judge_edits("plan", plan, ("images", "units"))
        if not is_interrupted:
            self.judge_edits("submit", (told or {}) | {"images": self.asks()}, ("queued", "images") if told else ("images",))
        self.judge([name] if then_work else [])

    def report(self, word, name, *options):
        """What the program says of a job in JSON."""
        self.cairn(word, "--json", *options, f"{name}.yaml")
        # Words for people stand around it.
        start = self.said.find("\n{") + 1 if word == "plan" and not self.said.startswith("{") else self.said.find("{")
        try:
            return json.JSONDecoder().raw_decode(self.said, start)[0]
        except ValueError:
            raise Mismatch(f"no JSON: {self.said}") from None

    def asks(self):
        """How many images a submission says that it asks: `asks 4 new, 1 changed`."""
        line = re.search(r"^  asks (.*)$", self.said, re.MULTILINE)
        # Beside a changed parameter stands what it was: `3 of other parameters (LABEL_DETECTION maxResults 10 -> 3)`.
        return sum(map(int, re.findall(r"(?:^|, )(\d+) ", re.sub(r"\([^)]*\)", "", line[1])))) if line else 0

    def judge_edits(self, word, told, asked):
        edits = self.model.edits
        wanted = {"changed": {edits.changed}, "metadata_changed": range(edits.metadata, edits.metadata_at_most + 1)}
        wanted |= {key: {edits.units if key == "units" else edits.queued} for key in asked}
        lines = [f"{word} says {key} {told[key]}, expected {' to '.join(map(str, sorted({min(each), max(each)})))}"
                 for key, each in wanted.items() if key in told and told[key] not in each]
        # Told at the end: all else can still be compared.
        self.miscounts += [f"{self.told[-1].strip()}: {line}" for line in lines]

    def interrupt(self, name, manifest):
        """Begins to submit and is told to end soon after: that alone takes no row from the views, and the submission that
        follows comes to the same as without it. A failure that the job has tried again is queued by then, and none any more."""
        delay, before = 0.01 + 0.05 * self.draw.random(), self.seen
        snapshot = self.snapshot()
        self.cairn("submit", *ACCEPT, f"{name}.yaml", interrupt_after=delay)
        self.again = snapshot
        if self.exit == 130 and self.compares:
            for view in ("labels", "labels_history", "landmarks", "answers", "failures"):
                lost = counted(before.get(view, {})) - counted(self.seen.get(view, {}))
                if view == "failures" and manifest.failed:
                    lost = {row: count for row, count in lost.items() if row[0][0] != name}
                if lost:
                    raise Mismatch(f"{view}: an interrupted submission took {next(iter(lost))} and others, {len(lost)} rows")

    def snapshot(self):
        return dict(getattr(self.store, "all_tasks", {}))

    def run(self):
        self.submit(then_work=True)

    def apply(self):
        """A plan that is kept, and done though metadata was edited since; where other pictures came it may be out of date, and then
        nothing is done."""
        name = self.draw.choice(sorted(self.jobs))
        manifest = self.manifest(name)
        if not manifest.listing(self.files)[0] or not self.make_readable([name], manifest):
            return
        self.write_job(name, manifest)
        planned = self.images_found(manifest)
        (self.folder / "plan.json").unlink(missing_ok=True)
        self.cairn("plan", "--out", "plan.json", f"{name}.yaml")
        for _ in range(self.draw.randint(0, 2)):
            self.draw.choices([Story.retag, Story.turn], [3, 1])[0](self)
        if not self.make_readable([name], manifest):
            return
        self.cairn("apply", "plan.json")
        if self.exit == OUT_OF_DATE and self.images_found(manifest) != planned:
            self.exit = 0  # as it should
            return self.judge([])
        self.model.submit(name, manifest, self.files)
        self.judge([name])

    def images_found(self, manifest):
        return [image_of(self.files[name.path], name.reading) for name in manifest.listing(self.files)[0]]

    def work(self):
        names = sorted(self.model.jobs)
        if names and self.make_readable(names):
            self.cairn("work")
            self.judge(names)

    def make_readable(self, names, manifest=None, tries=3):
        """Brings the file of each queued image back to where the job knows it: what a worker does without it is not told here.
        False where two images would need one path."""
        wanted = {}
        for name in names:
            job = self.model.jobs.get(name)
            run = job and job.open_run()
            found = {image_of(self.files[each.path], each.reading) for each in manifest.listing(self.files)[0]} if manifest else ()
            for task in run.queued() if run else ():
                if task.image in found:
                    continue
                member = job.members.get(task.image)
                name = member.name if member else sorted(job.names[task.image])[0]
                if self.model.current[name].image != task.image:
                    return False  # the name is known as another image's by now
                if not (self.folder / name.path).parent.is_dir():
                    return False
                wanted.setdefault(name.path, {})[name.reading] = task.image
        moved = []
        for path, images in sorted(wanted.items()):
            if not self.holds(self.files.get(path), images):
                moved.append((path, self.file_of(images)))
        if any(file is None for _, file in moved):
            return False
        for path, file in moved:
            self.write(path, file, "put back")
        # What was put back may lie where another one was found.
        return not moved or tries > 0 and self.make_readable(names, manifest, tries - 1)

    @staticmethod
    def holds(file, images):
        """Whether a file is these images, by reading."""
        return file is not None and all(image_of(file, reading) == image for reading, image in images.items())

    def file_of(self, images):
        """A file that is these images, by reading; what it says beside the picture does not matter. None where there is none."""
        whole = [image.file for image in images.values() if not isinstance(image, Picture)]
        number = next(iter(images.values())).number
        orientations = self.draw.sample(ORIENTATIONS, len(ORIENTATIONS))
        tag = self.tag()
        return next((file for file in whole or [File(number, each, tag) for each in orientations] if self.holds(file, images)), None)

    def jump(self):
        """Ten days pass. Not while anything is queued: whether a queued task is asked for more then is open."""
        if not any(job.open_run() for job in self.model.jobs.values()):
            self.day += 10
            self.told.append(f"day {self.day}")

    def order(self, word, may):
        jobs = [job for _, job in sorted(self.model.jobs.items()) if job.runs and may(job, job.runs[-1])]
        if not jobs:
            return None
        job = self.draw.choice(jobs)
        number = getattr(self.store, "run_ids", {}).get((job.name, len(job.runs) - 1))
        if number is None:
            return None
        self.cairn(word, str(number))
        return job

    def cancel(self):
        job = self.order("cancel", lambda job, run: run.state in ("open", "paused"))
        if job:
            self.model.cancel(job)
            self.judge([])

    def retry(self):
        def may(job, run):
            failed = [task.image for task in run.tasks.values() if task.state == "failed"]
            return failed and not run.cancelled and not run.superseded and run.recipes == job.recipes and all(
                image in job.members and not job.members[image].is_missing for image in failed)
        job = self.order("retry", may)
        if job:
            self.model.retry(job)
            self.judge([])

    def pause(self):
        job = self.order("pause", lambda job, run: run.state == "open")
        if job:
            job.runs[-1].paused = True
            self.judge([])

    def resume(self):
        job = self.order("resume", lambda job, run: run.state == "paused")
        if job:
            job.runs[-1].paused = False
            self.judge([])

    ORDERS = [submit, run, work, jump, cancel, retry, pause, resume, apply]
    WEIGHTS = [5, 9, 6, 1, 1, 2, 1, 2, 3]

    # The program, and what it shows.

    def cairn(self, *words, interrupt_after=None):
        self.vendor.refuse(self.failing)
        self.model.day = self.day
        self.before, self.again = self.again or self.snapshot(), None
        environment = {"PATH": "/usr/bin:/bin", "HOME": str(self.folder), "LANG": "C.UTF-8", "KEY": "key",
                       "CAIRN_LITERT": str(ROOT / ".deps/litert/libLiteRt.so")}
        if self.day:
            environment |= clock(self.home, self.day * DAY)
        with subprocess.Popen([str(self.program), *words, "--store", "cairn.db"], cwd=self.folder, env=environment, text=True,
                              stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT) as process:
            try:
                self.said = process.communicate(timeout=120 if interrupt_after is None else interrupt_after)[0]
            except subprocess.TimeoutExpired:
                process.send_signal(signal.SIGINT if interrupt_after is not None else signal.SIGKILL)
                self.said = process.communicate()[0]
        self.exit = process.returncode
        self.told.append(f"$ cairn {' '.join(words)}   # exit {self.exit}")
        self.numbers += 1
        self.seen = self.store.read()

    def observe(self, what, job, subject, default):
        """What the store shows, where the documents leave two ways open; `default` where it shows nothing."""
        if what == "path":
            return self.seen.get("job_images", {}).get((job, subject[0]), (None,))[0] == subject[1]
        runs = [run for (run, name, image) in getattr(self.store, "all_tasks", {}) if name == job and image == subject]
        key = (max(runs), job, subject) if runs else None
        state, attempts = self.store.all_tasks[key] if key else (None, 0)
        if what == "asked":
            return attempts > self.before.get(key, (None, 0))[1] if key else default
        if what in ("cancelled", "still queued"):
            return state == what.split()[-1] if key else default
        if what == "member":
            return (job, subject) in self.seen.get("job_images", {})
        return self.store.missing_names.get((subject.path, subject.reading.code), default)

    def judge(self, worked):
        """Moves the model by what the vendor was asked, and holds its views against the store's."""
        try:
            asked = self.vendor.asked()
            is_left = self.model.work(worked, asked, self.files)
            if not self.compares:
                return
            self.judge_exit(worked, is_left)
            billed = self.vendor.units() - self.metered
            if billed != sum(self.model.bills.values()):
                raise Mismatch(f"{billed} units on the meter, {sum(self.model.bills.values())} answers")
            found = [f"cannot read {problem}" for problem in self.store.problems]
            for view, wanted in self.model.views(shown_rows).items():
                lines = differences(view, wanted, self.seen[view]) if view in self.seen else []
                found += lines[:6] + ([f"{view}: {len(lines) - 6} more"] if len(lines) > 6 else [])
            if found:
                raise Mismatch("\n".join(found))
        except Mismatch as problem:
            if self.compares:
                raise Mismatch(f"{problem}\nthe program said: {self.said.strip()[-1500:]}") from None
            self.told.append(f"  (not compared) {problem}")

    def judge_exit(self, worked, is_left):
        paused = any(job.open_run() and job.open_run().state == "paused" for job in map(self.model.jobs.get, worked))
        wanted = {5} if is_left else {0, 1, 5} if paused else {0, 1}
        if self.exit not in wanted:
            raise Mismatch(f"exit {self.exit}, expected {' or '.join(map(str, sorted(wanted)))}")


def differences(view, wanted, seen):
    if isinstance(wanted, Counter):
        return [f"{view}: the store lacks {count} x {row}" for row, count in (wanted - seen).items()] \
            + [f"{view}: the store has {count} x {row} too many" for row, count in (seen - wanted).items()]
    lines = [f"{view}: the store lacks {key}: {value}" for key, value in wanted.items() if key not in seen]
    lines += [f"{view}: the store has {key} too many: {value}" for key, value in seen.items() if key not in wanted]
    return lines + [f"{view}: {key} is {seen[key]}, expected {value}" for key, value in wanted.items()
                    if key in seen and not agrees(value, seen[key])]


def agrees(wanted, seen):
    """Value for value; a set allows each of its elements."""
    if not isinstance(wanted, tuple):
        return wanted == seen
    return len(wanted) == len(seen) and all(
        some is Anything or (one in some if isinstance(some, frozenset) else one == some) for some, one in zip(wanted, seen))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--stories", type=int, default=200)
    parser.add_argument("--seed", type=int, default=int(time.time()))
    parser.add_argument("--program")
    parser.add_argument("--keep-going", action="store_true", help="tells the other stories after a failure, too")
    parser.add_argument("--no-compare", action="store_true", help="only drives the program")
    parser.add_argument("--tell", action="store_true", help="prints the steps of each story")
    options = parser.parse_args()
    print(f"seed {options.seed}", flush=True)
    program, home, began, failures, runs = find_program(options.program), scratch(), time.monotonic(), 0, 0
    vendor = Vendor(home)
    try:
        for number in range(options.stories):
            story = Story(program, vendor, home, options.seed + number, not options.no_compare)
            try:
                story.tell()
            except Mismatch as problem:
                failures += 1
                print(f"MISMATCH: {problem}\nagain: Tests/Stories/run --stories 1 --seed {options.seed + number}\n", flush=True)
            runs += story.numbers
            if options.tell:
                print(f"story {story.seed}", *story.told, sep="\n  ", flush=True)
            if failures and not options.keep_going:
                break
    finally:
        vendor.close()
    seconds = time.monotonic() - began
    print(f"{number + 1} stories, {failures} failed, {runs} runs of the program, {seconds:.0f} s, "
          f"{seconds / (number + 1):.2f} s a story", flush=True)
    if not failures:
        shutil.rmtree(home)
    sys.exit(1 if failures else 0)


if __name__ == "__main__":
    main()
