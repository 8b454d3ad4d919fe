"""What a sent picture holds: its size, its mark, and whatever it tells besides its pixels."""

import hashlib
import io
import struct

from PIL import Image

import marks

Image.MAX_IMAGE_PIXELS = 80_000_000  # Cloud Vision's own limit is 75 million
may_be_turned = False  # whether a mark counts as found that was turned or mirrored


class Scan:
    """One file, looked at once."""

    def __init__(self, content):
        self.sha256 = hashlib.sha256(content).hexdigest()
        self.bytes = len(content)
        self.format = self.size = self.problem = None
        self.orientation = self.turn = 1
        self.description = None
        self.metadata = []
        self.finding = marks.Finding(None, None, False)
        try:
            self.metadata = [*segments(content)]
            with Image.open(io.BytesIO(content)) as image:
                image.load()
                self.format, self.size = image.format, image.size
                exif = image.getexif()
                self.orientation = exif.get(0x0112, 1)
                self.metadata += said_by_pillow(image, exif)
                self.description = exif.get(0x010E)
                self.finding, self.turn = marks.find_turned(image) if may_be_turned else (marks.find(image), 1)
        except Exception as error:  # Pillow raises what it likes
            self.problem = f"{type(error).__name__}: {error}"

    def described(self):
        return {"sha256": self.sha256, "bytes": self.bytes, "format": self.format, "size": self.size, "mark": self.finding.number,
                "box": self.finding.box, "orientation": self.orientation, "metadata": self.metadata, "turn": self.turn,
                "description": self.description}


_known = {}


def scan(content):
    """The scan of a file, kept for when it comes again."""
    digest = hashlib.sha256(content).digest()
    found = _known.get(digest)
    if found is None:
        if len(_known) > 4096:
            _known.clear()
        found = _known[digest] = Scan(content)
    return found


def said_by_pillow(image, exif):
    if exif:
        yield "exif: " + ", ".join(f"{tag:#06x}" for tag in exif)
    if exif.get_ifd(0x8825):
        yield "gps"
    for name in ("comment", "xmp", "XML:com.adobe.xmp", "Comment", "photoshop", "Raw profile type exif"):
        if name in image.info:
            yield f"{name}: {len(image.info[name])} bytes"


def segments(content):
    """The parts of a JPEG, PNG or WebP that hold more than pixels and color."""
    if content.startswith(b"\xff\xd8"):
        yield from jpeg_segments(content)
    elif content.startswith(b"\x89PNG\r\n\x1a\n"):
        for name, _ in chunks(content, 8, ">I4s", 4, False):
            if name in (b"eXIf", b"tEXt", b"zTXt", b"iTXt", b"tIME"):
                yield "PNG " + name.decode()
    elif content[:4] == b"RIFF" and content[8:12] == b"WEBP":
        for name, _ in chunks(content, 12, "<4sI", 0, True):
            if name in (b"EXIF", b"XMP "):
                yield "WebP " + name.decode()


def chunks(content, at, form, trailer, even):
    while at + 8 <= len(content):
        one, two = struct.unpack_from(form, content, at)
        name, length = (one, two) if isinstance(one, bytes) else (two, one)
        yield name, content[at + 8:at + 8 + length]
        at += 8 + length + trailer + (length & 1 if even else 0)


def jpeg_segments(content):
    """JFIF, ICC and Adobe's color mark are about pixels; every other APPn and every comment is not (ITU T.81, B.1.1.3)."""
    at = 2
    while at + 4 <= len(content) and content[at] == 0xFF:
        marker, length = content[at + 1], int.from_bytes(content[at + 2:at + 4], "big")
        body = content[at + 4:at + 2 + length]
        if marker == 0xDA:
            end = content.rfind(b"\xff\xd9")
            if end >= 0 and len(content) > end + 2:
                yield f"JPEG {len(content) - end - 2} bytes after its end"
            return
        if marker == 0xFE:
            yield "JPEG comment"
        elif 0xE0 <= marker <= 0xEF and not body.startswith((b"JFIF\0", b"JFXX\0", b"ICC_PROFILE\0", b"Adobe")):
            yield f"JPEG APP{marker - 0xE0} {body[:6]!r}"
        at += 2 + length
