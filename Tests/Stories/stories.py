"""Stories: random steps of one seed on a folder of pictures and one store, with the model's views beside the program's.

    stories.py [--stories 200] [--seed N] [--program PATH] [--keep-going] [--no-compare] [--tell]

Story number i of seed N has the seed N + i: `--stories 1 --seed THAT` tells it again.
"""

import argparse
import json
import os
import pathlib
import random
import shutil
import signal
import subprocess
import sys
import time
from collections import Counter

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "Torture"))

from model import Manifest, Mismatch, Model, walk_order  # noqa: E402
from pictures import BAD, BYTES, COUNT, shown_rows  # noqa: E402
from shims import clock  # noqa: E402
from stage import ROOT, Peer, find_program, scratch  # noqa: E402
from store import Store  # noqa: E402

NAMES = [f"{letter}.jpg" for letter in "abcdefgh"]
FOLDERS = ["p", "p/sub", "q"]
SOURCES = [
    (("folder", "p"),), (("glob", "p/*.jpg"),), (("glob", "p/**/*.jpg"),), (("folder", "p"), ("folder", "q")),
    (("folder", "q"), ("glob", "p/**/*.jpg")), (("glob", "p/*.jpg"), ("list", None)), (("list", None), ("folder", "q"))]
EXCLUDES = [(), (), ("**/sub/**",), ("p/a*",), ("**/b.jpg", "q/c*")]
DAY = 86_400_000


def counted(rows):
    """The rows of a view, however it is read."""
    return rows if isinstance(rows, Counter) else Counter(rows.items())



class Vendor(Peer):
    """The Vision peer, whose log tells what was asked since the last look."""

    def __init__(self, folder):
        self.log = folder / "peer.jsonl"
        self.log.touch()
        super().__init__(folder, "--log", str(self.log))
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
        """(image, recipes, whether it was answered) of each entry, in the order in which they came."""
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
                entries.append((entry["mark"], recipes, "error" not in entry["answer"]))
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
        self.metered = vendor.units()
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
                               "model": "builtin/stable", "cap": None, "older": False, "failed": False, "lines": self.lines()}

    # Files.

    def write(self, path, content, words):
        self.told.append(f"{words} {path} = {content}")
        # By another name first: what lies at the path is then surely another file, with another time.
        (self.folder / "new").write_bytes(BYTES[content])
        (self.folder / "new").rename(self.folder / path)
        self.files[path] = content

    def free(self):
        folders = [folder for folder in FOLDERS if (self.folder / folder).is_dir()]
        return [path for folder in folders for name in NAMES if (path := f"{folder}/{name}") not in self.files]

    def add(self):
        if not self.free():
            return
        bad = self.draw.random() < 0.08
        self.write(self.draw.choice(self.free()), self.draw.choice(BAD) if bad else self.draw.randint(1, COUNT), "add")

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
            other = self.draw.choice(sorted(self.files.values(), key=str))
            self.write(path, self.draw.choice([self.draw.randint(1, COUNT), other]), "overwrite")

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
            lambda: self.change("cap", (None, 2, 4)),
            lambda: self.change("lines", [self.lines()])))()

    def refuse(self):
        """Some pictures fail at the vendor from now on; or all succeed again."""
        held = sorted({content for content in self.files.values() if content not in BAD})
        self.failing = set(self.draw.sample(held, min(len(held), 2))) if self.draw.random() < 0.6 else set()
        self.told.append(f"the vendor refuses {sorted(self.failing)}")

    EDITS = [add, copy, delete, bring_back, overwrite, rename, move_folder, edit, refuse]
    EDIT_WEIGHTS = [4, 2, 3, 3, 2, 2, 1, 8, 1]

    def manifest(self, name):
        job = self.jobs[name]
        recipes = {("LABEL_DETECTION", job["labels"], job["model"])}
        if job["landmarks"]:
            recipes.add(("LANDMARK_DETECTION", job["landmarks"], job["model"]))
        sources = tuple((kind, job["lines"] if kind == "list" else value) for kind, value in job["sources"])
        return Manifest(sources, job["exclude"], frozenset(recipes), job["cap"], job["older"], job["failed"])

    def write_job(self, name, manifest):
        images = []
        for kind, value in manifest.sources:
            if kind == "list":
                (self.folder / f"{name}.txt").write_text("".join(f"{line}\n" for line in value))
                value = f"{name}.txt"
            images.append({kind: value})
        refresh = ({"olderThan": "5d"} if manifest.older else {}) | ({"failed": True} if manifest.failed else {})
        features = [{"type": feature, "maxResults": most} for feature, most, _ in sorted(manifest.recipes)]
        (self.folder / f"{name}.yaml").write_text(json.dumps({
            "job": name, "images": images, "exclude": list(manifest.exclude), "features": features, "pace": {"inFlight": 2},
            "backend": {"kind": "vision", "account": "project", "endpoint": f"http://127.0.0.1:{self.vendor.port}",
                        "model": next(iter(manifest.recipes))[2], "auth": {"apiKey": "env:KEY"}},
            "prepare": {"fit": "original", "metadata": "keep"}, "retry": {"attempts": 2, "base": "1ms", "cap": "5ms"},
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
        if self.draw.random() < 0.08:
            self.interrupt(name, manifest)
        self.cairn("run" if then_work else "submit", f"{name}.yaml")
        self.model.submit(name, manifest, self.files)
        self.judge([name] if then_work else [])

    def interrupt(self, name, manifest):
        """Begins to submit and is told to end soon after: that alone takes no row from the views, and the submission that
        follows comes to the same as without it. A failure that the job has tried again is queued by then, and none any more."""
        delay, before = 0.01 + 0.05 * self.draw.random(), self.seen
        snapshot = self.snapshot()
        self.cairn("submit", f"{name}.yaml", interrupt_after=delay)
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
            found = {self.files[path] for path in manifest.listing(self.files)[0]} if manifest else ()
            for task in run.queued() if run else ():
                if task.image in found:
                    continue
                member = job.members.get(task.image)
                path = member.path if member else sorted(job.names[task.image])[0]
                if self.model.current[path][1] != task.image:
                    return False  # the name is known as another image's by now
                if wanted.setdefault(path, task.image) != task.image or not (self.folder / path).parent.is_dir():
                    return False
        moved = [(path, image) for path, image in sorted(wanted.items()) if self.files.get(path) != image]
        for path, image in moved:
            self.write(path, image, "put back")
        # What was put back may lie where another one was found.
        return not moved or tries > 0 and self.make_readable(names, manifest, tries - 1)

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

    ORDERS = [submit, run, work, jump, cancel, retry, pause, resume]
    WEIGHTS = [5, 9, 6, 1, 1, 2, 1, 2]

    # The program, and what it shows.

    def cairn(self, *words, interrupt_after=None):
        self.vendor.refuse(self.failing)
        self.model.day = self.day
        self.before, self.again = self.again or self.snapshot(), None
        environment = {"PATH": "/usr/bin:/bin", "HOME": str(self.folder), "LANG": "C.UTF-8", "KEY": "key"}
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
        rows = [row[2] for row in self.seen.get("image_paths", {}) if row[0] == subject and not row[3]]
        return rows[0] if rows else default

    def judge(self, worked):
        """Moves the model by what the vendor was asked, and holds its views against the store's."""
        try:
            asked = self.vendor.asked()
            is_left = self.model.work(worked, asked, lambda image: image not in BAD, self.files)
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
        one in some if isinstance(some, frozenset) else one == some for some, one in zip(wanted, seen))


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
