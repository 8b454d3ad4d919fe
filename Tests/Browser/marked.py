"""Frames over marks: pictures of each orientation, read by EXIF, ignored and turned, at three sizes of the window."""

import io
import itertools
import math
import pathlib
import sqlite3
import struct
import sys
import zlib

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path += [str(path) for path in (ROOT / ".deps/python/lib").glob("python3*/site-packages")]
from PIL import Image  # noqa: E402

from answers import Job  # noqa: E402
from page import expect  # noqa: E402

STORED, MARK = (300, 200), (40, 30, 130, 110)
MANIFEST = """job: j
store: cairn.db
images:
  - {folder: pictures/exif}
  - {folder: pictures/ignored, orientation: ignore}
  - {folder: pictures/turned, rotate: 90}
backend: {kind: tflite, model: scenes.tflite}
"""


def picture(orientation, number):
    """A white mark on black, as it is stored, with an EXIF orientation; a grey corner tells pictures apart."""
    left, top, right, bottom = MARK
    row = lambda y: bytes(255 if left <= x < right and top <= y < bottom else number if x > 290 and y > 190 else 0 for x in range(STORED[0]))
    raw = zlib.compress(b"".join(b"\0" + row(y) for y in range(STORED[1])))
    exif = b"MM\0*\0\0\0\x08\0\x01" + struct.pack(">HHIHH", 0x0112, 3, 1, orientation, 0) + bytes(4)
    chunk = lambda kind, data: struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", *STORED, 8, 0, 0, 0, 0)) + chunk(b"eXIf", exif)
            + chunk(b"IDAT", raw) + chunk(b"IEND", b""))


def upright(turn):
    """The mark in the turned picture: by the formulas for points of a file."""
    w, h = STORED
    place = {1: lambda u, v: (u, v), 2: lambda u, v: (w - u, v), 3: lambda u, v: (w - u, h - v), 4: lambda u, v: (u, h - v),
             5: lambda u, v: (v, u), 6: lambda u, v: (h - v, u), 7: lambda u, v: (h - v, w - u), 8: lambda u, v: (v, w - u)}[turn]
    (x1, y1), (x2, y2) = place(*MARK[:2]), place(*MARK[2:])
    return min(x1, x2), min(y1, y2), abs(x2 - x1), abs(y2 - y1)


def check(page, program, folder):
    files = {f"{kind}/{orientation}.png": picture(orientation, 8 * number + orientation)
             for number, kind in enumerate(["exif", "ignored", "turned"], 1) for orientation in range(1, 9)}
    job = Job(program, folder, 0, ["LABEL_DETECTION", "OBJECT_LOCALIZATION"], files=files, manifest=MANIFEST)
    images = sqlite3.connect(folder / "cairn.db").execute("SELECT image_id, path, turn FROM images ORDER BY 1").fetchall()
    job.answer("OBJECT_LOCALIZATION", {path.removeprefix("pictures/"): [("mark", 0.9, upright(turn))] for _, path, turn in images})
    job.cairn("report", "j", "--out", "report")
    page.open((folder / "report/index.html").as_uri())
    for (width, height), (image, path, _) in itertools.product([(360, 780), (800, 600), (1600, 1000)], images):
        page.size(width, height)
        page.go(f"#job=j&i={image}")
        page.wait("return document.querySelector('.stage .object .edge') && document.querySelector('.pixels')?.naturalWidth > 0"
                  f" && document.getElementById('picture-name').textContent === '{path}'")
        page.run_async("await document.querySelector('.pixels').decode();"
                       " await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));")
        frame, stage = page.run("""const box = (element) => { const b = element.getBoundingClientRect(); return [b.left, b.top, b.right, b.bottom]; };
            const shape = document.querySelector('.object .edge');
            const place = [...shape.points].map((point) => point.matrixTransform(shape.getScreenCTM()));
            const found = [Math.min(...place.map((p) => p.x)), Math.min(...place.map((p) => p.y)), Math.max(...place.map((p) => p.x)), Math.max(...place.map((p) => p.y))];
            for (const layer of document.querySelectorAll('.drawing, .names')) layer.style.visibility = 'hidden';
            return [found, box(document.querySelector('.stage'))];""")
        shot = Image.open(io.BytesIO(page.driver.get_screenshot_as_png())).convert("L")
        # Without the edge, where half a pixel of the background shines through.
        left, top = math.ceil(stage[0]) + 1, math.ceil(stage[1]) + 1
        shot = shot.crop([left, top, math.floor(stage[2]) - 1, math.floor(stage[3]) - 1])
        mark = shot.point(lambda value: 255 if value > 127 else 0).getbbox()
        found = [mark[0] + left, mark[1] + top, mark[2] + left, mark[3] + top]
        distance = max(abs(a - b) for a, b in zip(frame, found))
        expect(distance <= 1.0, f"{path} at {width} x {height}: the frame is {frame}, the mark {found}")
