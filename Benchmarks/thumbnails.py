"""A bare loop that makes thumbnails with Pillow, on every core: thumbnails.py FOLDER OUT"""

import multiprocessing
import pathlib
import sys

from PIL import Image

out = pathlib.Path(sys.argv[2])


def make(path):
    with Image.open(path) as image:
        image.draft("RGB", (240, 240))
        image.thumbnail((240, 240), Image.Resampling.BOX, reducing_gap=None)
        image.save(out / f"{path.stem}.jpg", quality=72, subsampling="4:2:0")


if __name__ == "__main__":
    out.mkdir()
    with multiprocessing.Pool() as pool:
        pool.map(make, sorted(pathlib.Path(sys.argv[1]).glob("*.jpg")), chunksize=4)
