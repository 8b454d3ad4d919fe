"""Writes a set of marked pictures as cameras would: every orientation, many sizes and formats, with a place and a comment.

    picture_set.py FOLDER [--count 200] [--seed 1] [--largest 12] [--smallest 64] [--formats jpg,png,webp]

Every picture has EXIF with its orientation, a GPS position (GPS below) and a comment (COMMENT below). FOLDER/pictures
holds the pictures, FOLDER/truth.json says of each name

    {"number": 3, "width": 4000, "height": 3000,      of the upright original
     "orientation": 6, "format": "jpg", "polygon": [[x, y], ...]}     in pixels of the upright original

The same arguments give the same pixels.
"""

import argparse
import concurrent.futures
import json
import math
import os
import pathlib

import numpy as np
from PIL import Image, PngImagePlugin

import marks

GPS = (47.37, 8.54)
COMMENT = "nobody-may-read-this-comment"
# The upright picture's pixels as a camera stores them (EXIF 2.32, 4.6.4, tag 0x0112).
STORED = {1: lambda p: p, 2: lambda p: p[:, ::-1], 3: lambda p: p[::-1, ::-1], 4: lambda p: p[::-1],
          5: lambda p: p.swapaxes(0, 1), 6: lambda p: np.rot90(p, 1), 7: lambda p: p[::-1, ::-1].swapaxes(0, 1),
          8: lambda p: np.rot90(p, -1)}


def exif(orientation):
    """An EXIF block with an orientation, a place and a time."""
    block = Image.Exif()
    block[0x0112] = orientation
    block[0x010E] = COMMENT
    block[0x0132] = "2024:05:06 07:08:09"
    latitude, longitude = GPS
    block.get_ifd(0x8825).update({1: "N", 2: degrees(latitude), 3: "E", 4: degrees(longitude)})
    return block


def degrees(value):
    whole = int(value)
    return float(whole), float(int((value - whole) * 60)), 0.0


def save(pixels, path, orientation, quality):
    """Stores an upright picture's pixels turned, and says so."""
    image = Image.fromarray(np.ascontiguousarray(STORED[orientation](pixels)))
    block = exif(orientation)
    match path.suffix:
        case ".jpg":
            image.save(path, quality=quality, exif=block, comment=COMMENT, subsampling=quality % 3)
        case ".png":
            text = PngImagePlugin.PngInfo()
            text.add_text("Comment", COMMENT)
            image.save(path, exif=block, pnginfo=text, compress_level=1)
        case ".webp":
            image.save(path, quality=quality, method=0, exif=block, xmp=f"<x:xmpmeta>{COMMENT}</x:xmpmeta>".encode())


def size(number, count, random, smallest, largest):
    """Width and height; from the smallest edge to the most pixels on a logarithmic scale, the ends included."""
    least, most = math.log(smallest * smallest), math.log(largest)
    share = {0: 0.0, count - 1: 1.0}.get(number, random.random())
    ratio = 1.0 if number == 0 else 4 / 3 if number == count - 1 else float(random.choice([1, 4 / 3, 3 / 2, 16 / 9, 2, 3]))
    area = math.exp(least + share * (most - least))
    long, short = math.sqrt(area * ratio), math.sqrt(area / ratio)
    long, short = max(smallest, round(long)), max(smallest, round(short))
    return (long, short) if random.random() < 0.7 else (short, long)


def write(task):
    """Writes one picture and gives its name and truth."""
    folder, number, options = task
    random = np.random.default_rng([options.seed, number, 77])
    width, height = size(number, options.count, random, options.smallest, int(options.largest * 1e6))
    orientation = number % 8 + 1
    box = marks.random_box(width, height, random)
    formats = options.formats.split(",")
    kind = formats[number // 8 % len(formats)]
    name = f"{number:04}.{kind}"
    pixels = marks.draw(width, height, number, box, options.seed)
    save(pixels, folder / name, orientation, int(random.integers(80, 96)))
    return name, {"number": number, "width": width, "height": height, "orientation": orientation, "format": kind,
                  "polygon": marks.polygon(box)}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--count", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--largest", type=float, default=12, help="megapixels")
    parser.add_argument("--smallest", type=int, default=64, help="pixels of the shortest edge")
    parser.add_argument("--formats", default="jpg,png,jpg,webp")
    options = parser.parse_args()
    pictures = options.folder / "pictures"
    pictures.mkdir(parents=True, exist_ok=True)
    tasks = [(pictures, number, options) for number in range(options.count)]
    with concurrent.futures.ProcessPoolExecutor(min(os.cpu_count() or 1, 4)) as pool:
        truth = dict(pool.map(write, tasks, chunksize=4))
    (options.folder / "truth.json").write_text(json.dumps(truth))


if __name__ == "__main__":
    main()
