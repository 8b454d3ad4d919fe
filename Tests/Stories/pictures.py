"""The pictures of the stories and the files that hold them, files that are no pictures; and what the vendor sees in them.

A picture is known by its number, a file by its bytes, which are written here: no digest comes from the program.
"""

import functools
import hashlib
import io
import pathlib
import sys
import warnings
from dataclasses import dataclass

warnings.filterwarnings("ignore", category=FutureWarning)
for folder in ("Peers", "Torture"):
    sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / folder))

import annotator  # noqa: E402
import marks  # noqa: E402
import numpy as np  # noqa: E402
import tags  # noqa: E402
from PIL import Image  # noqa: E402

COUNT = 40
SIZE = 120, 90
PLACES = (None, (48.5, 11.5), (-33.25, 151.75), (0.5, -70.0))
DATES = (None, "2026-01-31T12:00:00.000Z", "2011-11-11T11:11:11.000Z")


def encode(number):
    box = marks.random_box(*SIZE, np.random.default_rng([7, number]))
    out = io.BytesIO()
    image = Image.fromarray(marks.draw(*SIZE, number, box, 7))
    image.save(out, *(("PNG",) if number % 2 else ("JPEG",)), **({} if number % 2 else {"quality": 95, "subsampling": 0}))
    if marks.find(Image.open(io.BytesIO(out.getvalue()))).number != number:
        raise SystemExit(f"the mark of picture {number} cannot be read again")
    return out.getvalue()


PLAIN = {number: encode(number) for number in range(1, COUNT + 1)}
# What cannot be read: texts, and pictures cut short, which are known by all their bytes.
BAD = {f"text {number}": f"{number} is a text and not a picture\n".encode() * 20 for number in range(3)}
BAD |= {f"half of {number}": PLAIN[number][:len(PLAIN[number]) // 2] for number in (1, 2)}
DIGESTS = {number: hashlib.sha256(content).hexdigest() for number, content in PLAIN.items()}
PICTURES = {digest: number for number, digest in DIGESTS.items()}
FILES = {}  # sha256 of all bytes -> the file


@dataclass(frozen=True)
class File:
    """What a name holds: a picture, its EXIF orientation, and a number from which all else that it says follows; 0: nothing."""

    number: object
    orientation: int = 1
    tag: int = 0

    def __post_init__(self):
        # A name in a list may bring any of them back.
        FILES.setdefault(self.digest, self)

    def __str__(self):
        return f"{self.number}" + (f", orientation {self.orientation}" if self.orientation != 1 else "") + (
            f", tags {self.tag}" if self.tag else "")

    @property
    def is_bad(self):
        return self.number in BAD

    @property
    def shape(self):
        """Format, width and height as they are stored."""
        if str(self.number).startswith("text"):
            return None, None, None
        return "png" if self.bytes.startswith(b"\x89") else "jpeg", *SIZE

    @property
    def description(self):
        """What tells the file from others even when its pixels were turned: it goes along where metadata is kept."""
        return f"picture {self.number}, {self.orientation}, {self.tag}" if self.tag or self.orientation != 1 else None

    @property
    def taken_at(self):
        return DATES[self.tag % len(DATES)] if self.tag else None

    @property
    def place(self):
        return PLACES[self.tag % len(PLACES)] if self.tag else None

    @property
    def bytes(self):
        return contents(self)

    @property
    def digest(self):
        return hashlib.sha256(self.bytes).hexdigest()

    @property
    def facts(self):
        """What the views say of the file that a name holds, but for its content digest."""
        return (self.orientation, self.taken_at, *(self.place or (None, None)), len(self.bytes))

    def content(self, is_whole):
        """The content digest as the views show it, of a file that is read as a whole or for its picture."""
        whole = is_whole or self.is_bad
        return tags.file_digest(self.bytes) if whole else tags.content_digest(self.bytes, PLAIN[self.number])


@functools.cache
def contents(file):
    if file.is_bad:
        return BAD[file.number]
    plain = PLAIN[file.number]
    if file.description is None:
        return plain
    taken = file.taken_at and file.taken_at[:19].replace("-", ":").replace("T", " ")
    return tags.tagged(plain, tags.Tags(file.description, file.orientation, file.tag % 6, taken, file.place, file.tag % 8,
                                        file.tag % 5 < 2))


def shown_rows(image, recipe):
    """What an answer shows as (view, row): labels (description, mid, score, rank), landmarks (description, rank, latitude,
    longitude), a row for each location."""
    number, (feature, most) = image.number, recipe[:2]
    if feature == "LABEL_DETECTION":
        return [("labels", (f"mark-{number}" if rank == 0 else f"Schild Nº {rank}", f"/m/0{number}_{rank}",
                            round(annotator.score(number, rank), 3), rank)) for rank in range(min(most, 3 + number % 9))]
    latitude, longitude = annotator.place(number)
    rows = [(f"mark-{number}", 0, round(latitude + step, 5), round(longitude, 5)) for step in (0, 0.00125)]
    if number % 3 == 0:
        rows += [(f"mark-{number}", 1, None, None), ("Nirgendwo", 2, None, None)][:most - 1]
    return [("landmarks", row) for row in rows]


def count_results(image, recipe):
    """How many results of a feature an answer has."""
    rows = shown_rows(image, recipe)
    return len({row[1] for _, row in rows}) if recipe[0] == "LANDMARK_DETECTION" else len(rows)
