"""The pictures of the stories: small marked ones, and files that are not pictures; and what the vendor sees in them."""

import hashlib
import io
import pathlib
import sys
import warnings

warnings.filterwarnings("ignore", category=FutureWarning)
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "Peers"))

import annotator  # noqa: E402
import marks  # noqa: E402
import numpy as np  # noqa: E402
from PIL import Image  # noqa: E402

COUNT, BAD = 40, tuple(f"bad{number}" for number in range(4))


def encode(number):
    width, height = 120, 90
    box = marks.random_box(width, height, np.random.default_rng([7, number]))
    out = io.BytesIO()
    image = Image.fromarray(marks.draw(width, height, number, box, 7))
    image.save(out, *(("PNG",) if number % 2 else ("JPEG",)), **({} if number % 2 else {"quality": 95, "subsampling": 0}))
    if marks.find(Image.open(io.BytesIO(out.getvalue()))).number != number:
        raise SystemExit(f"the mark of picture {number} cannot be read again")
    return out.getvalue()


BYTES = {number: encode(number) for number in range(1, COUNT + 1)}
BYTES |= {name: f"{name} is a text and not a picture\n".encode() * 20 for name in BAD}
DIGESTS = {hashlib.sha256(content).hexdigest(): name for name, content in BYTES.items()}


def shown_rows(number, recipe):
    """What an answer shows as (view, row): labels (description, mid, score, rank), landmarks (description, rank, latitude,
    longitude), a row for each location."""
    feature, most, _ = recipe
    if feature == "LABEL_DETECTION":
        return [("labels", (f"mark-{number}" if rank == 0 else f"Schild Nº {rank}", f"/m/0{number}_{rank}",
                            round(annotator.score(number, rank), 3), rank)) for rank in range(min(most, 3 + number % 9))]
    latitude, longitude = annotator.place(number)
    rows = [(f"mark-{number}", 0, round(latitude + step, 5), round(longitude, 5)) for step in (0, 0.00125)]
    if number % 3 == 0:
        rows += [(f"mark-{number}", 1, None, None), ("Nirgendwo", 2, None, None)][:most - 1]
    return [("landmarks", row) for row in rows]
