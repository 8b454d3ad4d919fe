#!/usr/bin/env python3
"""Makes what the benchmarks read: photographs of 12 megapixels, or a tree of very many small pictures.

    Scripts/setup test
    .deps/python/bin/python Benchmarks/make_photos.py FOLDER                200 photographs, 4000x3000, baseline 4:2:0
    .deps/python/bin/python Benchmarks/make_photos.py FOLDER --photos 50
    .deps/python/bin/python Benchmarks/make_photos.py FOLDER --noise 3 --quality 90     white noise of this deviation on all of them
    .deps/python/bin/python Benchmarks/make_photos.py FOLDER --progressive 5            every fifth is progressive
    .deps/python/bin/python Benchmarks/make_photos.py FOLDER --photos 4000 --size 640x480
    .deps/python/bin/python Benchmarks/make_photos.py FOLDER --tree 100000  pictures of 64x48, 1000 to a folder

The photographs are drawn landscapes under fine texture at every scale, with about as many bytes (2 to 3 MB at quality
85) as a camera's. Every picture differs from every other, and the same arguments make the same files.
"""

import argparse
import io
import multiprocessing
import os
import pathlib
import sys

import numpy as np
from PIL import Image

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "Scripts"))
import draw_scenes

WIDTH, HEIGHT = 4000, 3000
MARGIN = 1000
texture = None


def fractal():
    """A field larger than a photograph with detail from single pixels up, from which each takes another part."""
    random = np.random.default_rng(12)
    high, wide = HEIGHT + MARGIN, WIDTH + MARGIN
    field = random.standard_normal((high, wide), dtype=np.float32)
    for step, strength in ((2, 1.3), (4, 1.6), (9, 1.9), (24, 2.2), (70, 2.4)):
        coarse = random.standard_normal((high // step + 2, wide // step + 2), dtype=np.float32)
        field += strength * np.asarray(Image.fromarray(coarse).resize((wide, high), Image.BICUBIC))
    return np.clip(field * 24, -32767, 32767).astype(np.int16)


def prepare():
    global texture
    texture = fractal()


def photograph(task):
    folder, number, noise, quality, progressive, (width, height) = task
    random = np.random.default_rng([7, number])
    kind = draw_scenes.LABELS[number % len(draw_scenes.LABELS)]
    scene = draw_scenes.draw(kind, 500_000 + number, (1000, 750), over=1)
    luma, blue, red = scene.resize((width, height), Image.BICUBIC).convert("YCbCr").split()
    y, x = random.integers(0, MARGIN, 2)
    # Less texture where the scene is smooth, as a sky has less than a wood; 1024 is one grey level.
    share = np.interp(np.arange(height), [0, height * 0.45, height * 0.7, height], random.uniform([40, 70, 150, 190], [110, 170, 300, 360]))
    detail = texture[y:y + height, x:x + width] * share.astype(np.int32)[:, None]
    detail >>= 10
    detail += np.asarray(luma)
    if noise:
        detail += np.rint(random.standard_normal(detail.shape, dtype=np.float32) * noise).astype(detail.dtype)
    np.clip(detail, 0, 255, out=detail)
    picture = Image.merge("YCbCr", (Image.fromarray(detail.astype(np.uint8)), blue, red))
    exif = Image.Exif()
    exif[0x0112] = int(random.choice([1, 1, 1, 6, 8]))
    exif[0x8769] = {0x9003: f"2024:{1 + number % 12:02}:{1 + number % 28:02} {number % 24:02}:{number % 60:02}:00"}
    path = pathlib.Path(folder) / f"photo-{number:04}.jpg"
    picture.save(path, quality=quality, subsampling=2, progressive=bool(progressive) and number % progressive == 0, exif=exif)
    return path.stat().st_size


def thumbnails(task):
    folder, first, last = task
    target = pathlib.Path(folder) / f"{first // 1000:04}"
    target.mkdir(parents=True, exist_ok=True)
    coarse = np.random.default_rng([9, first]).integers(0, 256, (last - first, 4, 5, 3), dtype=np.uint8)
    total = 0
    for number, pixels in zip(range(first, last), coarse):
        packed = io.BytesIO()
        # Every file has metadata, as most have; the pixels alone make each a picture of its own.
        Image.fromarray(pixels).resize((64, 48), Image.BILINEAR).save(packed, "JPEG", quality=75, comment=f"{number}")
        (target / f"{number:07}.jpg").write_bytes(packed.getbuffer())
        total += packed.tell()
    return total


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--photos", type=int, default=200, metavar="N")
    parser.add_argument("--noise", type=float, default=0, metavar="SIGMA")
    parser.add_argument("--quality", type=int, default=85)
    parser.add_argument("--progressive", type=int, default=0, metavar="N")
    parser.add_argument("--size", default=f"{WIDTH}x{HEIGHT}", metavar="WxH", help="at most as large as that")
    parser.add_argument("--tree", type=int, metavar="N")
    wanted = parser.parse_args()
    wanted.folder.mkdir(parents=True, exist_ok=True)
    if wanted.tree is None:
        work, tasks, count = photograph, [
            (wanted.folder, number, wanted.noise, wanted.quality, wanted.progressive, tuple(map(int, wanted.size.split("x")))) for number in range(wanted.photos)], wanted.photos
    else:
        work, count = thumbnails, wanted.tree
        tasks = [(wanted.folder, first, min(first + 1000, count)) for first in range(0, count, 1000)]
    with multiprocessing.get_context("fork").Pool(os.cpu_count(), prepare if wanted.tree is None else None) as pool:
        total = sum(pool.imap_unordered(work, tasks))
    print(f"{count} files, {total / 1e6:.1f} MB, {total / max(count, 1) / 1e3:.1f} kB each, in {wanted.folder}")
