"""The Nth system call fails, for N = 1, 2, 3, ... until none does: once, and from then on.

Each time a fresh folder: the program makes the store, submits and works while the call fails, then the books are looked at, and
a clean run finishes what is left.
"""

import errno
import itertools

from books import Books
from shims import build
from stage import FEATURES, Broken, Stage

# Of each kind: its errors, and how dense N is tried: every one up to `all`, then every so many percent.
KINDS = {
    "open": ([errno.EIO, errno.EMFILE], 60),
    "read": ([errno.EIO], 60),
    "write": ([errno.EIO, errno.ENOSPC], 60),
    "sync": ([errno.EIO], 60),
    "connect": ([errno.ECONNREFUSED, errno.ENETUNREACH], 60),
    "send": ([errno.ECONNRESET, errno.EPIPE], 60),
    "receive": ([errno.ECONNRESET, errno.ETIMEDOUT], 60),
    "map": ([errno.ENOMEM], 60),
    "memory": ([errno.ENOMEM], 30),
}
PICTURES = 40


def numbers(every, growth, first):
    """1, 2, 3, ... up to `every`, then in steps that grow with N; from `first`."""
    number = 1
    while True:
        if number >= first:
            yield number
        number += 1 if number < every else max(1, int(number * growth))


def one(program, peer, home, library, kind, number, code, goes_on):
    """Whether the call was reached; Broken where a promise does not hold."""
    name = f"{kind}-{number}-{errno.errorcode[code]}{'-on' if goes_on else ''}"
    stage = Stage(program, peer, home, name)
    books = Books(stage)
    stage.add_pictures(PICTURES)
    stage.write_job(retry="attempts: 4, base: 1ms, cap: 5ms, timeout: 20s")
    report = stage.folder / "failed"
    environment = {"LD_PRELOAD": str(library), "FAIL_CALL": kind, "FAIL_AT": str(number), "FAIL_ERRNO": str(code),
                   "FAIL_REPORT": str(report)} | ({"FAIL_ON": "1"} if goes_on else {})
    try:
        bad = stage.cairn("run", "job.yaml", environment=environment, seconds=60)
        status = bad.end()
        if status < 0 or status not in (0, 1, 2, 3, 4):
            raise Broken(f"a crash, or an exit without meaning: {bad}")
        # Standard error itself may be what cannot be written.
        if status not in (0, 1) and not bad.said().strip() and kind != "write":
            raise Broken(f"no word about what is wrong: {bad}")
        if not report.exists():
            if status != 0:
                raise Broken(f"nothing failed, and yet: {bad}")
            stage.remove()
            return False
        if books.is_there():
            books.check()
        # A name that could not be read is looked at again when it is submitted again; a failure when it is asked for.
        clean = stage.cairn("run", "job.yaml", exits=[0, 1])
        for (run,) in books.rows("SELECT DISTINCT run_id FROM failures WHERE run_id IS NOT NULL"):
            stage.cairn("retry", str(run), exits=[0])
            clean = stage.cairn("work", exits=[0])
        stage.cairn("run", "job.yaml", exits=[0])
        books.check()
        stage.cairn("doctor", exits=[0])
        done = books.number("SELECT count(*) FROM answer")
        if done != PICTURES * len(FEATURES) or books.number("SELECT count(*) FROM task WHERE state IN ('queued', 'running')"):
            raise Broken(f"{done} answers for {PICTURES} pictures: {clean}")
    except Broken as problem:
        raise Broken(f"calls --kind {kind} --first {number} ({name}), in {stage.folder}: {problem}") from None
    stage.remove()
    return True


def run(program, peer, home, kinds, first, every, growth, say, keep_going):
    """Every kind of call, each of its errors, once and from then on."""
    library = build(home, "fail")
    peer.misbehave([])
    figures, problems = {}, []
    for kind in kinds:
        codes, usual = KINDS[kind]
        tried = 0
        reached = {}
        for code, goes_on in itertools.product(codes, (False, True)):
            for number in numbers(every or usual, growth, first):
                try:
                    if not one(program, peer, home, library, kind, number, code, goes_on):
                        break
                except Broken as problem:
                    if not keep_going:
                        raise
                    say(f"BROKEN: {problem}")
                    problems.append(str(problem))
                tried += 1
                reached[code, goes_on] = number
        figures[kind] = tried
        say(f"{kind}: {tried} runs; the last N that was reached: "
            + ", ".join(f"{errno.errorcode[code]}{' from then on' if goes_on else ''} {number}"
                        for (code, goes_on), number in reached.items()))
    if problems:
        raise Broken(f"{len(problems)} promises broken")
    return figures
