"""A worker that is stopped with a request on its way, past the end of its lease: another takes its images, and when it goes on it
changes nothing.

The lease is not waited for: the other worker's clock goes two minutes before the machine's.
"""

import signal

from books import Books
from shims import clock
from stage import FEATURES, Broken, Stage

PICTURES = 200


def run(program, peer, home, say):
    stage = Stage(program, peer, home, "stop")
    books = Books(stage)
    stage.add_pictures(PICTURES)
    stage.write_job(in_flight=2)
    # Two requests after the first are answered when the test says so: the units are on the meter, the answers are not here.
    peer.misbehave([{"match": {"number": list(range(peer.requests() + 2, peer.requests() + 4))}, "fault": {"kind": "hold"}}])
    stale = stage.start("run", "job.yaml")
    peer.wait(held=2)
    # It takes a lock for a moment now and then; stopped at such a moment it would only make the other one wait.
    stale.stop()
    while not books.is_free():
        stale.send(signal.SIGCONT)
        stale.stop()
    books.check()
    claimed = books.number("SELECT count(*) FROM attempt WHERE outcome = 'running'")
    sent = books.number("SELECT count(*) FROM ledger WHERE state = 'sent'")
    if claimed == 0 or sent == 0:
        raise Broken("the stopped worker has claimed nothing")
    metered = peer.counts().total()
    stage.cairn("work", exits=[0], environment=clock(home, 120_000))
    after = picture(books)
    books.check()
    if books.number("SELECT count(*) FROM answer") != PICTURES * len(FEATURES):
        raise Broken("the other worker has not done all")
    if books.number("SELECT count(*) FROM ledger WHERE state = 'uncertain'") != sent:
        raise Broken("what the stopped worker had sent is not uncertain")
    counts = peer.counts().total()
    stale.send(signal.SIGCONT)
    peer.release()
    if stale.end() != 0:
        raise Broken(str(stale))
    if picture(books) != after:
        raise Broken(f"the stale worker has changed something: {stale}")
    if peer.counts().total() != counts:
        raise Broken("the stale worker has sent something")
    books.check()
    stage.cairn("doctor", exits=[0])
    say(f"stopped with {claimed} images claimed, {sent} units sent, {metered} on the meter; all taken over; nothing changed after")
    stage.remove()
    return {"stopped": 1}


def picture(books):
    """All that a stale worker could change, but for workers, which come and go."""
    return {table: sorted(books.rows(f"SELECT * FROM {table}"), key=repr)
            for table in ("task", "attempt", "answer", "annotation", "annotation_more", "annotation_blob", "location", "response", "ledger", "ledger_total",
                          "cap_usage", "job_image", "job_recipe")}
