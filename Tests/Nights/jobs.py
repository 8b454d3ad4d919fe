#!/usr/bin/env python3
"""Asks the programs that read them whether the files in Jobs/ for nights are right. Prints what is wrong; exits 1 on any.

crontab (package cron) reads nightly.cron, systemd-analyze (systemd) the service and the timer, and logrotate rotates by
cairn.logrotate twice. Exits 3 where one of them is not installed.
"""
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

# Debian's programs of the system are not on every user's path, and speak the user's language.
os.environ |= {"PATH": f"{os.environ['PATH']}:/usr/sbin:/sbin", "LC_ALL": "C"}
JOBS = pathlib.Path(__file__).resolve().parents[2] / "Jobs"
problems = []


def ask(name, *command):
    ended = subprocess.run(command, capture_output=True, text=True)
    if ended.returncode != 0:
        problems.append(f"{name}: {' '.join(command)} ended with {ended.returncode}: {ended.stdout}{ended.stderr}")
    return ended.stdout + ended.stderr


def check_crontab():
    ask("nightly.cron", "crontab", "-n", str(JOBS / "nightly.cron"))


def check_units(work):
    for name in ("cairn-nightly.service", "cairn-nightly.timer"):
        # The program is not installed where this runs.
        text = (JOBS / name).read_text().replace("/usr/local/bin/cairn", "/bin/true")
        (work / name).write_text(text)
    said = ask("units", "systemd-analyze", "verify", "--man=no", str(work / "cairn-nightly.service"), str(work / "cairn-nightly.timer"))
    if said.strip():
        problems.append(f"units: systemd-analyze says {said}")
    exposure = ask("units", "systemd-analyze", "security", "--offline=true", "--threshold=30", str(work / "cairn-nightly.service"))
    if "Overall exposure" not in exposure:
        problems.append(f"units: no exposure level: {exposure}")


def check_logrotate(work):
    log = work / "log"
    log.mkdir()
    text = (JOBS / "cairn.logrotate").read_text()
    text, count = re.subn(r"^/var/log/cairn/", f"{log}/", text, flags=re.M)
    text, users = re.subn(r"^\s*su cairn cairn$", "", text, flags=re.M)
    if (count, users) != (1, 1):
        problems.append("cairn.logrotate: it does not name /var/log/cairn and its user once each")
    configuration = work / "cairn.logrotate"
    configuration.write_text(text)
    configuration.chmod(0o644)
    for _ in range(2):
        (log / "events.ndjson").write_text("{}\n")
        said = ask("cairn.logrotate", "logrotate", "--force", "--state", str(work / "state"), str(configuration))
        if said.strip():
            problems.append(f"cairn.logrotate: logrotate says {said}")
    names = sorted(path.name for path in log.iterdir())
    if names != ["events.ndjson.1", "events.ndjson.2.gz"]:
        problems.append(f"cairn.logrotate: it leaves {names}")


for program in ("crontab", "systemd-analyze", "logrotate"):
    if not shutil.which(program, path="/usr/bin:/usr/sbin:/bin:/sbin"):
        print(f"jobs.py: {program} is not installed; Scripts/setup test", file=sys.stderr)
        sys.exit(3)
with tempfile.TemporaryDirectory() as folder:
    check_crontab()
    check_units(pathlib.Path(folder))
    check_logrotate(pathlib.Path(folder))
for problem in problems:
    print(problem)
sys.exit(1 if problems else 0)
