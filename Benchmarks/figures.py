#!/usr/bin/env python3
"""The kept figures of `Benchmarks/run --few`: a line for each commit, each ratio turned so that more is better.

    python3 -m doctest Benchmarks/figures.py             holds the examples below

A ratio must be at least 0.9 of the median of the last five lines before it, and at least 0.85 of the first line: the one finds a
step, the other many small ones. `figures` are lines, oldest first, and a line is its date, its commit and its ratios by name.

>>> figures = [Line("2026-01-0%d" % day, "c%d" % day, {"start": ratio}) for day, ratio in enumerate((1.0, 1.1, 1.2, 1.0, 1.3, 1.1), 1)]
>>> misses(figures, {"start": 0.99})
[]
>>> misses(figures, {"start": 0.98})
['start: 0.98 is below 0.99, 0.9 of the median of the last 5 lines (1.1)']

Many small steps: the median has followed them, the first line has not.

>>> fallen = [figures[0]] + [Line("2026-02-01", "d", {"start": 0.87})] * 5
>>> misses(fallen, {"start": 0.85})
[]
>>> misses(fallen, {"start": 0.84})
['start: 0.84 is below 0.85, 0.85 of the first line (1)']

Without earlier lines, or for a benchmark that they do not have, there is no limit.

>>> misses([], {"start": 0.1})
[]
>>> misses(figures, {"start": 1.1, "local": 0.1})
[]

A commit is held against the lines before its own, and its own is replaced where it stands.

>>> again = Line("2026-03-01", "c2", {"start": 0.9})
>>> [line.commit for line in before(figures, "c2")], [line.commit for line in before(figures, "new")]
(['c1'], ['c1', 'c2', 'c3', 'c4', 'c5', 'c6'])
>>> [(line.date, line.commit) for line in kept(figures, again)][:3]
[('2026-01-01', 'c1'), ('2026-03-01', 'c2'), ('2026-01-03', 'c3')]
>>> kept(figures, Line("2026-03-01", "new", {}))[-1].commit
'new'

What is written is read as it was; a benchmark that a line lacks has an empty cell.

>>> text = written([Line("2026-01-01", "c1", {"start": 0.191}), Line("2026-01-02", "c2", {"start": 0.2, "local": 0.85})])
>>> text
'date\\tcommit\\tstart\\tlocal\\n2026-01-01\\tc1\\t0.191\\t\\n2026-01-02\\tc2\\t0.2\\t0.85\\n'
>>> parsed(text)[1] == Line("2026-01-02", "c2", {"start": 0.2, "local": 0.85}), "local" in parsed(text)[0].ratios
(True, False)
"""
import statistics
import typing


class Line(typing.NamedTuple):
    date: str
    commit: str
    ratios: dict


def before(figures, commit):
    """The lines that a commit is compared with."""
    commits = [line.commit for line in figures]
    return figures[:commits.index(commit)] if commit in commits else figures


def kept(figures, line):
    """The lines with this one, in the place of its commit's or at the end."""
    place = len(before(figures, line.commit))
    return figures[:place] + [line] + figures[place + 1:]


def misses(earlier, ratios):
    """What is below its limit, each with its name, its value and the higher one of its limits."""
    told = []
    for name, ratio in ratios.items():
        values = [line.ratios[name] for line in earlier if name in line.ratios]
        if not values:
            continue
        last, first = values[-5:], values[0]
        middle = statistics.median(last)
        limit, rule = max((0.9 * middle, f"0.9 of the median of the last {len(last)} lines ({middle:.3g})"),
                          (0.85 * first, f"0.85 of the first line ({first:.3g})"))
        if ratio < limit - 1e-9:
            told.append(f"{name}: {ratio:.3g} is below {limit:.3g}, {rule}")
    return told


def written(figures):
    names = list(dict.fromkeys(name for line in figures for name in line.ratios))
    rows = [["date", "commit", *names]]
    rows += [[line.date, line.commit, *(f"{line.ratios[name]:.3g}" if name in line.ratios else "" for name in names)] for line in figures]
    return "".join("\t".join(row) + "\n" for row in rows)


def parsed(text):
    rows = [row.split("\t") for row in text.splitlines()]
    return [Line(date, commit, {name: float(cell) for name, cell in zip(rows[0][2:], cells) if cell}) for date, commit, *cells in rows[1:]]
