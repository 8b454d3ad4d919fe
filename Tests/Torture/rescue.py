"""How long the images of a killed worker lie before another one, alive, has claimed all of them again."""

import time

from books import Books
from stage import Broken, Stage


def run(program, peer, home, kills, say):
    peer.misbehave([], latency_ms=20)
    stage = Stage(program, peer, home, "rescue")
    books = Books(stage)
    stage.write_job(crashes=100, in_flight=1)
    waits, live, images = [], [], 0
    while len(waits) < kills:
        # Enough that the other worker is busy for as long as a kill is watched.
        if not books.is_there() or books.number("SELECT sum(queued) FROM run") < 3000:
            stage.add_pictures(6000, into=f"{stage.count}")
            stage.cairn("submit", "job.yaml", exits=[0])
        live = [run for run in live if not run.is_over()]
        while len(live) < 2:
            live.append(stage.start("work"))
        # Both are in the midst of it.
        end = time.monotonic() + 60
        while len(books.rows("SELECT DISTINCT worker_id FROM attempt WHERE outcome = 'running'")) < 2:
            if any(run.is_over() for run in live) or time.monotonic() > end:
                break
            time.sleep(0.01)
        victim = live.pop(0)
        worker = books.rows(f"SELECT worker_id FROM worker WHERE pid = {victim.pid} AND ended_at IS NULL")
        moment = time.time() * 1000
        if not victim.kill() or not worker:
            continue
        held = [row[0] for row in books.rows(
            f"SELECT task_id FROM attempt WHERE worker_id = {worker[0][0]} AND (outcome = 'running' OR ended_at > {moment})")]
        if not held or live[0].is_over():
            continue
        names = ", ".join(map(str, held))
        again = f"SELECT task_id, min(started_at) FROM attempt WHERE task_id IN ({names}) AND started_at >= {moment} GROUP BY 1"
        while len(rows := books.rows(again)) < len(held):
            if live[0].is_over():
                # It may have claimed the last of them since the look before.
                if len(rows := books.rows(again)) == len(held):
                    break
                raise Broken(f"the other worker has ended: {live[0]}")
            if time.time() * 1000 > moment + 30_000:
                raise Broken(f"after 30 s {len(rows)} of {len(held)} images are claimed again")
            time.sleep(0.02)
        waits.append(max(row[1] for row in rows) - moment)
        images += len(held)
    for run in live:
        run.kill()
    books.check()
    stage.cairn("doctor", exits=[0])
    waits.sort()
    place = lambda share: waits[min(len(waits) - 1, int(share * len(waits)))] / 1000
    say(f"rescue: {len(waits)} kills, {images} images claimed; all of them claimed again after "
        f"{place(0.5):.2f} s (median), {place(0.99):.2f} s (p99), {waits[-1] / 1000:.2f} s (worst)")
    stage.remove()
    if place(0.99) >= 2:
        raise Broken("p99 is not below 2 s")
    return {"kills": len(waits)}
