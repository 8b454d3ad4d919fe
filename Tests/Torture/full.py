"""A disk that is full, at every step: a small one for the store alone, a little larger each time, until all of it has room.

Needs to mount a disk, in a name space of its own; without that right a limit on the size of files stands in for it.
"""

import os
import resource
import signal
import subprocess

from books import Books
from stage import FEATURES, Broken, Stage

PICTURES = 300


def run(program, peer, home, step, say):
    peer.misbehave([])
    mounts = os.environ.get("CAIRN_TORTURE_MOUNTS") == "1"
    figures = {"sizes": 0, "of them full": 0}
    size = 64 << 10
    while True:
        is_full = one(program, peer, home, size, mounts)
        figures["sizes"] += 1
        figures["of them full"] += is_full
        if not is_full:
            break
        size = (int(size * step) + 4095) // 4096 * 4096
    say(f"{'a disk' if mounts else 'files'} of {64 << 10} to {size} bytes")
    return figures


def one(program, peer, home, size, mounts):
    """Whether the disk was too small."""
    stage = Stage(program, peer, home, f"full-{size}")
    disk = stage.folder / "disk"
    disk.mkdir()
    stage.store = disk / "cairn.db"
    books = Books(stage)
    stage.add_pictures(PICTURES)
    stage.write_job()
    store = ("--store", "disk/cairn.db")
    if mounts:
        subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={size}", "none", disk], check=True)
    try:
        begin = None if mounts else lambda: limit(size)
        bad = stage.cairn("run", "job.yaml", *store, exits=[0, 3], before=begin)
        is_full = bad.end() == 3
        if is_full and not any(word in bad.said() for word in ("full", "disk", "space", "I/O")):
            raise Broken(f"not a word about the disk: {bad}")
        if is_full:
            # Once more, as cron would: nothing is lost by trying.
            stage.cairn("run", "job.yaml", *store, exits=[0, 1, 3], before=begin)
        if books.is_there() and not mounts:
            books.check()
        if mounts:
            # With a type and a source mount(8) leaves out the owner of before, whom a namespace of users does not know.
            subprocess.run(["mount", "-t", "tmpfs", "-o", "remount,size=100m", "none", disk], check=True)
            if books.is_there():
                books.check()
        last = stage.cairn("run", "job.yaml", *store, exits=[0, 1])
        if last.end() == 1:
            for (run,) in books.rows("SELECT DISTINCT run_id FROM failures WHERE kind = 'quarantined'"):
                raise Broken(f"an image was blamed for the disk: {last}")
        books.check()
        stage.cairn("doctor", *store, exits=[0])
        if books.number("SELECT count(*) FROM answer") != PICTURES * len(FEATURES):
            raise Broken(f"not all is done: {last}")
    except Broken as problem:
        raise Broken(f"full, {size} bytes, in {stage.folder}: {problem}") from None
    finally:
        if mounts:
            subprocess.run(["umount", disk], check=False)
    stage.remove()
    return is_full


def limit(size):
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, resource.RLIM_INFINITY))
