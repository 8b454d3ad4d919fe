#!/usr/bin/env python3
"""Runs a crontab by Debian's own cron, without touching this machine's: mount and process namespaces of its own, a spool, a
sendmail that keeps the mail, and a clock that stands a few seconds before the minute that is wanted.

    Tests/Nights/cron.py --at '2026-11-22 02:30' --folder OUT Jobs/nightly.cron

OUT gets `mail/1`, `mail/2`, ... (headers, an empty line, the text), and `cron.log`. Needs a C compiler, and cron, installed or as
a package's files below --cron FOLDER (apt-get download cron; dpkg -x cron_*.deb FOLDER). Exits 0 when every job of that minute has
ended, 3 when this machine cannot do it, with the reason. Only root can start cron so; for others the commands are started as cron
would start them, and `cron.log` says so.
"""
import argparse
import datetime
import os
import pathlib
import pwd
import re
import shutil
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
SENDMAIL = """#!/bin/sh
umask 077
n=1; while ! (set -C; : > "{mail}/$n.new") 2>/dev/null; do n=$((n + 1)); done
{{ echo "X-Arguments: $*"; cat; }} > "{mail}/$n.new" && cp "{mail}/$n.new" "{mail}/$n"
"""


def cannot(reason):
    print(f"cron.py: {reason}", file=sys.stderr)
    sys.exit(3)


def run(*command, **more):
    return subprocess.run(command, check=True, capture_output=True, text=True, **more)


def overlay(folder, work):
    """Lets everything below a folder be changed for this namespace alone."""
    own = work / folder.strip("/").replace("/", "-")
    for name in ("upper", "work"):
        (own / name).mkdir(parents=True)
    run("mount", "-t", "overlay", "overlay", "-o", f"lowerdir={folder},upperdir={own}/upper,workdir={own}/work", folder)


def build_clock(folder):
    """The shim of the torture tests: another time of day."""
    library = folder / "clock.so"
    run("cc", "-shared", "-fPIC", "-O1", "-o", str(library), str(ROOT / "Tests/Torture/clock.c"))
    return library


