"""Tests by force, on the real program and a vendor that keeps its own meter. See README.md beside this file.

    torture.py kills [--seed N] [--kills 1000] [--in-store 25]
    torture.py calls [--kind open ...] [--first N] [--every N] [--growth 0.1] [--keep-going]

All take --program PATH before the name; default .build/release/cairn.
"""

import argparse
import shutil
import sys
import time

import calls
import kills
from stage import Broken, Peer, find_program, scratch


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--program")
    which = parser.add_subparsers(dest="which", required=True)
    killing = which.add_parser("kills")
    killing.add_argument("--seed", type=int, default=int(time.time()))
    killing.add_argument("--kills", type=int, default=1000)
    killing.add_argument("--in-store", type=int, default=25)
    calling = which.add_parser("calls")
    calling.add_argument("--kind", action="append", choices=calls.KINDS)
    calling.add_argument("--first", type=int, default=1)
    calling.add_argument("--every", type=int, help="try every N up to this one")
    calling.add_argument("--growth", type=float, default=0.1, help="then go on by this share of N")
    calling.add_argument("--keep-going", action="store_true")
    options = parser.parse_args()
    program, home, began = find_program(options.program), scratch(), time.monotonic()
    peer = Peer(home, "--canned")
    try:
        if options.which == "kills":
            figures = kills.run(program, peer, home, options.seed, options.kills, options.in_store, say)
        else:
            figures = calls.run(program, peer, home, options.kind or calls.KINDS, options.first, options.every, options.growth,
                                say, options.keep_going)
    except Broken as problem:
        say(f"BROKEN: {problem}")
        if options.which == "kills":
            say("again: make torture SEED=...")
        sys.exit(1)
    finally:
        peer.close()
    shutil.rmtree(home)
    say(f"held: {', '.join(f'{value} {name}' for name, value in figures.items())}; {time.monotonic() - began:.0f} s")


def say(words):
    print(words, flush=True)


if __name__ == "__main__":
    main()
