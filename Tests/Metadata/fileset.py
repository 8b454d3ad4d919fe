"""The set of files: each another picture, the same bytes each time."""

import itertools

import jpegs
import others

# Enough for a look at each format, turn and kind of place where metadata lies.
FEW = ("jpeg-baseline.jpg", "jpeg-turned-6.jpg", "jpeg-icc.jpg", "jpeg-comments-between.jpg", "jpeg-extended-xmp.jpg",
       "jpeg-no-jfif.jpg", "jpeg-motion.jpg", "png-late-exif.png", "png-icc.png", "webp-lossless.webp",
       "webp-everything.webp", "heic-turned-6.heic")


def write(folder, few=False):
    """Writes the files and returns their names."""
    folder.mkdir()
    numbers = itertools.count(1)
    makers = jpegs.files(numbers) | others.FILES
    names = [name for name in makers if not few or name in FEW]
    for name in names:
        (folder / name).write_bytes(makers[name](next(numbers)))
    return names
