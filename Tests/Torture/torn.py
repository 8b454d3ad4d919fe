"""A copy of a store and its log, cut at any byte: it opens and is sound, or it is refused with a reason; never a crash."""

import random
import shutil
import time

from books import Books
from stage import Broken, Stage


def run(program, peer, home, seed, cuts, say):
    draw = random.Random(seed)
    peer.misbehave([], latency_ms=5)
    stage = Stage(program, peer, home, "torn")
    books = Books(stage)
    # A first part lies in the store itself, a second one in the log.
    stage.add_pictures(300)
    stage.write_job()
    stage.cairn("run", "job.yaml", exits=[0])
    stage.add_pictures(600)
    worker = stage.start("run", "job.yaml")
    wanted = draw.randint(700, 1200)
    while books.number("SELECT count(*) FROM answer") < wanted and not worker.is_over():
        time.sleep(0.005)
    # A reader of ours that closes last would fold the log into the store; the killed worker cannot.
    reader = books.connect()
    reader.execute("SELECT count(*) FROM run").fetchone()
    worker.kill()
    kept = stage.folder / "kept"
    kept.mkdir()
    for path in (stage.store, stage.folder / "cairn.db-wal"):
        shutil.copy(path, kept / path.name)
    reader.close()
    sizes = {path.name: path.stat().st_size for path in kept.iterdir()}
    say(f"a store of {sizes['cairn.db']} bytes, a log of {sizes.get('cairn.db-wal', 0)}")
    figures = {"opened": 0, "refused": 0}
    for number in range(cuts):
        # Cuts near the log's frames and the pages' borders as well as anywhere.
        victim = draw.choice(["cairn.db", "cairn.db-wal", "cairn.db-wal"])
        size = sizes[victim]
        at = draw.choice([draw.randrange(size), min(size, draw.randrange(100)), size - draw.randrange(min(size, 5000)),
                          min(size, max(0, draw.randrange(0, size, 4096) + draw.randrange(-40, 40)))])
        for name in sizes:
            shutil.copy(kept / name, stage.folder / name)
        (stage.folder / "cairn.db-shm").unlink(missing_ok=True)
        with open(stage.folder / victim, "r+b") as file:
            file.truncate(at)
        where = f"seed {seed}, cut {number}: {victim} of {size} bytes cut at {at}"
        try:
            first = stage.cairn("doctor", exits=[0, 3])
            status = first.end()
            if status == 0:
                stage.cairn("status", exits=[0])
                if number % 10 == 0 and victim != "cairn.db":
                    stage.cairn("run", "job.yaml", exits=[0])
                    stage.cairn("doctor", exits=[0])
            elif victim != "cairn.db" or not first.said().strip():
                raise Broken(f"refused without need or reason: {first}")
            else:
                # Work on what is broken ends with a reason, too, or does not meet the broken part.
                stage.cairn("work", exits=[0, 1, 3])
            figures["opened" if status == 0 else "refused"] += 1
        except Broken as problem:
            raise Broken(f"torn --seed {seed}: {where}, in {stage.folder}: {problem}") from None
    stage.remove()
    return figures
