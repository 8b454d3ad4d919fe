"""What the views must show after every step, from the documents alone: the table of questions in the store's description and
the list of views. It shares no code and no SQL with the program.

A recipe is (feature, maxResults, model, whether metadata is kept), a file what the story wrote (`pictures.File`), a name a path
with the reading of its source, and an image what a name holds: a picture's number, or all bytes of a file, and how it is turned.
Choices where the documents allow two readings are marked READING; where both readings are accepted, `observe` asks the store
which one the program took, and the model follows.
"""

import re
from collections import Counter
from dataclasses import dataclass, field, replace

from pictures import DIGESTS, count_results

OLD_DAYS = 5  # the manifest's refresh.olderThan; the stories' clock advances by more than that
REASONS = frozenset((
    "new", "bytes_changed", "model_changed", "parameters_changed", "feature_added", "failed_before", "too_old"))
# The kinds of failures: a name that cannot be read, a file that is not a picture, an error of the service beside an image.
UNREAD_KINDS = frozenset(("missing", "unreadable"))
BAD_KINDS = frozenset(("notAnImage", "unsupported", "damaged"))
SERVICE_KINDS = frozenset(("refused",))
EITHER = frozenset((False, True))
STATES = {"open": {"queued", "running", "waiting", "open", "stopped"}, "paused": {"paused"}, "cancelled": {"cancelled"},
          "superseded": {"superseded", "cancelled", "done", "finished", "failed"},
          "finished": {"done", "finished", "failed"}}


class Mismatch(Exception):
    """The program did what the model rules out."""


class Anything:
    """Agrees with every value."""


# A turn after another quarter clockwise; 1 stands upright.
CLOCKWISE = {1: 6, 2: 7, 3: 8, 4: 5, 5: 2, 6: 3, 7: 4, 8: 1}


@dataclass(frozen=True, order=True)
class Reading:
    """How a source wants its files read; orientation 0: by EXIF."""

    orientation: int = 0
    quarters: int = 0
    is_whole: bool = False

    def turn(self, file):
        turn = self.orientation or file.orientation
        for _ in range(self.quarters):
            turn = CLOCKWISE[turn]
        return turn

    @property
    def code(self):
        """As the store numbers it."""
        return self.orientation + 16 * self.quarters + 64 * self.is_whole


@dataclass(frozen=True, order=True)
class Name:
    path: str
    reading: Reading


@dataclass(frozen=True)
class Picture:
    """A picture, whatever its file says beside it."""

    number: int
    turn: int
    is_bad = False

    @property
    def subject(self):
        """What its digest is of."""
        return self.number

    @property
    def digest(self):
        return DIGESTS[self.number]


@dataclass(frozen=True)
class Whole:
    """All bytes of a file."""

    file: object
    turn: int

    @property
    def number(self):
        return self.file.number

    @property
    def is_bad(self):
        return self.file.is_bad

    @property
    def subject(self):
        return self.file

    @property
    def digest(self):
        return self.file.digest


def image_of(file, reading):
    is_whole = reading.is_whole or file.is_bad
    return Whole(file, reading.turn(file)) if is_whole else Picture(file.number, reading.turn(file))


def pattern(text):
    parts = re.split(r"(\*\*/|/\*\*$|\*)", text)
    meanings = {"**/": "(.*/)?", "/**": "/.*", "*": "[^/]*"}
    return re.compile("".join(meanings.get(part, re.escape(part)) for part in parts) + "$")


def walk_order(path):
    """The files of a folder by their bytes, then its folders by theirs."""
    *folders, name = path.encode().split(b"/")
    return [(1, folder) for folder in folders] + [(0, name)]


