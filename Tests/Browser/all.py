"""A report in a browser, all that is too long for `make test`: all.py [--program PATH]"""

import argparse
import json
import pathlib
import random
import re
import shutil
import socket
import sqlite3
import subprocess
import sys
import tempfile
import threading
import time

sys.path.append(str(pathlib.Path(__file__).resolve().parents[1] / "Foreign"))
from answers import FEATURES, ROOT, Job, png  # noqa: E402

import hostile  # noqa: E402
import marked  # noqa: E402
from page import Page, expect  # noqa: E402

LABELS = ["castle", "Castle", "sky", "100%", "a_b", "it's", "é", "É", "日本", "<b>", "Tower"]


def answered(program, folder, dice):
    """A job of 120 pictures with random answers."""
    job = Job(program, folder, 120, list(FEATURES))
    names = [path.name for path in sorted((folder / "pictures").iterdir())]
    score = lambda: dice.choice([0.5, 0.85, 0.8500001, 0.25, 1.0, round(dice.random(), dice.randint(2, 7))])
    some = lambda most: [dice.choice(LABELS) for _ in range(dice.randint(0, most))]
    job.answer("LABEL_DETECTION", {name: [(label, as32(score()), None) for label in dict.fromkeys(some(5))] for name in names})
    job.answer("OBJECT_LOCALIZATION", {name: [(label, as32(score()), (3, 4, 20, 10)) for label in some(3)] for name in names})
    job.answer("DOCUMENT_TEXT_DETECTION", {name: [(f"{dice.choice(LABELS)} stands {dice.choice(['HERE', 'there'])}", None, None)]
                                           for name in names if dice.random() < 0.5})
    return job


def as32(score):
    """The shortest decimal of a score as 32 bits hold it: what the store keeps."""
    import struct
    exact = struct.unpack("f", struct.pack("f", score))[0]
    return next(value for digits in range(1, 10)
                if struct.unpack("f", struct.pack("f", value := float(f"{exact:.{digits}g}")))[0] == exact)


def filters(page, job, dice, count):
    """Random addresses beside their SQL."""
    def number():
        return dice.choice(["", "", "0.5", "0.85", "0.25", f"{dice.random():.6f}", f"{dice.random():.2f}"])
    base = sqlite3.connect(job.folder / "cairn.db")
    for turn in range(count):
        parts = [("label", label) for label in dice.sample(LABELS, dice.choice([0, 0, 1, 1, 2]))]
        parts += [(name, dice.choice(values)) for name, values in {
            "kind": ["", "", "", "label", "object", "text"], "feature": ["", "", *FEATURES], "all": ["", "1"],
            "state": ["", "", "answered", "failed"], "folder": ["", "", "pictures/", "pictures/1", "other/"],
            "q": ["", "", "", "castle", "HERE", "0%", "a_", "É", "é", "1", "'"], "from": ["", "", "2020-01-01"],
        }.items()]
        parts += [("min", number()), ("max", number()), ("job", "j")]
        shown, sql = page.run_async("""
            const filter = cairn.readAddress('#' + new URLSearchParams(arguments[0]));
            const index = await cairn.job('j', JSON.parse(document.body.dataset.jobs)[0][1]);
            await index.loadTexts();
            return [cairn.matches(index, filter).map((row) => index.path(row)), cairn.sql(filter)];""".replace("arguments[0]", json.dumps([p for p in parts if p[1]])))
        wanted = sorted(path for (path,) in base.execute(sql))
        expect(sorted(shown) == wanted, f"{parts}: the page has {len(shown)}, SQL {len(wanted)}: {sql}")


