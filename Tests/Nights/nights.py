"""Simulated nights: `cairn nightly` on a clock that is set by hand, over the strict Vision peer, which keeps its own meter.

    nights.py [--program PATH] [--nights 1000] [--seed N] [--in-store 25]

Each story is one store over some weeks around the turn of a month or a year, or a change of the clocks. From night to night files
come, change, are tagged, renamed, deleted or broken; pictures are left out, and sources come and are gone for good; features,
parameters, models, caps, prices with their free units and tiers, and time zones change; the service misbehaves; nights are killed, started
twice at the same tick, run beside `cairn run`, or find their disk away. After each night its receipt is held against the attempts of its own
process, against the peer's meter, and in dollars against the prices of the day and the vendor's month. What is broken names its seed.
"""

import argparse
import collections
import datetime
import json
import os
import pathlib
import random
import re
import shutil
import sqlite3
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "Torture"))

from shims import SharedClock  # noqa: E402
from stage import ACCOUNT, Broken, Peer, Stage, find_program, scratch  # noqa: E402
from town import Town  # noqa: E402
from turn import vendor_day  # noqa: E402

# A few days before each of these, in UTC, a story begins.
TURNS = ("2026-12-01", "2027-01-01", "2027-02-28", "2027-03-14", "2026-11-01", "2026-09-01", "2028-02-29", "2027-03-28", "2026-10-25",
         "2027-04-04", "2026-10-04")
# Where cron's machine may be: without a change of clocks, with one in spring or autumn, by half an hour, far east of the vendor.
ZONES = ("UTC", "PST8PDT,M3.2.0,M11.1.0", "CET-1CEST,M3.5.0,M10.5.0/3", "LHST-10:30LHDT-11,M10.1.0,M4.1.0", "<+14>-14", "<-11>11")
FAULTS = (
    None, None, None, None,
    {"match": {"probability": 0.2, "seed": 3}, "fault": {"kind": "unavailable"}},
    {"match": {"probability": 0.2, "seed": 5}, "fault": {"kind": "cut", "worked": True}},
    {"match": {"probability": 0.2, "seed": 7}, "fault": {"kind": "cut"}},
)
# What a service that is down does to every request, or to part of them; an outage lasts for some nights.
OUTAGES = (
    {"match": {}, "fault": {"kind": "unavailable"}},
    {"match": {}, "fault": {"kind": "bad-gateway"}},
    {"match": {}, "fault": {"kind": "garbage"}},
    {"match": {}, "fault": {"kind": "garbage", "worked": True}},
    {"match": {}, "fault": {"kind": "truncated"}},
    {"match": {}, "fault": {"kind": "cut"}},
    {"match": {}, "fault": {"kind": "cut", "worked": True}},
    {"match": {}, "fault": {"kind": "image", "code": 14}},
    {"match": {}, "fault": {"kind": "permission-denied"}},
    {"match": {}, "fault": {"kind": "quota-minute"}},
    {"match": {"from": 2}, "fault": {"kind": "unavailable"}},
    {"match": {"probability": 0.35, "seed": 11}, "fault": {"kind": "unavailable"}},
    {"match": {"probability": 0.5, "seed": 13}, "fault": {"kind": "image", "code": 14}},
)
# Why a night without a person stops where a plan names one of these options.
GUARDS = {"--accept-again": "asked_again", "--accept-removed": "removed", "--accept-missing": "mount_lost"}
# Kinds of failures that may pass, and how many times in a row the next nights ask again: `retry.nights`.
PASSING, RETRY_NIGHTS = ("service", "lost", "unreachable", "unreadable"), 5


class Prices:
    """What units cost by the store's table, which another program's table replaces now and then."""

    def __init__(self):
        self.rows = {}

    def read(self, nights):
        self.rows = {row[0]: row[1:] for row in nights.rows("SELECT feature, free_units, first, first_tier, second FROM price")}

    def change(self, nights):
        """As a program does that brings another table: with the month's free units and its tiers."""
        draw = nights.draw
        with sqlite3.connect(nights.stage.store) as store:
            for feature in ("LABEL_DETECTION", "LANDMARK_DETECTION"):
                free = draw.choice([0, 1, 5, 1000])
                first = draw.choice([900, 1500, 2000])
                store.execute("UPDATE price SET free_units = ?, first = ?, first_tier = ?, second = ? WHERE feature = ?",
                              (free, first, free + draw.choice([0, 3, 20, 5_000_000]), draw.choice([0, 600, first]), feature))
        store.close()
        self.read(nights)

    def bill(self, feature, units):
        """What so many units of one month cost, the free ones first."""
        free, first, tier, second = self.rows[feature]
        return max(0, min(units, tier) - free) * first + max(0, units - tier) * second