@dataclass(frozen=True)
class Manifest:
    """sources: ("folder", path, reading), ("glob", pattern, reading), ("list", lines, reading)."""

    sources: tuple
    exclude: tuple
    recipes: frozenset
    cap: int | None = None
    older: bool = False
    failed: bool = False

    def source_names(self, source, path):
        kind, value, _ = source
        wanted = {"folder": lambda: path.startswith(value + "/"), "list": lambda: path in value,
                  "glob": lambda: pattern(value).match(path)}[kind]()
        return wanted and not any(pattern(each).match(path) for each in self.exclude)

    def names(self, name):
        """Whether a source of today would give this name."""
        return any(source[2] == name.reading and self.source_names(source, name.path) for source in self.sources)

    def gives(self, path):
        """Whether a source of today would give this path, in whichever reading."""
        return any(self.source_names(source, path) for source in self.sources)

    def listing(self, files):
        """The names that are there, in the sources' order, and the lines of lists that are not."""
        found, unread = [], []
        for source in self.sources:
            candidates = source[1] if source[0] == "list" else sorted(files, key=walk_order)
            for path in candidates:
                if self.source_names(source, path):
                    (found if path in files else unread).append(Name(path, source[2]))
        return list(dict.fromkeys(found)), list(dict.fromkeys(unread))


@dataclass
class Task:
    image: object
    state: str = "queued"
    reasons: frozenset = REASONS
    need: dict = field(default_factory=dict)  # recipe -> how many generations must be there; 1 where nothing is repeated
    kind: frozenset | None = None
    failed_at: int = 0
    before: object = None  # the image that its name held


@dataclass
class Run:
    recipes: frozenset
    tasks: dict = field(default_factory=dict)
    cancelled: bool = False
    superseded: bool = False
    paused: bool = False
    settled: int = 0
    uncertain: int = 0

    def queued(self):
        return [task for task in self.tasks.values() if task.state == "queued"]

    @property
    def state(self):
        return "cancelled" if self.cancelled else "superseded" if self.superseded else "finished" if not self.queued() \
            else "paused" if self.paused else "open"


@dataclass
class Member:
    name: Name
    is_missing: bool = False
    row: object = None  # of the name, when it became the member's

    @property
    def path(self):
        return self.name.path


@dataclass
class Row:
    """A name, the image that it holds or held, and the file as it was when any reading of its path found it."""

    name: Name
    image: object
    file: object
    is_missing: bool = False
    is_replaced: bool = False

    @property
    def facts(self):
        return (self.file.content(self.name.reading.is_whole), *self.file.facts)


@dataclass
class Edits:
    """What a submission finds of files that were edited. A name's metadata counts where nothing is asked for its image: of an image
    that is asked for another reason, further names are counted or not."""

    changed: int = 0
    metadata: int = 0
    metadata_at_most: int = 0
    queued: int = 0
    units: int = 0


@dataclass
class Job:
    name: str
    manifest: Manifest = None
    recipes: frozenset = frozenset()
    others: frozenset = frozenset()  # what it asked before these
    shown: frozenset = frozenset()
    members: dict = field(default_factory=dict)
    names: dict = field(default_factory=dict)  # image -> every name this job ever found it by
    runs: list = field(default_factory=list)
    unread: list = field(default_factory=list)
    joined: Run | None = None  # the run that the submission under way has opened

    def newest_task(self, image):
        return next((run.tasks[image] for run in reversed(self.runs) if image in run.tasks), None)

    def open_run(self, recipes=None):
        return next((run for run in self.runs if run.state in ("open", "paused") and recipes in (None, run.recipes)), None)


