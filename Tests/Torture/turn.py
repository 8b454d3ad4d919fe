"""The vendor's month, and days on which clocks are changed, turn while workers work and are killed.

The workers' clock is set to some seconds before the vendor's midnight. Each day and each month has its caps: what was not spent
before midnight is not carried over, and what is spent after it is another day's.
"""

import datetime
import os
import random
import time

from books import Books
from shims import SharedClock
from stage import FEATURES, Broken, Stage

# The seconds, in UTC, at which the vendor's day ends or does not, though clocks change; with the days around them.
TURNS = {
    "month": ("2026-12-01T08:00:00", "2026-11-30", "2026-12-01"),
    "year": ("2027-01-01T08:00:00", "2026-12-31", "2027-01-01"),
    "short-day": ("2027-03-15T07:00:00", "2027-03-14", "2027-03-15"),
    "long-day": ("2026-11-02T08:00:00", "2026-11-01", "2026-11-02"),
    "month-in-summer": ("2026-09-01T07:00:00", "2026-08-31", "2026-09-01"),
    "clocks-forth": ("2027-03-14T10:00:00", "2027-03-14", "2027-03-14"),
    "clocks-back": ("2026-11-01T09:00:00", "2026-11-01", "2026-11-01"),
}
ZONE = "America/Los_Angeles" if os.path.exists("/usr/share/zoneinfo/America/Los_Angeles") else "PST8PDT,M3.2.0,M11.1.0"
BEFORE = 4  # seconds of work before the turn
AFTER = 3
IN_FLIGHT = 2
# One request on its way from each sender of each worker.
ON_THEIR_WAY = 2 * IN_FLIGHT * 16 * len(FEATURES)


def vendor_day(seconds):
    """As the C library counts days at the vendor's."""
    os.environ["TZ"] = ZONE
    time.tzset()
    return time.strftime("%Y-%m-%d", time.localtime(seconds))


def run(program, peer, home, seed, turns, say):
    figures = {}
    for number, name in enumerate(turns or TURNS):
        stage = Stage(program, peer, home, f"turn-{name}")
        try:
            told = one(stage, peer, home, random.Random(seed + number), name)
        except Broken as problem:
            raise Broken(f"turn --seed {seed} --turn {name}, in {stage.folder}: {problem}") from None
        say(f"{name}: " + ", ".join(f"{value} {words}" for words, value in told.items()))
        stage.remove()
        figures[name] = told["kills"]
    return {"turns": len(figures), "kills": sum(figures.values())}


def one(stage, peer, home, draw, name):
    text, before, after = TURNS[name]
    turn = datetime.datetime.fromisoformat(text + "+00:00").timestamp()
    clock = SharedClock(home, stage.folder / "clock", int((turn - BEFORE - time.time()) * 1000))
    books = Books(stage)
    # Some days are at their cap at midnight, some are not; the month's is never.
    cap = draw.choice([256, 800, 4000])
    peer.misbehave([{"match": {"probability": 0.05, "seed": 1}, "fault": {"kind": "cut", "worked": True}}], latency_ms=250)
    stage.add_pictures(5000)
    stage.write_job(f"day: {{units: {cap}}}, month: {{units: {cap + 500}}}", in_flight=IN_FLIGHT, crashes=100)
    stage.cairn("submit", "job.yaml", exits=[0], environment=clock.environment)
    # Submitting takes as long as it takes.
    clock.jump(int((turn - BEFORE - clock.now()) * 1000))
    live, kills, ended = [], 0, 0
    while clock.now() < turn + AFTER:
        while len(live) < 2:
            live.append(stage.start("work", environment=clock.environment))
        time.sleep(0.2 * draw.random())
        if draw.random() < 0.2:
            kills += live.pop(0).kill()
            books.check()
        for worker in [worker for worker in live if worker.is_over()]:
            live.remove(worker)
            ended += 1
            if worker.end() not in (0, 5):
                raise Broken(str(worker))
    for worker in live:
        kills += worker.kill()
    stage.cairn("work", exits=[5, 0], environment=clock.environment)
    books.check()
    judge(books, stage, clock, turn, cap, before, after)
    stage.cairn("doctor", exits=[0], environment=clock.environment)
    spent = dict(books.rows("SELECT day, count(*) FROM ledger WHERE state <> 'released' GROUP BY day"))
    late = sum(1 for row in peer.rows(books.digests()) if row["at"] + clock.milliseconds / 1000 >= turn
               and before != after) - spent.get(after, 0)
    return {"kills": kills, "workers that ended by themselves": ended, "units a day": cap, f"units on {before}": spent[before],
            "units the day after": spent.get(after, 0) if before != after else 0,
            "units more on the meter after midnight than in the books": max(0, late)}


def judge(books, stage, clock, turn, cap, before, after):
    """Each unit is in the books under the vendor's day of its reservation; no day and no month has more than its cap, in the
    books, or on the meter but for what was on its way at midnight."""
    days = {}
    for started, day, state in books.rows("""
            SELECT a.started_at, l.day, l.state FROM ledger AS l JOIN attempt AS a USING (attempt_id)"""):
        if vendor_day(started / 1000) != day:
            raise Broken(f"a unit of {started} ms is under {day}; at the vendor's it is {vendor_day(started / 1000)}")
        days[day] = days.get(day, 0) + (state != "released")
    if set(days) != {before, after} or min(days.values()) == 0:
        raise Broken(f"units on {days}, and not on {before} and {after}")
    months = {}
    for day, units in days.items():
        if units > cap:
            raise Broken(f"{units} units on {day}, the cap is {cap}")
        months[day[:7]] = months.get(day[:7], 0) + units
    if max(months.values()) > cap + 500:
        raise Broken(f"units by month: {months}, the cap is {cap + 500}")
    shown = {(scope, period): units for scope, period, units in books.rows("SELECT scope, period, units FROM cap_usage")}
    wanted = {("job_day", day): units for day, units in days.items()} | {("job_month", month): units for month, units in months.items()}
    if any(shown.get(key) != units for key, units in wanted.items()):
        raise Broken(f"the sums say {shown}, the ledger {wanted}")
    metered = {}
    for row in stage.peer.rows(books.digests()):
        day = vendor_day(row["at"] + clock.milliseconds / 1000)
        metered[day] = metered.get(day, 0) + 1
    for day, units in metered.items():
        if units > cap + (ON_THEIR_WAY if day == after != before else 0):
            raise Broken(f"{units} units on the meter on {day}, the cap is {cap}")