def hostile_page(page, program, folder):
    """2,000 names, labels and texts: nothing runs, and each is shown as it is."""
    files = {name: png(number, 24 + number // 256, 18) for number, name in enumerate(hostile.names(700))}
    job = Job(program, folder, 0, list(FEATURES), files=files)
    labels, texts = hostile.texts(700), hostile.texts(1300)[700:]
    names = [path.decode() for (path,) in sqlite3.connect(folder / "cairn.db").execute(
        "SELECT CAST(path_bytes AS BLOB) FROM image_paths ORDER BY image_id")]
    names = [name.removeprefix("pictures/") for name in names]
    shown = {name: view for (name, view) in sqlite3.connect(folder / "cairn.db").execute("SELECT CAST(path_bytes AS TEXT), path FROM image_paths")}
    key = lambda name: shown[f"pictures/{name}"].removeprefix("pictures/")
    job.answer("LABEL_DETECTION", {key(name): [(label, 0.9, None)] for name, label in zip(names, labels)})
    job.answer("DOCUMENT_TEXT_DETECTION", {key(name): [(text, None, None)] for name, text in zip(names, texts)})
    job.cairn("report", "j", "--out", "report")
    page.open((folder / "report/index.html").as_uri())
    page.go("#job=j")
    for top in range(0, 20000, 700):
        page.run("window.scrollTo(0, arguments[0])", top)
    found = page.run_async("""
        const index = await cairn.job('j', JSON.parse(document.body.dataset.jobs)[0][1]);
        const rows = [];
        for (let row = 0; row < index.count; row++) rows.push([index.path(row), index.best(row)?.name, (await index.detail(row)).t ?? '']);
        return rows;""")
    expected = sorted((view, label or None) for (view, label) in sqlite3.connect(folder / "cairn.db").execute(
        "SELECT i.path, l.description FROM job_images AS i LEFT JOIN labels AS l USING (image_id)"))
    expect(sorted((row[0], row[1]) for row in found) == expected, "names or labels are shown otherwise")
    for row in dice_rows(found, 60):
        page.go("#" + f"job=j&i={page.run_async('const index = await cairn.job(`j`); return index.id[arguments[0]];', found.index(row))}")
        page.wait("return document.querySelector('.side pre, .side table')")
        expect(page.run("return document.getElementById('picture-name').textContent.replace(/\\[U\\+([0-9A-F]+)\\]/g, (_, code) => String.fromCodePoint(parseInt(code, 16)))") == row[0],
               f"{row[0]!r} is shown otherwise")
    expect(not (complaints := page.complaints()), f"the browser complains: {complaints[:3]}")
    return job


def dice_rows(rows, count):
    return random.Random(3).sample(rows, count)


def accessible(page, addresses):
    """axe-core finds no violation, in light and in dark."""
    import axe_core_python
    axe = next(pathlib.Path(axe_core_python.__file__).parent.rglob("axe.min.js")).read_text()
    for scheme in ["light", "dark"]:
        page.colors(scheme)
        for address in addresses:
            page.open(address)
            if "&i=" in address:
                page.wait("return document.querySelector('.side table, .side dl')")
            page.driver.execute_cdp_cmd("Runtime.evaluate", {"expression": axe})
            found = page.run_async("return (await axe.run()).violations.map((one) => [one.id, one.nodes.length, one.nodes[0].html.slice(0, 200), one.nodes[0].failureSummary])")
            expect(not found, f"axe-core, {scheme}, {address}: {json.dumps(found, indent=1)[:1500]}")


def silent(address):
    """Nothing leaves: a proxy that counts is asked for nothing by the page."""
    listener = socket.create_server(("127.0.0.1", 0))
    asked = []
    def count():
        while True:
            client, _ = listener.accept()
            asked.append(client.recv(200).split(b"\r\n")[0])
            client.close()
    threading.Thread(target=count, daemon=True).start()
    with Page(arguments=[f"--proxy-server=127.0.0.1:{listener.getsockname()[1]}", "--proxy-bypass-list=<-loopback>",
                         "--disable-background-networking", "--disable-component-update", "--disable-sync"]) as page:
        page.open(address)
        own = [one for one in asked if not any(word in one for word in [b"google", b"gvt1"])]
        expect(not own, f"the proxy was asked {own}")


def killed(job, dice, count):
    """A report that is killed while it is written leaves the old page or the new one, whole."""
    out = job.folder / "killed"
    job.cairn("report", "j", "--out", "killed")
    ends = 0
    for number in range(count):
        name = sorted((job.folder / "pictures").iterdir())[number % 100].name
        job.cairn("correct", "j", f"pictures/{name}", "--labels", f"new {number}")
        if number % 3 == 0:
            shutil.rmtree(out / "t", ignore_errors=True)
        running = subprocess.Popen([job.program, "report", "j", "--out", "killed"], cwd=job.folder, stderr=subprocess.DEVNULL)
        time.sleep(dice.random() * 0.12)
        running.kill()
        ends += running.wait() == 0
        page = (out / "index.html").read_text()
        files = re.findall(r"data/j/index-[0-9a-f]+\.js|app-[0-9a-f]+\.(?:js|css)|coasts-[0-9a-f]+\.js", page)
        expect(len(files) == 4, f"a page without its files: {files}")
        for file in files:
            expect((out / file).stat().st_size > 1000, f"{file} is not whole")
        data = (out / files[-1] if "data/" in files[-1] else out / next(f for f in files if "data/" in f)).read_text()
        for detail in re.findall(r"data/j/d\d+-[0-9a-f]+\.js", data):
            expect((out / detail).exists(), f"{detail} is gone")
    job.cairn("report", "j", "--out", "killed")
    job.cairn("report", "j", "--out", "fresh")
    same = lambda folder: sorted(str(path.relative_to(folder)) for path in folder.rglob("*.js"))
    expect(same(out) == same(job.folder / "fresh"), "a report after kills is another one than a fresh one")
    expect(ends < count, "none was killed")


def fast(program, folder):
    """Reports of 1,000 and of 50,000 pictures beside each other: see speed.py."""
    reports = []
    for count in (1_000, 50_000):
        store = folder / f"{count}.db"
        subprocess.run([sys.executable, ROOT / "Benchmarks/make_store.py", store, str(count), "--program", program], check=True,
                       stdout=subprocess.DEVNULL)
        reports.append(folder / f"report-{count}")
        subprocess.run([program, "report", "a", "--out", reports[-1], "--thumbs", "none", "--store", store, "--quiet"], check=True)
    subprocess.run([sys.executable, pathlib.Path(__file__).parent / "speed.py", *reports], check=True)


if __name__ == "__main__":
    options = argparse.ArgumentParser()
    options.add_argument("--program", type=pathlib.Path, default=ROOT / ".build/release/cairn")
    options.add_argument("--filters", type=int, default=1000)
    program = (chosen := options.parse_args()).program.resolve()
    dice = random.Random(1)
    with tempfile.TemporaryDirectory() as work, Page() as page:
        folder = pathlib.Path(work)
        job = answered(program, folder / "job", dice)
        job.cairn("report", "j", "--out", "report")
        address = (job.folder / "report/index.html").as_uri()
        page.open(address)
        filters(page, job, dice, chosen.filters)
        print(f"report: {chosen.filters} filters have the pictures of their SQL")
        accessible(page, [address, f"{address}#job=j&i=5", f"{address}#view=changes"])
        page.colors("light")
        print("report: axe-core finds nothing")
        hostile_page(page, program, folder / "hostile")
        print("report: 2,000 hostile texts are shown as they are")
        marked.check(page, program, folder / "marked")
        print("report: frames lie on their marks within a pixel")
        silent(address)
        print("report: nothing leaves")
        killed(job, dice, 40)
        print("report: 40 kills leave whole pages")
        fast(program, folder)