class Model:
    """observe(what, job, image or path, default) tells what the store shows, for the questions with two readings."""

    def __init__(self, observe):
        self.observe, self.day, self.moment = observe, 0, 0
        self.jobs, self.answers, self.bills = {}, {}, Counter()
        self.rows = []
        self.current = {}       # name -> its row that is not replaced
        self.edits = Edits()    # of the newest submission
        self.answered_at = {}   # (image, recipe) -> the moment of the newest answer

    def count(self, image, recipe):
        return len(self.answers.get((image, recipe), ()))

    def open_recipes(self, task, run):
        return frozenset(r for r in run.recipes if self.count(task.image, r) < task.need.get(r, 1))

    # Submitting.

    def submit(self, name, manifest, files):
        job = self.jobs.setdefault(name, Job(name))
        if job.manifest is not None and manifest.recipes != job.recipes:
            self._answer_from_kept(job, manifest.recipes)
            job.others = job.recipes
        before, is_first = (job.recipes, job.shown), job.manifest is None
        job.manifest, job.recipes, job.joined = manifest, manifest.recipes, None
        self._begin_recipes(job, is_first)
        found, job.unread = manifest.listing(files)
        replaced, retagged = self._find_names(found, files)
        turned = self._turned_names(job, job.recipes | job.others | before[1], found) - replaced.keys()
        self.edits = Edits(changed=len(replaced))
        for image, names in self._by_image(found, files).items():
            is_new = image not in job.members
            member = job.members.setdefault(image, Member(names[0]))
            if not (member.name in names):
                member.name = names[0]
            elif member.row is not None and member.row is not self.current[member.name]:
                # READING: a name that held another image meanwhile, and was found so by another job, is the member's own or new.
                member.name = next(
                    (each for each in names if self.observe("path", job.name, (image, each.path), each == member.name)), names[0])
            member.row, member.is_missing = self.current[member.name], False
            is_known = image in job.names
            job.names.setdefault(image, set()).update(names)
            task = self._decide(job, image, None if is_new else before, is_known, {
                name: replaced[name] for name in names if name in replaced}, len(turned & set(names)), len(names))
            self._count(task, len(retagged & set(names)), len(names))
        self._finish(job, set(found), files)

    def _answer_from_kept(self, job, recipes):
        """What is asked with fewer results than before, or with more of a response that was not cut, is read from it."""
        for image in job.members:
            for recipe in recipes:
                feature, most, *others = recipe
                if self.count(image, recipe):
                    continue
                for old in [old for (answered, old) in self.answers if answered == image]:
                    if old[0] == feature and list(old[2:]) == others and (most < old[1] or count_results(image, old) < old[1]):
                        self.answers[image, recipe] = [self.answers[image, old][-1]]
                        self.answered_at[image, recipe] = self.answered_at[image, old]
                        break

    def _count(self, task, retagged, count):
        """task: the one that was queued for an image; retagged: how many of its names, `count` in all, have other metadata."""
        self.edits.metadata_at_most += retagged
        if task is None or task.state != "queued":
            self.edits.metadata += retagged
            return
        self.edits.queued += 1
        self.edits.units += len(task.need)
        # One name asks, and is not counted.
        self.edits.metadata_at_most -= retagged == count

    def _begin_recipes(self, job, is_first):
        """What is only added is shown at once; where anything is replaced, all waits for the run that asks it."""
        if is_first or job.shown <= job.recipes:
            job.shown = job.recipes
        for run in job.runs:
            if run.state in ("open", "paused") and run.recipes != job.recipes:
                run.superseded = True

    def _find_names(self, found, files):
        """The rows of names; returns the names that hold another image with the one that they held, and those of the same image in
        a file of other metadata."""
        replaced, retagged = {}, set()
        for name in found:
            row, file = self.current.get(name), files[name.path]
            image = image_of(file, name.reading)
            if row and row.image != image:
                row.is_replaced = True
                replaced[name] = row.image
                row = None
            if row is None:
                row = self.current[name] = Row(name, image, file)
                self.rows.append(row)
                if name in replaced:
                    self._tell_other_readings(row, file)
            if row.file != file:
                retagged.add(name)
                self._tell_other_readings(row, file)
            row.file, row.is_missing = file, False
        return replaced, retagged

    def _tell_other_readings(self, edited, file):
        """What is said beside a picture is said under its path in every reading that holds this picture."""
        for row in self.current.values():
            if row.name.path == edited.name.path and isinstance(row.image, Picture) \
                    and isinstance(edited.image, Picture) and row.image.number == edited.image.number:
                row.file = file

    @staticmethod
    def _by_image(found, files):
        images = {}
        for name in found:
            images.setdefault(image_of(files[name.path], name.reading), []).append(name)
        return images

    def _turned_names(self, job, recipes, found):
        """Names of which the job has a member that was read in another way, was answered so, and that no pattern gives any more.
        READING: a list is not looked into; a name that it gives in the old way counts as one that it does not."""
        patterns = replace(job.manifest, sources=tuple(each for each in job.manifest.sources if each[0] != "list"))
        turned = set()
        for name in found:
            for row in self.current.values():
                if row.name.path == name.path and row.name.reading != name.reading and row.image in job.members \
                        and not patterns.names(row.name) and any(self.count(row.image, r) for r in recipes):
                    turned.add(name)
        return turned

    def _decide(self, job, image, before, is_known, replaced, turned, count):
        """before: what the job asked and showed when the image was already one of its own; replaced: names of the image, which are
        `count` in all, with what they held; turned: how many were read in another way. Returns the task that was made."""
        manifest, known = job.manifest, any(key[0] == image for key in self.answers)
        old = {r for r in job.recipes if manifest.older and self.count(image, r)
               and self.day - self.answers[image, r][-1] > OLD_DAYS}
        absent = {r for r in job.recipes if not self.count(image, r)}
        need = {r: self.count(image, r) + 1 for r in old} | {r: 1 for r in absent}
        run = job.open_run(job.recipes) or job.joined
        if not need or (run and image in run.tasks and run.tasks[image].state == "queued"):
            return None
        own = self._own_failure(job, image, need)
        failure = own or self._file_failure(image)
        if failure and not manifest.failed:
            if own and own is job.newest_task(image):
                return None
            # Told where the job's views look for it, without an attempt.
            reasons = frozenset(("failed_before",))
        elif own:
            reasons = frozenset(("failed_before",))
        elif old and not absent:
            # READING: an image that joins by a name which held another is told as that, or as too old.
            reasons = frozenset(["too_old"] + ["bytes_changed"] * (before is None and bool(replaced))
                                + ["parameters_changed"] * (before is None and bool(turned)))
        elif not is_known and not known:
            # READING: of several names either the one that held another image is told, one that was read in another way, or one
            # that is new.
            reasons = frozenset(["bytes_changed"] * bool(replaced) + ["parameters_changed"] * bool(turned)
                                + ["new"] * (count > len(replaced) + turned))
        elif before and not old and all(self.count(image, r) for r in before[0]):
            reasons = frozenset(self._change(before[0], absent) | self._change(before[1], absent))
        else:
            reasons = REASONS
        if run is None:
            run = job.joined = Run(job.recipes)
            job.runs.append(run)
        task = run.tasks[image] = Task(image, "queued", reasons, need)
        task.before = next(iter(replaced.values())) if len(replaced) == 1 else None
        if failure and not manifest.failed:
            self._fail(task, failure.kind, failure.failed_at)
        return task

    def _fail(self, task, kind, moment=None):
        self.moment += 1
        task.state, task.kind, task.failed_at = "failed", kind, moment or self.moment

    def _own_failure(self, job, image, need):
        """The newest failure of the job that covers all that is lacking and that no answer to it followed."""
        for run in reversed(job.runs):
            task = run.tasks.get(image)
            if task and task.state == "failed" and need.keys() <= run.recipes \
                    and all(self.answered_at.get((image, r), 0) < task.failed_at for r in need):
                return task
        return None

    def _file_failure(self, image):
        """A failure in any job that lies in the file alone."""
        return next((task for job in self.jobs.values() for run in job.runs if (task := run.tasks.get(image))
                     and task.state == "failed" and task.kind == BAD_KINDS), None)

    @staticmethod
    def _change(before, absent):
        words, features = set(), {r[0]: r for r in before}
        for recipe in absent:
            old = features.get(recipe[0])
            words |= {"feature_added"} if old is None else {
                word for word, place in (("parameters_changed", 1), ("model_changed", 2)) if old[place] != recipe[place]}
        return words

    def _finish(self, job, found, files):
        here = {image_of(files[name.path], name.reading) for name in found}
        for row in self.current.values():
            if row.name.path in files:
                # Found in one reading, it is there in all; but a reading that is new may leave the others to their own jobs. In a
                # folder that no source gives any more it is there again when somebody looks.
                if row.is_missing:
                    row.is_missing = self.observe("path missing", job.name, row.name, False)
                continue
            if job.manifest.names(row.name) and row.image in job.members and row.name in job.names[row.image]:
                row.is_missing = True
            elif not row.is_missing:
                # It is gone, but is no name of a member that today's sources would give, to be read so: whoever notices may
                # mark it.
                row.is_missing = self.observe("path missing", job.name, row.name, False)
        for image, member in list(job.members.items()):
            if image in here:
                continue
            # A file that is not there is gone in every reading.
            gone = [row.name for row in self.current.values() if row.image == image and (
                job.manifest.names(row.name) or row.name.path not in files and job.manifest.gives(row.name.path))]
            own = [name for name in gone if name in job.names[image]]
            # Known by another job's name alone, which today's sources would give: open whether it stays.
            if own or (gone and self.observe("member", job.name, image, False)):
                member.is_missing = True
                if member.name not in gone:
                    # Its name holds another image now, or is wanted no more: any other one will do.
                    member.name = next(
                        (name for name in gone if self.observe("path", job.name, (image, name.path), False)), gone[0])
                continue
            del job.members[image]
        for run in job.runs:
            for task in run.queued():
                if run.superseded:
                    task.state = "cancelled"
                elif task.image not in job.members and self.observe("cancelled", job.name, task.image, True):
                    # Open: whether an image that departs takes its queued task along.
                    task.state = "cancelled"
        if job.recipes <= job.shown or job.open_run(job.recipes) is None:
            job.shown = job.recipes

    # Working. `asked` is the vendor's own log of this step: (what was sent, recipes, whether it was answered).

    def work(self, names, asked, files):
        runs = [(job, run) for job in map(self.jobs.get, names) for run in job.runs if run.state == "open"]
        spent_before = {id(run): run.settled + run.uncertain for _, run in runs}
        # Another job's answer may make a task cheaper after its own run has stopped at the cap.
        lacked = {id(task): len(self.open_recipes(task, run)) for _, run in runs for task in run.queued()}
        for sent, recipes, is_answered in asked:
            self._ask(runs, sent, recipes, is_answered)
        for row in self.current.values():
            if names and row.name.path not in files and not row.is_missing:
                # A worker that looks for an image by a name which is gone may mark that.
                row.is_missing = self.observe("path missing", None, row.name, False)
        is_left = False
        for job, run in runs:
            before = spent_before[id(run)]
            for task in run.queued():
                self._end_without_asking(job, run, task)
            left = run.queued()
            spent, cap = run.settled + run.uncertain, job.manifest.cap
            if cap is not None and spent > max(cap, before):
                raise Mismatch(f"a run of {job.name} spent {spent} units, its cap is {cap}")
            if left and (cap is None or all(lacked[id(task)] <= cap - spent for task in left)):
                raise Mismatch(f"a run of {job.name} left {[task.image for task in left]} queued: {spent} units spent, cap {cap}")
            is_left |= bool(left)
            if not left and run.recipes == job.recipes:
                job.shown = job.recipes
        return is_left

    def _ask(self, runs, sent, recipes, is_answered):
        lacking = [(job, run, task) for job, run in runs for task in run.tasks.values() if task.state == "queued"
                   and sent.may_be(task.image) and {recipe[:3] for recipe in self.open_recipes(task, run)} == recipes]
        if not lacking:
            raise Mismatch(f"{sent} was asked for {sorted(recipes)}, which no queued task lacks")
        # Where two jobs lack the same, either may pay; and a file without metadata is sent as its picture is.
        job, run, task = next((each for each in lacking if len(lacking) > 1 and self.observe(
            "asked", each[0].name, each[2].image, True)), lacking[0])
        image, recipes = task.image, self.open_recipes(task, run)
        if not is_answered:
            run.uncertain += len(recipes)
            self._fail(task, SERVICE_KINDS)
            return
        run.settled += len(recipes)
        task.state = "done"
        for recipe in recipes:
            self.answers.setdefault((image, recipe), []).append(self.day)
            self.moment += 1
            self.answered_at[image, recipe] = self.moment
            self.bills[image, recipe[0]] += 1

    def _end_without_asking(self, job, run, task):
        if not self.open_recipes(task, run):
            end, kind = "done", None
        elif task.image.is_bad:
            end, kind = "failed", BAD_KINDS
        else:
            return
        if job.manifest.cap is not None and self.observe("still queued", job.name, task.image, False):
            return  # a cap may stop the run before it comes to this one
        task.state = end
        if kind:
            self._fail(task, kind)

    # Orders.

    def cancel(self, job):
        run = job.runs[-1]
        run.cancelled = True
        for task in run.queued():
            task.state = "cancelled"

    def retry(self, job):
        run = job.runs[-1]
        for task in run.tasks.values():
            # What the job does not ask any more is not taken up again.
            if task.state == "failed" and task.image in job.members and run.recipes == job.recipes:
                task.state, task.reasons, task.kind = "queued", REASONS | {"forced"}, None

    # What the views show.

    def state(self, job, image):
        task = job.newest_task(image)
        if task and task.state == "queued":
            return "queued"
        has_failed = task is not None and task.state == "failed"
        stale = has_failed and any(self.count(image, r) < count for r, count in task.need.items() if r in job.recipes)
        if all(self.count(image, r) for r in job.recipes) and not stale:
            return "answered"
        return "failed" if has_failed else "cancelled"

    def _images(self):
        """What a file says is that of the image's first name that is there: READING, any of those that are as good."""
        images, found = {}, {}
        for row in self.rows:
            images.setdefault(row.image, []).append(row)
        for image, rows in images.items():
            best = min((row.is_replaced, row.is_missing and not row.is_replaced) for row in rows)
            of_names = frozenset((row.name.path, *row.facts) for row in rows
                                 if (row.is_replaced, row.is_missing and not row.is_replaced) == best)
            form, width, height = rows[0].file.shape
            found[image] = (0, form, *((width, height) if image.turn < 5 else (height, width)), of_names)
        return found

    def views(self, shown_rows):
        """Each view as {key: value}; a value that is a set allows each of its elements. shown_rows(image, recipe) gives the
        vendor's answer as [(view, row)]."""
        labels, history, places = Counter(), {}, Counter()
        views = {"jobs": {}, "job_images": {}, "failures": {}, "tasks": {}, "runs": {}, "labels": labels,
                 "landmarks": places, "labels_history": history, "answers": {}, "images": self._images(), "image_paths": Counter(
                     (row.name.path, row.image, None if row.is_replaced else row.is_missing, row.is_replaced, *row.facts)
                     for row in self.rows)}
        for job in self.jobs.values():
            states = {image: self.state(job, image) for image in job.members}
            counts = Counter(states.values())
            views["jobs"][job.name] = (len(states), counts["answered"], counts["failed"] + len(job.unread), counts["queued"],
                                       sum(member.is_missing for member in job.members.values()))
            for image, member in job.members.items():
                views["job_images"][job.name, image] = (member.path, states[image], member.is_missing)
                if states[image] == "failed":
                    views["failures"][job.name, image, member.path] = (job.newest_task(image).kind, member.is_missing)
                for recipe in job.shown:
                    if self.count(image, recipe):
                        for view, row in shown_rows(image, recipe):
                            views[view][(job.name, image, member.path, member.is_missing, recipe, *row)] += 1
            for name in job.unread:
                views["failures"][job.name, None, name.path] = (UNREAD_KINDS, EITHER)
            for number, run in enumerate(job.runs):
                ends = Counter(task.state for task in run.tasks.values())
                views["runs"][job.name, number] = (
                    len(run.tasks), ends["done"], ends["failed"], ends["queued"], ends["cancelled"],
                    frozenset(STATES[run.state]), run.settled, run.uncertain)
            for task in (job.runs[-1].tasks.values() if job.runs else ()):
                # Where a file replaced another, the task says which image was there.
                before = task.before.digest if task.reasons == {"bytes_changed"} and task.before else Anything
                views["tasks"][job.name, task.image] = (task.state, task.reasons, before)
        for (image, recipe), days in self.answers.items():
            for generation in range(len(days)):
                views["answers"][image, recipe, generation] = generation == len(days) - 1
                count = sum(view == "labels" for view, _ in shown_rows(image, recipe))
                if count:
                    history[image, recipe, generation] = count
        return views
