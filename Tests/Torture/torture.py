"""Tests by force, on the real program and a vendor that keeps its own meter. See README.md beside this file.

    torture.py kills [--seed N] [--kills 1000] [--in-store 25] [--clocks] [--jumps] [--local]
    torture.py retag [--seed N] [--kills 200] [--in-store 20]
    torture.py turn [--seed N] [--turn month ...]
    torture.py stop
    torture.py rescue [--kills 200]
    torture.py calls [--kind open ...] [--first N] [--every N] [--growth 0.1] [--keep-going]
    torture.py full [--step 1.2]
    torture.py torn [--seed N] [--cuts 500]

All take --program PATH before the name; default .build/release/cairn.
"""

import argparse
import os
import shutil
import subprocess
import sys
import time
import traceback

import calls
import full
import kills
import rescue
import retag
import stop
import torn
import turn
from stage import Broken, Peer, find_program, scratch


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--program")
    which = parser.add_subparsers(dest="which", required=True)
    killing = which.add_parser("kills")
    killing.add_argument("--kills", type=int, default=1000)
    killing.add_argument("--in-store", type=int, default=25)
    killing.add_argument("--clocks", action="store_true", help="workers disagree about the time")
    killing.add_argument("--jumps", action="store_true", help="the clock of all is set forth and back while they work")
    killing.add_argument("--local", action="store_true", help="a model on this machine in place of the vendor")
    tagging = which.add_parser("retag")
    tagging.add_argument("--kills", type=int, default=200)
    tagging.add_argument("--in-store", type=int, default=20)
    turning = which.add_parser("turn")
    turning.add_argument("--turn", action="append", choices=turn.TURNS)
    which.add_parser("stop")
    which.add_parser("rescue").add_argument("--kills", type=int, default=200)
    calling = which.add_parser("calls")
    calling.add_argument("--kind", action="append", choices=calls.KINDS)
    calling.add_argument("--first", type=int, default=1)
    calling.add_argument("--every", type=int, help="try every N up to this one")
    calling.add_argument("--growth", type=float, default=0.1, help="then go on by this share of N")
    calling.add_argument("--keep-going", action="store_true")
    which.add_parser("full").add_argument("--step", type=float, default=1.2)
    tearing = which.add_parser("torn")
    tearing.add_argument("--cuts", type=int, default=500)
    for each in (killing, tagging, turning, tearing):
        each.add_argument("--seed", type=int, default=int(time.time()))
    return parser.parse_args()


def play(options, program, peer, home):
    match options.which:
        case "kills":
            return kills.run(program, peer, home, options.seed, options.kills, options.in_store, options.clocks, options.jumps,
                             options.local, say)
        case "retag":
            return retag.run(program, peer, home, options.seed, options.kills, options.in_store, say)
        case "turn":
            return turn.run(program, peer, home, options.seed, options.turn, say)
        case "stop":
            return stop.run(program, peer, home, say)
        case "rescue":
            return rescue.run(program, peer, home, options.kills, say)
        case "calls":
            return calls.run(program, peer, home, options.kind or calls.KINDS, options.first, options.every, options.growth,
                             say, options.keep_going)
        case "full":
            return full.run(program, peer, home, options.step, say)
        case "torn":
            return torn.run(program, peer, home, options.seed, options.cuts, say)


def main():
    options = arguments()
    if options.which == "full" and not os.environ.get("CAIRN_TORTURE_MOUNTS"):
        mount_where_allowed()
    program, home, began = find_program(options.program), scratch(), time.monotonic()
    peer = Peer(home, "--canned")
    try:
        figures = play(options, program, peer, home)
    except Broken as problem:
        say(f"BROKEN: {problem}")
        sys.exit(1)
    except Exception:
        # What nobody thought of is told in full, and where the reason of anything broken is told.
        say(f"BROKEN: {traceback.format_exc()}")
        sys.exit(1)
    finally:
        peer.close()
    shutil.rmtree(home)
    say(f"held: {', '.join(f'{value} {name}' for name, value in figures.items())}; {time.monotonic() - began:.0f} s")


def mount_where_allowed():
    """Goes on in a name space where disks may be mounted, if there may be one; propagation stays as it is, because changing it
    is refused where / is no mount."""
    enter = ["unshare", *([] if os.getuid() == 0 else ["--map-root-user"]), "--mount", "--propagation", "unchanged"]
    probe = subprocess.run([*enter, "mount", "-t", "tmpfs", "none", "/mnt"], stderr=subprocess.DEVNULL)
    if probe.returncode == 0:
        os.execvpe(enter[0], [*enter, sys.executable, *sys.argv], os.environ | {"CAIRN_TORTURE_MOUNTS": "1"})


def say(words):
    print(words, flush=True)


if __name__ == "__main__":
    main()