def inside(options, daemon):
    """In the namespaces: makes the machine that cron sees, starts it and waits for the minute's jobs."""
    folder = options.folder
    work = folder / ".work"
    work.mkdir()
    try:
        run("mount", "--make-rprivate", "/")
        run("mount", "-t", "tmpfs", "none", str(work))
        overlay("/usr/sbin", work)
        overlay("/etc", work)
        for place in ("/var/spool", "/run"):
            run("mount", "-t", "tmpfs", "none", place)
    except subprocess.CalledProcessError as error:
        cannot(f"no mounts of its own: {error.stderr.strip()}")
    sendmail = pathlib.Path("/usr/sbin/sendmail")
    sendmail.unlink(missing_ok=True)
    sendmail.write_text(SENDMAIL.format(mail=folder / "mail"))
    sendmail.chmod(0o755)
    pathlib.Path("/etc/crontab").write_text("")
    shutil.rmtree("/etc/cron.d", ignore_errors=True)
    os.mkdir("/etc/cron.d")
    pam = pathlib.Path("/etc/pam.d/cron")
    if not pam.exists():
        pam.write_text("account required pam_permit.so\nauth required pam_permit.so\nsession required pam_permit.so\n")
    spool = pathlib.Path("/var/spool/cron/crontabs")
    spool.mkdir(parents=True)
    spool.chmod(0o1730)
    table = spool / "root"
    table.write_text(options.crontab.read_text())
    table.chmod(0o600)

    wanted = datetime.datetime.strptime(options.at, "%Y-%m-%d %H:%M").timestamp()
    ahead = int((wanted - 3 - time.time()) * 1000)
    environment = {"PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "LD_PRELOAD": str(build_clock(folder)), "CLOCK_AHEAD": str(ahead)}
    with open(folder / "cron.log", "w") as log:
        cron = subprocess.Popen([str(daemon), "-f", "-L", "15"], stdout=log, stderr=log, env=environment,
                                umask=0o022)
        end = time.monotonic() + options.limit
        # Three seconds to the minute; cron looks at its table then, and its children are the minute's jobs.
        time.sleep(5)
        while time.monotonic() < end and children(cron.pid):
            time.sleep(0.1)
        late = children(cron.pid)
        cron.terminate()
        cron.wait()
    sys.exit("cron.py: the minute's jobs have not ended" if late else 0)


def without_cron(options):
    """What cron does, as far as one may who is not root: its variables, its shell, a pipe, a file for the words."""
    user = pwd.getpwuid(os.getuid())
    variables = {"HOME": user.pw_dir, "LOGNAME": user.pw_name, "SHELL": "/bin/sh", "PATH": "/usr/bin:/bin"}
    wanted = datetime.datetime.strptime(options.at, "%Y-%m-%d %H:%M")
    now = [wanted.minute, wanted.hour, wanted.day, wanted.month, wanted.isoweekday() % 7]
    (options.folder / "cron.log").write_text("not root: cron itself was not started\n")
    number = 0
    for line in options.crontab.read_text().splitlines():
        if setting := re.match(r"\s*(\w+)\s*=\s*(.*?)\s*$", line):
            variables[setting[1]] = setting[2].strip("\"'")
            continue
        fields = line.split(None, 5)
        if len(fields) < 6 or line.startswith("#") or any(f != "*" and f != str(n) for f, n in zip(fields, now)):
            continue
        command = fields[5].replace("\\%", "%")
        with tempfile.TemporaryFile() as words:
            ended = subprocess.run([variables["SHELL"], "-c", command], env=variables, cwd=user.pw_dir, input=b"", stdout=words,
                                   stderr=subprocess.STDOUT, timeout=options.limit, umask=0o022)
            words.seek(0)
            said = words.read()
        if said and variables.get("MAILTO", user.pw_name):
            number += 1
            kind = variables.get("CONTENT_TYPE", "text/plain; charset=US-ASCII")
            head = (f"To: {variables.get('MAILTO', user.pw_name)}\nSubject: Cron <{user.pw_name}> {command}"
                    f"{' (failed)' if ended.returncode else ''}\nContent-Type: {kind}\n\n")
            (options.folder / "mail" / str(number)).write_bytes(head.encode() + said)


def children(pid):
    return pathlib.Path(f"/proc/{pid}/task/{pid}/children").read_text().split()


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("crontab", type=pathlib.Path)
    parser.add_argument("--at", required=True, help="the minute, local time: '2026-11-22 02:30'")
    parser.add_argument("--folder", type=pathlib.Path, required=True, help="gets the mail; is made")
    parser.add_argument("--cron", type=pathlib.Path, default=ROOT / ".deps/cron", help="the package's files")
    parser.add_argument("--limit", type=float, default=120, help="seconds that the jobs may take")
    parser.add_argument("--inside", action="store_true", help=argparse.SUPPRESS)
    options = parser.parse_args()
    options.folder, options.crontab = options.folder.resolve(), options.crontab.resolve()
    if os.geteuid() != 0:
        (options.folder / "mail").mkdir(parents=True)
        return without_cron(options)
    daemon = next((d for d in (options.cron / "usr/sbin/cron", pathlib.Path("/usr/sbin/cron")) if d.exists()), None)
    if daemon is None:
        cannot("there is no /usr/sbin/cron; apt-get install cron")
    if options.inside:
        # Overlays of /usr/sbin and /etc must not hide the daemon.
        copy = options.folder / "cron"
        shutil.copy(daemon, copy)
        inside(options, copy)
    (options.folder / "mail").mkdir(parents=True)
    command = ["unshare", "--mount", "--pid", "--fork", "--mount-proc", "--kill-child"]
    ended = subprocess.run(command + [sys.executable, __file__, "--inside"] + sys.argv[1:])
    sys.exit(ended.returncode)


main()
