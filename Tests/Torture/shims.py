"""The libraries of ours that come before the C library: fail.c, clock.c."""

import shutil
import subprocess

from stage import ROOT


def build(home, name):
    """Compiles one of them, once."""
    library = home / f"{name}.so"
    if not library.exists():
        compiler = shutil.which("cc") or shutil.which("clang") or shutil.which("gcc")
        if compiler is None:
            raise SystemExit("no C compiler: cc, clang, gcc")
        source = ROOT / f"Tests/Torture/{name}.c"
        subprocess.run([compiler, "-O2", "-Wall", "-shared", "-fPIC", "-o", library, source], check=True)
    return library


def clock(home, milliseconds):
    """The environment of a process whose clock goes so far before the machine's."""
    return {"LD_PRELOAD": str(build(home, "clock")), "CLOCK_AHEAD": str(milliseconds)}
