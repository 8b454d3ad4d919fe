"""kill -9, and SIGSTOP, at random moments: workers on stores, a vendor that loses answers, its meter on disk; and at every restart the books.

A store is one story, told by one seed: budgets, crashes allowed, faults, latencies, when whom to kill.
"""

import random
import signal
import time

from books import Books
from shims import SharedClock, clock
from stage import ACCOUNT, FEATURES, Broken, Stage


def faults(seed):
    """5 % of the answers lost after the work, 5 % 503 after the work, 3 % 429 before it."""
    return [
        {"match": {"probability": 0.05, "seed": seed}, "fault": {"kind": "cut", "worked": True, "reset": seed % 2 == 0}},
        {"match": {"probability": 0.0527, "seed": seed + 1}, "fault": {"kind": "unavailable", "worked": True}},
        {"match": {"probability": 0.0334, "seed": seed + 2}, "fault": {"kind": "quota-minute", "retry_delay": "0.03s"}},
    ]


class Story:
    """One store, from its first kill to the end of its work."""

    stage_type = Stage

    def __init__(self, program, peer, home, seed, kills, clocks, jumps, local):
        self.home, self.clocks, self.local = home, clocks, local
        self.random = random.Random(seed)
        self.seed, self.wanted = seed, kills
        self.stage = self.stage_type(program, peer, home, f"seed-{seed}")
        self.books = Books(self.stage)
        self.kills, self.stops, self.live, self.stopped, self.cap = 0, 0, [], [], None
        self.claimed, self.jumps = 0, 0
        self.caps, self.finished = {}, set()
        self.shared = SharedClock(home, self.stage.folder / "clock") if jumps else None

    def tell(self):
        try:
            self._begin()
            while self.kills < self.wanted:
                self._round()
            self._finish()
            figures = self.books.summary()
        except Broken as problem:
            raise Broken(f"seed {self.seed}, after {self.kills} kills, in {self.stage.folder}: {problem}") from None
        finally:
            for run in self.live + self.stopped:
                run.kill()
        self.stage.remove()
        return figures | {"kills": self.kills, "claimed": self.claimed, "stops": self.stops, "jumps": self.jumps}

    @property
    def _batch(self):
        """Pictures that join the job at a time: a model takes longer over one than the vendor's stand-in."""
        return 120 if self.local else 400

    def _begin(self):
        draw = self.random
        self.stage.peer.misbehave(faults(self.seed * 10), latency_ms=draw.choice([0, 5, 20, 60]))
        self.stage.add_pictures(self._batch)
        self.crashes = draw.choice([2, 3, 100])
        self.in_flight = draw.choice([1, 2, 8])
        if self.local:
            self.scope = "none"
            self.stage.write_local_job(self.crashes)
            return
        # A day's cap is not the sum's where clocks disagree about the day, or are set to another one.
        self.scope = draw.choice(["none", "run"] if self.clocks or self.shared else ["none", "none", "run", "day", "month", "account"])
        if self.scope != "none":
            self.cap = draw.randrange(200, 1200)
        budget = f"{self.scope}: {{units: {self.cap}}}" if self.scope in ("run", "day", "month") else ""
        self.stage.write_job(budget, crashes=self.crashes, in_flight=self.in_flight)
        if self.scope == "account":
            self.stage.cairn("quota", "set", "--new-account", "--account", ACCOUNT, "--day-units", str(self.cap), exits=[0])

    def _round(self):
        """Some workers, some kills, and the books after each."""
        draw = self.random
        while len(self.live) < draw.randint(1, 4):
            words = ("run", "job.yaml") if draw.random() < 0.5 or not self.books.is_there() else ("work",)
            self.live.append(self.stage.start(*words, environment=self._clock()))
        time.sleep(draw.choice([0.03, 0.1, 0.25, 0.6]) * draw.random())
        if draw.random() < 0.3:
            self._stop_or_go_on()
        if self.shared and draw.random() < 0.5:
            self.shared.jump(draw.choice([-7_200_000, -90_000, -3000, 3000, 90_000, 3_600_000, 40 * 86_400_000, -40 * 86_400_000]))
            self.jumps += 1
        if not self.live:
            return
        all_of_them = draw.random() < 0.4
        victims = list(self.live) if all_of_them else [draw.choice(self.live)]
        was_there = self.books.is_there()
        for run in victims:
            self.live.remove(run)
            if run.kill():
                self.kills += 1
            else:
                self._judge(run)
        for run in [run for run in self.live if run.is_over()]:
            self.live.remove(run)
            self._judge(run)
        if not was_there and not self.books.is_there():
            return
        if draw.random() < 0.3 and not self.live:
            # Now the program is the first to find the log that a kill has left.
            self.stage.cairn("doctor", exits=[0])
        if self.books.is_there():
            self.claimed = self.books.number("SELECT count(*) FROM attempt WHERE outcome = 'died'")
            self.books.check(self._cap)
            self._feed()

    def _stop_or_go_on(self):
        """Stops a worker, or lets one go on to which others may have done anything meanwhile."""
        if self.stopped and self.random.random() < 0.5:
            run = self.stopped.pop(0)
            run.send(signal.SIGCONT)
            self.live.append(run)
            return
        run = self.random.choice(self.live)
        if run.is_over():
            return
        run.stop()
        # One that holds a lock, or is about to make the store, would only make all others wait.
        if not run.is_over() and self.books.is_free():
            self.live.remove(run)
            self.stopped.append(run)
            self.stops += 1
        else:
            run.send(signal.SIGCONT)

    def _clock(self):
        """Where clocks disagree, one of some hours before or behind the others."""
        if self.shared:
            return self.shared.environment
        return clock(self.home, self.random.choice([0, -90_000, 90_000, -3_600_000, 7_200_000])) if self.clocks else None

    def _judge(self, run):
        """What came to its end by itself may only have found what is true."""
        status = run.end()
        # A cap may be raised in the manifest while a submission of the old one is under way.
        is_overtaken = status == 130 and self.cap is not None and "a newer submission of the job" in run.said()
        fine = status in (0, 1) or status == 5 and self.cap is not None or is_overtaken \
            or status == 3 and run.words[0] == "work" and "cannot open the store" in run.said()
        if not fine:
            raise Broken(str(run))

    def _feed(self):
        """A run that is over, or at its cap, leaves nothing to be killed at: there is more to do, and more to spend."""
        is_over = self.books.number("SELECT count(*) > 0 AND min(finished_at IS NOT NULL) FROM run")
        if is_over:
            self.stage.add_pictures(self._batch)
        elif self.cap is not None and self.random.random() < 0.1:
            self._raise_cap(self.cap + self.random.randrange(50, 300))

    def _cap(self):
        """What the meter may say at most: the newest manifest's cap holds for each run until the run has finished."""
        if self.scope != "run" or not self.books.is_there():
            return self.cap
        for run, is_finished in self.books.rows("SELECT run_id, finished_at IS NOT NULL FROM run"):
            if run not in self.finished:
                self.caps[run] = self.cap
                self.finished |= {run} if is_finished else set()
        return sum(self.caps.values())

    def _raise_cap(self, cap, more=""):
        if self.local:
            self.stage.write_local_job(self.crashes, more)
            return
        self.cap = cap
        if self.scope == "account":
            self.stage.cairn("quota", "set", "--new-account", "--account", ACCOUNT, "--day-units", str(cap), exits=[0])
        budget = f"{self.scope}: {{units: {cap}}}" if self.scope in ("run", "day", "month") else ""
        self.stage.write_job(budget, crashes=self.crashes, in_flight=self.in_flight, more=more)

    def _finish(self):
        """Lets the rest be done undisturbed, and counts."""
        for run in self.live + self.stopped:
            self.kills += run.kill()
        self.live, self.stopped = [], []
        if self.books.is_there():
            self.books.check(self._cap)
        # Who was killed with nothing claimed, in a run that was over, is noticed by the next who has something to do.
        self.stage.add_pictures(1)
        self.stage.cairn("run", "job.yaml", exits=[0, 1, 5])
        self.books.check(self._cap)
        kinds = [row[0] for row in self.books.rows("SELECT DISTINCT kind FROM failures")]
        if kinds not in ([], ["quarantined"]):
            raise Broken(f"failures that are none: {kinds}")
        # The newest manifest gives all runs room enough, and asks again what was quarantined.
        if self.cap is not None or kinds:
            self._raise_cap(1_000_000, more="refresh: {failed: true}")
            self.stage.cairn("run", "job.yaml", exits=[0])
        for (run,) in self.books.rows("SELECT DISTINCT run_id FROM task WHERE state = 'failed'"):
            self.stage.cairn("retry", str(run), exits=[0])
        self.stage.cairn("run", "job.yaml", exits=[0])
        self.stage.cairn("work", exits=[0])
        self.books.check()
        self.stage.cairn("doctor", exits=[0])
        self.books.expect_none([
            ("tasks not done", "SELECT count(*) FROM task WHERE state <> 'done'"),
            ("images of the job not answered", "SELECT count(*) FROM job_images WHERE state <> 'answered'"),
            ("attempts running", "SELECT count(*) FROM attempt WHERE outcome = 'running'"),
            ("workers that have not ended", "SELECT count(*) FROM worker WHERE ended_at IS NULL"),
            ("units open", "SELECT count(*) FROM ledger WHERE state IN ('reserved', 'sent')"),
        ], when="at the end ")
        images, answers = self.books.number("SELECT count(*) FROM image"), self.books.number("SELECT count(*) FROM answer")
        members = self.books.number("SELECT count(*) FROM job_image WHERE until_submission IS NULL")
        if images != self.stage.count or members != images or answers != images * (1 if self.local else len(FEATURES)):
            raise Broken(f"{self.stage.count} pictures, {images} images, {members} in the selection, {answers} answers")
        metered = self.stage.peer.counts().total()
        self.stage.cairn("run", "job.yaml", exits=[0])
        if self.stage.peer.counts().total() != metered:
            raise Broken("what was known was asked again")


def run(program, peer, home, seed, kills, in_store, clocks, jumps, local, say):
    """So many kills over as many stores as it takes."""
    return run_all(lambda seed, kills: Story(program, peer, home, seed, kills, clocks, jumps, local), seed, kills, in_store, say)


def run_all(story, seed, kills, in_store, say):
    total = {}
    while total.get("kills", 0) < kills:
        figures = story(seed, min(in_store, kills - total.get("kills", 0))).tell()
        say(f"seed {seed}: " + ", ".join(f"{name} {value}" for name, value in figures.items()))
        for name, value in figures.items():
            total[name] = total.get(name, 0) + value
        total["stores"] = total.get("stores", 0) + 1
        seed += 1
    return total
