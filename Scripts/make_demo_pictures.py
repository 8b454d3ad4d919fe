#!/usr/bin/env python3
"""Draws the demo's pictures, none of which the model has seen, and says what the model makes of each.

    Scripts/setup test
    .deps/python/bin/python Scripts/make_demo_pictures.py          draws Jobs/demo/pictures and scores them
    .deps/python/bin/python Scripts/make_demo_pictures.py --score  scores the pictures that are there

Some carry what cameras write: the time, the place, and an orientation that readers must apply.
"""

import base64
import pathlib
import sys
from datetime import datetime

import numpy as np
from PIL import Image, ImageOps

import draw_scenes
import oracle

DEMO = pathlib.Path(__file__).resolve().parent.parent / "Jobs/demo"
FOLDER = DEMO / "pictures"
MOST = 60_000
TURNED = {1: None, 3: Image.Transpose.ROTATE_180, 6: Image.Transpose.ROTATE_90, 8: Image.Transpose.ROTATE_270}

# File, kind, hour, seed, upright size, orientation, time with its offset from UTC, latitude, longitude.
PICTURES = (
    ("balloon-dusk.jpg", "balloon", "dusk", 900_001, (800, 600), 1, "2024-09-14 06:12:40 +03:00", 38.64310, 34.82890),
    ("balloon-noon.png", "balloon", "noon", 900_002, (400, 300), 1, None, None, None),
    ("beach-day.jpg", "beach", "day", 900_003, (900, 600), 1, "2023-11-02 10:25:03 +04:00", -4.37180, 55.83600),
    ("castle-dusk.jpg", "castle", "dusk", 900_106, (600, 800), 6, "2024-10-19 18:21:55 +02:00", 47.55760, 10.74980),
    ("castle-overcast.jpg", "castle", "overcast", 900_005, (640, 480), 1, None, None, None),
    ("city-night.jpg", "city", "night", 900_006, (960, 540), 1, "2024-01-27 20:48:11 +01:00", 50.10350, 8.68200),
    ("desert-evening.jpg", "desert", "evening", 900_007, (800, 600), 3, "2024-03-30 18:44:09 -07:00", 32.25130, -111.16680),
    ("forest-morning.jpg", "forest", "morning", 900_008, (640, 640), 1, "2023-10-08 08:37:30 +02:00", 48.56220, 8.22180),
    ("lighthouse-evening.jpg", "lighthouse", "evening", 900_009, (800, 600), 1, "2024-06-21 21:58:17 +02:00", 48.33050, -4.76970),
    ("lighthouse-night.webp", "lighthouse", "night", 900_010, (720, 540), 1, None, None, None),
    ("mountain-day.jpg", "mountain", "day", 900_011, (960, 640), 1, "2024-07-05 11:15:46 +02:00", 45.97640, 7.65860),
    ("sailing-boat-noon.jpg", "sailing boat", "noon", 900_012, (600, 800), 8, "2024-08-03 12:30:00 +01:00", 50.76120, -1.29950),
    ("sailing-boat-dusk.jpg", "sailing boat", "dusk", 900_013, (800, 500), 1, "2023-12-26 20:11:24 +11:00", -33.84970, 151.26430),
    ("windmill-day.jpg", "windmill", "day", 900_102, (640, 480), 1, "2024-04-28 14:02:38 +02:00", 51.88360, 4.64060),
)


def sexagesimal(degrees):
    hundredths = round(abs(degrees) * 360_000)
    return (float(hundredths // 360_000), float(hundredths // 6_000 % 60), hundredths % 6_000 / 100)


def camera(orientation, taken, latitude, longitude):
    """The EXIF block of a picture, or None where it has none."""
    if taken is None:
        return None
    at = datetime.fromisoformat(taken.replace(" +", "+").replace(" -", "-"))
    exif = Image.Exif()
    exif[0x0112] = orientation
    exif[0x0131] = "draw_scenes"
    exif[0x8769] = {0x9003: at.strftime("%Y:%m:%d %H:%M:%S"), 0x9011: taken[-6:]}
    exif[0x8825] = {0: b"\x02\x03\x00\x00", 1: "N" if latitude >= 0 else "S", 2: sexagesimal(latitude),
                    3: "E" if longitude >= 0 else "W", 4: sexagesimal(longitude)}
    return exif


def write(name, kind, hour, seed, size, orientation, taken, latitude, longitude):
    picture = draw_scenes.draw(kind, seed, size, (hour,))
    path = FOLDER / name
    if path.suffix == ".png":
        picture.quantize(200, dither=Image.Dither.NONE).save(path, optimize=True)
        return
    if TURNED[orientation] is not None:
        picture = picture.transpose(TURNED[orientation])
    exif = camera(orientation, taken, latitude, longitude)
    for quality in range(88, 50, -3):
        options = {"quality": quality} | ({"exif": exif} if exif else {})
        picture.save(path, optimize=True, **options) if path.suffix == ".jpg" else picture.save(path, method=6, **options)
        if path.stat().st_size <= MOST:
            return


def score():
    """Each picture's best label; the exit code says whether all are right and above 0.6."""
    from ai_edge_litert.interpreter import Interpreter
    interpreter = Interpreter(model_path=str(DEMO / "scenes.tflite"))
    good = True
    for path in sorted(FOLDER.iterdir()):
        with Image.open(path) as opened:
            upright = ImageOps.exif_transpose(opened).convert("RGB")
            orientation = opened.getexif().get(0x0112, 1)
        [output] = oracle.answer(DEMO / "scenes.tflite", np.array(upright), interpreter)["outputs"]
        scores = np.frombuffer(base64.b64decode(output["base64"]), np.uint8) * output["scale"]
        label = draw_scenes.LABELS[int(scores.argmax())]
        right = path.name.startswith(label.replace(" ", "-")) and scores.max() > 0.6
        good &= bool(right)
        print(f"{path.name:24} {upright.width}x{upright.height} orientation {orientation} {path.stat().st_size:6} bytes  "
              f"{label} {scores.max():.3f}{'' if right else '  WRONG OR WEAK'}")
    return good


if __name__ == "__main__":
    if sys.argv[1:] not in ([], ["--score"]):
        raise SystemExit(__doc__)
    if not sys.argv[1:]:
        FOLDER.mkdir(parents=True, exist_ok=True)
        for each in PICTURES:
            write(*each)
    raise SystemExit(0 if score() else 1)
