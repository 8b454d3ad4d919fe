"""The libraries of ours that come before the C library: fail.c, clock.c."""

import mmap
import shutil
import struct
import subprocess
import time

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


class SharedClock:
    """A clock of some processes that is set while they run."""

    def __init__(self, home, path, milliseconds=0):
        self.environment = {"LD_PRELOAD": str(build(home, "clock")), "CLOCK_FILE": str(path)}
        self.path, self.milliseconds = path, 0
        path.write_bytes(struct.pack("@q", 0))
        self.jump(milliseconds)

    def jump(self, milliseconds):
        """Sets it so much forth, or back."""
        self.milliseconds += milliseconds
        # In one piece, in place: who has mapped the file sees all eight bytes or none.
        with open(self.path, "r+b", buffering=0) as file, mmap.mmap(file.fileno(), 8) as place:
            memoryview(place).cast("q")[0] = self.milliseconds

    def now(self):
        """Seconds since 1970, as it says."""
        return time.time() + self.milliseconds / 1000