class Nights:
    """One store over some nights."""

    def __init__(self, program, peer, home, name, seed):
        self.draw = random.Random(seed)
        self.peer, self.stage = peer, Stage(program, peer, home, name)
        self.town = Town(self.stage, self.draw)
        turn = datetime.datetime.fromisoformat(self.draw.choice(TURNS) + "T00:00:00+00:00").timestamp()
        self.hour = self.draw.choice([7.9, 8.0, 9.5, 10.5])
        start = turn - self.draw.randrange(1, 6) * 86400 + self.hour * 3600
        self.clock = SharedClock(home, self.stage.folder / "clock", int((start - time.time()) * 1000))
        self.zone, self.prices = "UTC", Prices()
        self.outage, self.outage_nights = None, 0
        self.figures = dict.fromkeys(
            ("nights", "prices", "dollars", "zones", "receipts", "units", "uncertain", "kills", "refused", "guarded", "twice", "beside", "quiet",
             "planned", "agreed", "outages", "healed", "given_up", "retries", "gone", "doubtful_caps"), 0)

    @property
    def environment(self):
        return {**self.clock.environment, "TZ": self.zone}

    def start(self, *words):
        return self.stage.start(*words, environment=self.environment)

    def until(self):
        """A time of day by the clock of the machine's zone that is still to come, however clocks change: it stops no night.
        More than twelve hours ahead it would be the one that has passed."""
        if self.draw.random() < 0.5:
            return ()
        os.environ["TZ"] = self.zone
        time.tzset()
        return "--until", time.strftime("%H:%M", time.localtime(self.clock.now() + self.draw.randrange(900, 38000)))

    def has_store(self):
        """Whether the store has its tables: a night may have been killed before it had made them."""
        if not self.stage.store.exists():
            return False
        with sqlite3.connect(f"file:{self.stage.store}?mode=ro", uri=True) as store:
            return store.execute("SELECT count(*) FROM sqlite_schema WHERE name = 'ledger'").fetchone()[0] > 0

    def rows(self, sql, *values):
        if not self.has_store():
            return []
        with sqlite3.connect(f"file:{self.stage.store}?mode=ro", uri=True) as store:
            return store.execute(sql, values).fetchall()

    def known(self):
        """How many pictures a whole submission has found that are there."""
        return (self.rows("""SELECT count(*) FROM job_image WHERE until_submission IS NULL AND missing_at IS NULL
            AND from_submission NOT IN (SELECT submission_id FROM submission WHERE completed_at IS NULL)""") or [(0,)])[0][0]

    def metered(self):
        """Units on the peer's meter, which all stories share, once nothing is on its way."""
        count = -1
        while count != (now := sum(1 for _ in open(self.peer.meter, "rb"))):
            count = now
            time.sleep(0.03)
        return count

    def night(self):
        draw = self.draw
        gone = len(self.town.gone)
        self.town.change_files()
        self.town.change_manifest()
        self.town.write_job()
        self.figures["gone"] += max(0, len(self.town.gone) - gone)
        if draw.random() < 0.3:
            self.zone = draw.choice(ZONES)
            self.figures["zones"] += 1
        if self.has_store():
            if draw.random() < 0.2:
                self.prices.change(self)
                self.figures["prices"] += 1
            self.prices.read(self)
        fault = self.fault()
        self.peer.misbehave([fault] if fault else [], latency_ms=draw.choice([0, 0, 3]))
        if draw.random() < 0.05:
            self.stage.cairn("quota", "set", "--new-account", "--account", ACCOUNT, "--day-units", draw.choice(["8", "1000"]),
                             environment=self.environment, exits=[0, 3])
        kind = draw.choices(["plain", "kill", "twice", "beside", "mount", "quiet"], [10, 2, 2, 2, 1, 5])[0]
        before = self.metered()
        self.newest = (self.rows("SELECT ifnull(max(attempt_id), 0) FROM attempt") or [(0,)])[0][0]
        getattr(self, kind)(before, fault)
        self.figures["nights"] += 1
        # The next night: a day later by the clock on the wall, give or take what cron and clocks do.
        self.clock.jump(int((86400 + draw.choice([0, 0, 3600, -3600]) - 1) * 1000))

    def nightly(self, *words, plan=None):
        """A night that accepts what a plan says that a person must accept: too much of the job asked again, or out of it."""
        accept = (plan or self.plan())["accept"] or ""
        return self.start("nightly", "--new-store", *self.until(), *accept.split(), *words, "job.yaml")

    def plan(self):
        said = self.stage.cairn("plan", "--json", "job.yaml", environment=self.environment, exits=[0, 1]).said()
        return json.loads(next(line for line in said.splitlines() if line.startswith("{")))

    def refuse(self, accept, before):
        """A night without a person, in which too much would change: it asks nothing, and says why."""
        present = "SELECT image_id FROM job_image WHERE until_submission IS NULL AND missing_at IS NULL"
        members = set(self.rows(present))
        run = self.start("nightly", "--new-store", "--json", "job.yaml")
        status, report = run.end(), json.loads(run.said())[0]
        if accept not in GUARDS or (status, report["reason"], report["units"]) != (5, GUARDS[accept], 0):
            raise Broken(f"without {accept}: {run}")
        if gone := members - set(self.rows(present)):
            raise Broken(f"without {accept} {len(gone)} pictures have left: {run}")
        self.meter(before, 0, 0, [run])
        self.figures["guarded"] += 1

    def fault(self):
        """What the service does this night; one that is down may stay so."""
        if self.outage_nights == 0 and self.draw.random() < 0.12:
            self.outage, self.outage_nights = self.draw.choice(OUTAGES), self.draw.randrange(1, 4)
            self.figures["outages"] += 1
        if self.outage_nights == 0:
            return self.draw.choice(FAULTS)
        self.outage_nights -= 1
        return self.outage

    def heal(self):
        """The service is well again, and nothing keeps the job: as many nights as were promised answer all that may be answered."""
        self.peer.misbehave([])
        self.town.budget, self.town.refresh = "", ""
        self.town.write_job()
        self.stage.cairn("quota", "set", "--new-account", "--account", ACCOUNT, "--day-units", "1000000", environment=self.environment)
        for _ in range(RETRY_NIGHTS + 1):
            run = self.nightly("--json")
            status = run.end()
            if status not in (0, 1):
                raise Broken(f"the service is well, nothing is capped: {run}")
            self.clock.jump(86400 * 1000)
        left = self.rows(f"""
            SELECT f.path, f.kind, t.nights FROM failures AS f JOIN task AS t ON t.image_id = f.image_id AND t.run_id = f.run_id
            WHERE f.kind IN {PASSING} AND t.nights < {RETRY_NIGHTS}""")
        waiting = self.rows("SELECT count(*) FROM task JOIN run USING (run_id) WHERE state IN ('queued', 'running')"
                            " AND superseded_by IS NULL AND cancelled_at IS NULL")[0][0]
        if left or waiting:
            raise Broken(f"the service was well for {RETRY_NIGHTS + 1} nights, {waiting} images wait, and these fail: {left}")
        self.figures["given_up"] += self.rows(f"SELECT count(*) FROM failures WHERE kind IN {PASSING}")[0][0]
        self.figures["healed"] += 1

    def plain(self, before, fault):
        plan = self.plan()
        if plan["accept"]:
            self.refuse(plan["accept"], before)
            plan = self.plan()
        day, doubtful = vendor_day(self.clock.now()), self.doubtful()
        run = self.nightly("--json", plan=plan)
        self.judge(run, run.end(), before, fault)
        report = json.loads(run.said())[0]
        asked = {reason["reason"]: reason["images"] for reason in report["reasons"]}
        left = asked.pop("left_before", 0)
        if asked != {reason["reason"]: reason["images"] for reason in plan["reasons"]}:
            raise Broken(f"the plan said {plan['reasons']}: {run}")
        if left == 0 and report["units_planned"] != plan["units"]:
            raise Broken(f"the plan said {plan['units']} units: {run}")
        # With nothing gone wrong, and no midnight of the vendor's between them, the dollars are those of the plan, too.
        if left == 0 and fault is None and report["exit"] == 0 and day == vendor_day(self.clock.now()):
            for key in ("usd_high",) if doubtful else ("usd_low", "usd_high"):
                if abs(report[key] - plan[key]) > 5e-7:
                    raise Broken(f"the plan said {plan['usd_low']} to {plan['usd_high']} dollars: {run}")
            self.figures["dollars"] += report["units"] > 0
        self.figures["agreed"] += 1

    def doubtful(self):
        """Units that may have been billed, of any month: of what they cost at the least a plan and a receipt know differently."""
        return (self.rows("SELECT count(*) FROM ledger WHERE state NOT IN ('settled', 'released')") or [(0,)])[0][0]

    def kill(self, before, fault):
        # Something to be killed at, and time for it.
        for _ in range(3):
            self.town.write(self.stage.pictures / f"{self.town.number + 1}.jpg")
        self.peer.misbehave([fault] if fault else [], latency_ms=60)
        run = self.nightly("--json")
        time.sleep(0.15 * self.draw.random())
        if run.kill():
            self.figures["kills"] += 1
            self.held(before, run.pid, None)
        else:
            self.judge(run, run.process.returncode, before, fault)

    def twice(self, before, fault):
        """Two crons at the same tick: one wins, or the second finds the first one's work done."""
        runs = [self.nightly("--json") for _ in range(2)]
        ends = [run.end() for run in runs]
        if ends.count(6) > 1:
            raise Broken(f"both of two nights gave way: {runs[0]} {runs[1]}")
        self.figures["twice"] += 6 in ends
        sums = [self.judge(run, end, None, fault) for run, end in zip(runs, ends)]
        self.meter(before, sum(units for units, _ in sums), sum(uncertain for _, uncertain in sums), runs)

    def beside(self, before, fault):
        """`run` works on the same job at the same time: each has its own units."""
        other, night = self.start("run", "--accept-again", "job.yaml"), self.nightly("--json")
        status = night.end()
        if other.end() not in (0, 1, 4, 5):
            raise Broken(str(other))
        units, uncertain = self.judge(night, status, None, fault)
        own = self.ledger(other.pid)
        self.meter(before, units + own[0], uncertain + own[1], [night, other])
        self.figures["beside"] += 1

    def mount(self, before, fault):
        """The disk with the pictures is away for a night."""
        away = self.stage.folder / "away"
        self.stage.pictures.rename(away)
        self.stage.pictures.mkdir()
        try:
            if self.known() <= 10:
                return
            selection = self.rows("SELECT * FROM job_image")
            run = self.start("nightly", "--new-store", "--json", *self.until(), "job.yaml")
            status = run.end()
            report = json.loads(run.said())[0]
            reasons = ["mount_lost"] + ["removed"] * (self.town.exclude != "")
            if report["reason"] not in reasons or (status, report["units"]) != (5, 0):
                raise Broken(f"the disk was away: {run}")
            if self.rows("SELECT * FROM job_image") != selection:
                raise Broken("a night without its disk has changed the selection")
            self.meter(before, 0, 0, [run])
            self.figures["refused"] += 1
        finally:
            self.stage.pictures.rmdir()
            away.rename(self.stage.pictures)

    def quiet(self, before, fault):
        """As cron starts it: words only where somebody should look."""
        was_killed = (self.rows("SELECT count(*) FROM night WHERE ended_at IS NULL") or [(0,)])[0][0] > 0
        known, plan = self.known(), self.plan()
        news = {
            "killed": was_killed,
            "asks otherwise": any(reason["reason"] in ("model_changed", "parameters_changed", "feature_added")
                                  for reason in plan["reasons"]),
            "left or replaced": max(plan["removed"], plan["replaced"]) > max(10, known // 2),
            "gone": plan["missing"] > max(10, known // 10),
            "empty": not self.town.given() and (plan["missing"] > 0 or not self.rows(
                "SELECT 1 FROM submission WHERE completed_at IS NOT NULL LIMIT 1"))}
        run = self.nightly(plan=plan)
        status = run.end()
        units, uncertain = self.ledger(run.pid)
        if (status != 0 or uncertain > 0 or any(news.values())) != (run.said() != ""):
            raise Broken(f"{uncertain} units uncertain, {news}: {run}")
        if status == 1 and not self.failed(run.pid):
            raise Broken(f"nothing failed this night: {run}")
        if status == 5:
            self.capped(run)
        self.meter(before, units, uncertain, [run])
        self.figures["quiet"] += status == 0

    def failed(self, pid):
        """What failed in one process's night for the first time, or once more: images, and sources and names that cannot be read."""
        return self.rows("""
            SELECT a.attempt_id FROM attempt AS a JOIN worker AS w USING (worker_id)
            WHERE w.pid = ? AND a.attempt_id > ? AND a.outcome = 'failed'
            UNION ALL SELECT problem_id FROM submission_problem WHERE NOT is_notice
                AND submission_id = (SELECT max(submission_id) FROM submission)""", pid, self.newest)

    def capped(self, run):
        """A cap that units of unknown bill keep closed, which the settled ones alone would not, is told with what opens it."""
        said = run.said()
        cap = next((name for name in ("daily", "monthly") if f"stopped at its {name} cap" in said), None)
        if cap is None:
            return
        length = {"daily": 10, "monthly": 7}[cap]
        today = vendor_day(self.clock.now())[:length]
        doubtful = sum(vendor_day(moment / 1000)[:length] == today for moment, in self.rows(
            "SELECT a.started_at FROM ledger AS l JOIN attempt AS a USING (attempt_id) WHERE l.state = 'uncertain'"))
        used = re.findall(r"([\d,]+) to [\d,]+ of ([\d,]+) units?", " ".join(said.split()))
        numbers = [[int(word.replace(",", "")) for word in pair] for pair in used]
        opens = doubtful > 0 and (not numbers or any(settled < units for settled, units in numbers))
        if opens != ("cairn quota settle --not-billed" in said):
            raise Broken(f"{doubtful} units of {today} may have been billed: {run}")
        self.figures["doubtful_caps"] += doubtful > 0

    def ledger(self, pid):
        """Units that one process's attempts of this night may have cost, and the uncertain ones among them."""
        return self.rows("""
            SELECT count(*), count(*) FILTER (WHERE l.state <> 'settled') FROM ledger AS l JOIN attempt AS a USING (attempt_id)
            JOIN worker AS w USING (worker_id) WHERE w.pid = ? AND a.attempt_id > ? AND l.state <> 'released'""",
                         pid, self.newest)[0] if self.has_store() else (0, 0)

    def retries(self, pid):
        """Units of one process's night for images that it had asked the same before."""
        return self.rows("""
            SELECT count(*) - count(DISTINCT a.task_id || '/' || l.recipe_id) FROM ledger AS l JOIN attempt AS a USING (attempt_id)
            JOIN worker AS w USING (worker_id) WHERE w.pid = ? AND a.attempt_id > ? AND l.state <> 'released'""",
                         pid, self.newest)[0][0]

    def meter(self, before, units, uncertain, runs):
        delta = self.metered() - before
        if not units - uncertain <= delta <= units:
            raise Broken(f"the meter says {delta}, the receipt {units} with {uncertain} uncertain: {' '.join(map(str, runs))}")

    def held(self, before, pid, report):
        """Of a killed night nobody tells; the meter is within what the next worker will find."""
        most = self.ledger(pid)[0]
        delta = self.metered() - before
        if delta > most:
            raise Broken(f"a killed night has {delta} units on the meter, and {most} in the ledger")

    def judge(self, run, status, before, fault):
        """Holds a night's report against the store; `before` is None where others worked beside it."""
        if status not in (0, 1, 4, 5, 6):
            raise Broken(str(run))
        report = json.loads(run.said())[0]
        if report["exit"] != status:
            raise Broken(f"exit {status}: {run}")
        units, uncertain = self.ledger(run.pid)
        if (report["units"], report["units_uncertain"]) != (units, uncertain):
            raise Broken(f"its own attempts have {units} units, {uncertain} uncertain: {run}")
        if report.get("reason") == "time":
            raise Broken(f"its time was not over by the clock of {self.zone}: {run}")
        self.dollars(report, run, before is not None)
        if before is not None:
            self.meter(before, units, uncertain, [run])
            self.month(report)
            if status == 0:
                retries = self.retries(run.pid)
                if report["units_planned"] + retries != units or fault is None and retries > 0:
                    raise Broken(f"the plan said {report['units_planned']}, and {retries} were retries: {run}")
                self.figures["planned"] += 1
                self.figures["retries"] += retries
            if report["unusual"]:
                raise Broken(f"all answers are alike: {run}")
        self.figures["receipts"] += 1
        self.figures["units"] += units
        self.figures["uncertain"] += uncertain
        return units, uncertain

    def dollars(self, report, run, is_alone):
        """A receipt's dollars: at the most each of its own units at the price of the day, at the least what its settled ones
        make the vendor's month dearer."""
        if not self.has_store():
            return
        if not self.prices.rows:
            self.prices.read(self)
        own, months = collections.Counter(), collections.Counter()
        most = 0
        for moment, feature, state, pid, attempt in self.rows("""
                SELECT a.started_at, r.feature, l.state, w.pid, a.attempt_id FROM ledger AS l JOIN attempt AS a USING (attempt_id)
                JOIN worker AS w USING (worker_id) JOIN recipe AS r ON r.recipe_id = l.recipe_id WHERE l.state <> 'released'"""):
            month = vendor_day(moment / 1000)[:7], feature
            is_own = pid == run.pid and attempt > self.newest
            most += self.prices.rows[feature][1] * is_own
            if state == "settled":
                months[month] += 1
                own[month] += is_own
        least = sum(self.prices.bill(feature, months[month, feature]) - self.prices.bill(feature, months[month, feature] - units)
                    for (month, feature), units in own.items())
        if abs(report["usd_high"] * 1e6 - most) > 0.5:
            raise Broken(f"its own units cost {most / 1e6} at the most: {run}")
        # Another who works beside it may have settled units between the report and now.
        if is_alone and abs(report["usd_low"] * 1e6 - least) > 0.5:
            raise Broken(f"its own units cost {least / 1e6} at the least: {run}")

    def month(self, report):
        """The month's dollars by the vendor's calendar, which is asked of the C library."""
        months = {}
        for moment, cost in self.rows("""
                SELECT a.started_at, l.micro_usd FROM ledger AS l JOIN attempt AS a USING (attempt_id)
                WHERE l.state <> 'released'"""):
            month = vendor_day(moment / 1000)[:7]
            months[month] = months.get(month, 0) + cost
        wanted = months.get(vendor_day(self.clock.now())[:7], 0) / 1e6
        if months and report["exit"] != 6 and abs((report["month_usd_high"] or 0) - wanted) > 1e-9:
            raise Broken(f"the month has cost {wanted}, the receipt says {report['month_usd_high']}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--program")
    parser.add_argument("--nights", type=int, default=1000)
    parser.add_argument("--in-store", type=int, default=25)
    parser.add_argument("--seed", type=int, default=int(time.time()))
    options = parser.parse_args()
    program, home, began = find_program(options.program), scratch(), time.monotonic()
    peer = Peer(home, "--canned")
    figures, seed = {}, options.seed
    try:
        while figures.get("nights", 0) < options.nights:
            nights = Nights(program, peer, home, f"nights-{seed}", seed)
            count = min(options.in_store, options.nights - figures.get("nights", 0))
            for number in range(count + 1):
                try:
                    if number < count:
                        nights.night()
                    elif nights.has_store():
                        nights.heal()
                except (Broken, KeyError, ValueError, IndexError) as problem:
                    print(f"BROKEN: --seed {seed}, night {number + 1}, in {nights.stage.folder}: {problem!r}", flush=True)
                    sys.exit(1)
            nights.stage.cairn("doctor", exits=[0], environment=nights.clock.environment)
            for name, value in nights.figures.items():
                figures[name] = figures.get(name, 0) + value
            nights.stage.remove()
            seed += 1
    finally:
        peer.close()
    shutil.rmtree(home)
    print(f"held: {', '.join(f'{value} {name}' for name, value in figures.items())}; {time.monotonic() - began:.0f} s", flush=True)


main()
