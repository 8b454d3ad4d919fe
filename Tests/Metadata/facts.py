"""What a file is without the program: bytes, pixels, ICC profile and EXIF by Pillow, and the coded picture."""

import dataclasses
import hashlib
import io
import struct
import warnings

import pillow_heif
from PIL import Image

from parts import PNG_START, SOS, chunks, is_frame, pieces, riff_parts

pillow_heif.register_heif_opener()
warnings.simplefilter("ignore")

# What of a file is the picture, beside the ICC profile: coded data, how to decode it, and what its colors are.
JPEG_MARKERS = {0xC4, 0xCC, 0xDB, 0xDC, 0xDD, 0xDE, 0xDF, SOS}
PNG_CHUNKS = {b"IHDR", b"PLTE", b"tRNS", b"gAMA", b"cHRM", b"sRGB", b"sBIT", b"cICP", b"IDAT"}
WEBP_CHUNKS = {b"VP8 ", b"VP8L", b"ALPH"}


@dataclasses.dataclass(frozen=True)
class Facts:
    """Two files with equal `pixels`, `coded` and `icc` are one picture; with an equal `turn` too they are one image."""

    sha256: str
    bytes: int
    coded: str
    pixels: str | None = None  # None: Pillow cannot decode it
    icc: str = ""
    format: str | None = None
    turn: int = 1
    taken: str | None = None
    place: tuple | None = None

    def is_same_picture(self, other):
        return (self.pixels, self.coded, self.icc) == (other.pixels, other.coded, other.icc)

    def differences(self, other):
        """What of an image differs, in words."""
        names = (("pixels", "pixels"), ("coded", "coding or colors"), ("icc", "ICC"), ("turn", "turn"))
        return [word for name, word in names if getattr(self, name) != getattr(other, name)]


def digest(content):
    return hashlib.sha256(content).hexdigest()


def look(path):
    content = path.read_bytes()
    facts = {"sha256": digest(content), "bytes": len(content), "coded": digest(coded(content))}
    try:
        with Image.open(io.BytesIO(content)) as image:
            image.load()
            shown = image.convert("RGBA") if image.mode in ("P", "PA") else image
            facts |= {"pixels": digest(repr((image.mode, image.size)).encode() + shown.tobytes()), "format": image.format,
                      "icc": digest(image.info.get("icc_profile") or b"")}
            block = image.info.get("exif") or b""
    except Exception:  # Pillow raises what it likes
        return Facts(**facts)
    # A HEIC is turned by its own boxes, and by no EXIF.
    return Facts(**facts, **({} if facts["format"] == "HEIF" else said_by_exif(block)))


def said_by_exif(block):
    """Of the EXIF block alone: Pillow's own way to an orientation also asks XMP and PNG's text chunks."""
    exif = Image.Exif()
    try:
        exif.load(block)
        turn, taken, gps = exif.get(0x0112, 1), exif.get_ifd(0x8769).get(0x9003), exif.get_ifd(0x8825)
        place = (degrees(gps[2], gps[1]), degrees(gps[4], gps[3])) if {1, 2, 3, 4} <= set(gps) else None
    except Exception:  # a block that is damaged says nothing
        return {}
    return {"turn": turn if turn in range(1, 9) else 1, "place": place,
            "taken": taken and taken[:10].replace(":", "-") + "T" + taken[11:19]}


def degrees(parts, reference):
    value = sum(float(part) / unit for part, unit in zip(parts, (1, 60, 3600)))
    return round(-value if reference in ("S", "W") else value, 4)


def coded(content):
    """The bytes that are the picture; nothing of formats that no editor here codes again."""
    try:
        if content.startswith(b"\xff\xd8"):
            return b"".join(piece for marker, piece in pieces(content) if marker in JPEG_MARKERS or is_frame(marker))
        if content.startswith(PNG_START):
            return b"".join(name + body for name, body in chunks(content) if name in PNG_CHUNKS)
        if content[:4] == b"RIFF":
            return b"".join(name + body for name, body in riff_parts(content) if name in WEBP_CHUNKS)
    except (ValueError, IndexError, struct.error):  # a file that its editor broke
        pass
    return b""
