"""Opens a report from a disk and over HTTP, and uses it without a pointer: smoke.py FOLDER JOB PICTURES"""

import functools
import http.server
import pathlib
import sys
import threading

from page import Keys, Page, expect

folder, job, pictures = pathlib.Path(sys.argv[1]).resolve(), sys.argv[2], int(sys.argv[3])


class Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_):
        pass


def served(page):
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Quiet, directory=folder))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    address = f"http://127.0.0.1:{server.server_port}/"
    page.requests()
    page.open(address + "index.html")
    expect(page.run("return document.querySelectorAll('.card').length") > 0, "no card over HTTP")
    outside = [one for one in page.requests() if not one.startswith((address, "about:", "data:"))]
    expect(not outside, f"requests left: {outside}")


def cards(page):
    expect(page.run("return document.getElementById('count').textContent").startswith(str(pictures)), "another count")
    page.go(f"#job={job}&label=castle")
    shown = page.run("return [...document.querySelectorAll('.card')].map((card) => card.getAttribute('aria-label'))")
    expect(len(shown) == 2 and all(one.startswith("castle ") for one in shown), f"castles are {shown}")
    expect("collate nocase" in page.run("return document.querySelector('.sql code').textContent"), "no SQL")


def keys(page):
    page.go(f"#job={job}")
    page.run("document.querySelector('.card[tabindex=\"0\"]').focus()")
    page.keys(Keys.ARROW_RIGHT)
    name = page.run("return document.activeElement.getAttribute('aria-label')")
    page.keys(Keys.ENTER)
    page.wait("return document.getElementById('picture').open && document.querySelector('.side table')")
    expect(page.run("return document.getElementById('picture-name').textContent") in name, "another picture was opened")
    page.keys("f")
    expect(page.run("return document.querySelector('[data-key=f]').getAttribute('aria-pressed')") == "false", "frames stay")
    page.keys(Keys.ARROW_RIGHT)
    page.wait(f"return document.getElementById('picture-name').textContent !== {page.run('return JSON.stringify(arguments[0])', name)}")
    page.keys(Keys.ESCAPE)
    page.wait("return !document.getElementById('picture').open")
    expect(page.run("return document.activeElement.classList.contains('card')"), "the focus is lost")
    page.keys("/")
    expect(page.run("return document.activeElement.id") == "search", "/ does not search")


with Page() as page:
    page.open(f"{folder.as_uri()}/index.html")
    page.requests()
    cards(page)
    keys(page)
    outside = [one for one in page.requests() if not one.startswith((folder.as_uri(), folder.parent.as_uri(), "data:"))]
    expect(not outside, f"requests left: {outside}")
    expect(not (found := page.complaints()), f"the browser complains: {found}")
    served(page)
    expect(not (found := page.complaints()), f"the browser complains: {found}")
print("the page opens, filters and is used by keys")
