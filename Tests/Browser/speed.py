"""How fast a large report is in a browser: speed.py SMALL LARGE, two folders of reports of a job; medians of 7, in turns."""

import pathlib
import statistics
import sys
import time

from page import Page, expect

folders = [pathlib.Path(word).resolve() for word in sys.argv[1:3]]
first, ready = {folder: [] for folder in folders}, {folder: [] for folder in folders}
with Page() as page:
    for _ in range(7):
        for folder in folders:
            page.driver.get("about:blank")
            begun = time.monotonic()
            page.driver.get((folder / "index.html").as_uri())
            page.wait("return document.body.dataset.ready !== undefined")
            ready[folder].append(1000 * (time.monotonic() - begun))
            first[folder].append(page.run("return performance.getEntriesByName('first-contentful-paint')[0].startTime"))
    middle = lambda times: statistics.median(times)
    small, large = folders
    expect(middle(ready[large]) <= 2500, f"the index is ready after {middle(ready[large]):.0f} ms")
    expect(middle(first[large]) <= 1.5 * middle(first[small]), f"first cards after {first[small]} and {first[large]} ms")
    print(f"first cards: {middle(first[small]):.0f} and {middle(first[large]):.0f} ms; index ready {middle(ready[small]):.0f} and {middle(ready[large]):.0f} ms")
    filters = page.run_async("""
        const [[job, file]] = JSON.parse(document.body.dataset.jobs);
        const index = await cairn.job(job, file);
        const name = cairn.nameCounts(index)[0][0];
        const times = [];
        for (const parts of [`label=${encodeURIComponent(name)}&min=0.5`, 'min=0.9', `q=${encodeURIComponent(name.slice(0, 3))}`, 'state=failed']) {
            for (let turn = 0; turn < 5; turn++) {
                const begun = performance.now();
                cairn.matches(index, cairn.readAddress(`#job=${job}&${parts}`));
                times.push(performance.now() - begun);
            }
        }
        return times;""")
    expect(middle(filters) <= 50, f"a filter takes {middle(filters):.0f} ms")
    print(f"a filter of the large one: {middle(filters):.0f} ms, {max(filters):.0f} ms at the most")
    opened = []
    for row in range(0, 7 * 5000, 5000):
        identifier = page.run_async("const [[job, file]] = JSON.parse(document.body.dataset.jobs); return (await cairn.job(job, file)).id[arguments[0]];", row)
        opened.append(page.run_async("""
            const begun = performance.now();
            location.hash = '#i=' + arguments[0];
            while (!document.querySelector('.side dl') || !document.getElementById('picture').open) await new Promise(requestAnimationFrame);
            const taken = performance.now() - begun;
            location.hash = '#';
            while (document.getElementById('picture').open) await new Promise(requestAnimationFrame);
            return taken;""", identifier))
    expect(middle(opened) <= 200, f"a picture opens after {middle(opened):.0f} ms")
    print(f"opening a picture of the large one: {middle(opened):.0f} ms")
