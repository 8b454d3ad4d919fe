"""Metadata in picture files, written byte by byte; and the digests by which the documents say files are known.

No code of the program is in here. `plain` is a file as Pillow writes it, JPEG or PNG, which has nothing to leave out but what every
JPEG has: so it is its own canonical copy.
"""

import hashlib
import struct
import zlib
from dataclasses import dataclass

SHORT, LONG, RATIONAL, ASCII = 3, 4, 5, 2
DESCRIPTION, ORIENTATION, RATING = 0x010E, 0x0112, 0x4746
EXIF_DIRECTORY, GPS_DIRECTORY, TAKEN = 0x8769, 0x8825, 0x9003
NO_JFIF, COMMENT, TAIL = 1, 2, 4  # layouts of a JPEG, as sums


@dataclass(frozen=True)
class Tags:
    """What a file says beside its picture. `place` is in degrees whose halves are minutes."""

    description: str
    orientation: int = 1
    rating: int = 0
    taken: str | None = None  # 2026:01:31 12:00:00
    place: tuple | None = None
    layout: int = 0
    is_little: bool = False


class Directories:
    """A TIFF structure that is written from its front: directories, each with its values behind it."""

    def __init__(self, is_little):
        self.order = "<" if is_little else ">"
        self.text = (b"II*\0" if is_little else b"MM\0*") + self.number("I", 8)

    def number(self, form, *values):
        return struct.pack(self.order + form, *values)

    def value(self, kind, value):
        """(count, bytes)."""
        if kind == ASCII:
            return len(value) + 1, value.encode() + b"\0"
        values = value if isinstance(value, (list, tuple)) else [value]
        if kind == RATIONAL:
            return len(values), b"".join(self.number("II", *each) for each in values)
        return len(values), self.number({SHORT: "H", LONG: "I"}[kind] * len(values), *values)

    def add(self, entries):
        """Writes (tag, type, value) as one directory, and returns where it stands."""
        start = len(self.text)
        behind, head, more = start + 2 + 12 * len(entries) + 4, self.number("H", len(entries)), b""
        for tag, kind, value in sorted(entries):
            count, data = self.value(kind, value)
            head += self.number("HHI", tag, kind, count)
            if len(data) <= 4:
                head += data.ljust(4, b"\0")
            else:
                head += self.number("I", behind + len(more))
                more += data + b"\0" * (len(data) % 2)
        self.text += head + self.number("I", 0) + more
        return start


def exif(tags):
    """An EXIF block; the first directory must stand at 8, so the others' places are counted from its length."""
    entries = [(DESCRIPTION, ASCII, tags.description), (ORIENTATION, SHORT, tags.orientation), (RATING, SHORT, tags.rating)]
    others = []
    if tags.taken:
        others.append((EXIF_DIRECTORY, [(TAKEN, ASCII, tags.taken)]))
    if tags.place:
        others.append((GPS_DIRECTORY, [field for number, letters, degrees in zip((1, 3), ("NS", "EW"), tags.place) for field in (
            (number, ASCII, letters[degrees < 0]),
            (number + 1, RATIONAL, [(int(abs(degrees)), 1), (round(abs(degrees) % 1 * 60), 1), (0, 1)]))]))
    probe = Directories(tags.is_little)
    probe.add(entries + [(tag, LONG, 0) for tag, _ in others])
    places = []
    for tag, fields in others:
        places.append((tag, LONG, probe.add(fields)))
    made = Directories(tags.is_little)
    made.add(entries + places)
    for _, fields in others:
        made.add(fields)
    return made.text


def tagged(plain, tags):
    """The file with these tags, in one of the ways in which programs place them."""
    return tagged_jpeg(plain, tags) if plain.startswith(b"\xff\xd8") else tagged_png(plain, tags)


def segment(marker, body):
    return bytes((0xFF, marker)) + struct.pack(">H", len(body) + 2) + body


def tagged_jpeg(plain, tags):
    end_of_jfif = 4 + int.from_bytes(plain[4:6], "big")
    jfif, rest = plain[2:end_of_jfif], plain[end_of_jfif:]
    said = segment(0xE1, b"Exif\0\0" + exif(tags))
    if tags.layout & COMMENT:
        said += segment(0xFE, tags.description.encode())
    return plain[:2] + (b"" if tags.layout & NO_JFIF else jfif) + said + rest + (b"tail" if tags.layout & TAIL else b"")


def tagged_png(plain, tags):
    def chunk(name, body):
        return struct.pack(">I", len(body)) + name + body + struct.pack(">I", zlib.crc32(name + body))
    said = chunk(b"eXIf", exif(tags))
    if tags.layout & COMMENT:
        said += chunk(b"tEXt", b"Comment\0" + tags.description.encode())
    place = len(plain) - 12 if tags.layout & TAIL else 33  # behind the data, or behind the header
    return plain[:place] + said + plain[place:]


# Digests.

def kept_ranges(content):
    """What of a file is in its canonical copy as it stands."""
    if content.startswith(b"\x89PNG"):
        yield 0, 8
        at = 8
        while at < len(content):
            end = at + 12 + int.from_bytes(content[at:at + 4], "big")
            if content[at + 4:at + 8] in (b"IHDR", b"PLTE", b"tRNS", b"IDAT", b"IEND"):
                yield at, end
            at = end
        return
    at = 2
    while content[at + 1] != 0xDA:
        end = at + 2 + int.from_bytes(content[at + 2:at + 4], "big")
        if content[at + 1] < 0xE0:
            yield at, end
        at = end
    yield at, content.index(b"\xff\xd9", at)  # one scan; a 0xff in it has another byte behind it


def content_digest(content, plain):
    """The first half of the content digest of a file that is read for its picture, as the views show it: each range that the copy
    leaves out, with its place and length, the picture's digest, the file's length."""
    digest, end = hashlib.sha256(), 0
    for low, high in [*kept_ranges(content), (len(content), len(content))]:
        if low > end:
            digest.update(content[end:low] + struct.pack(">QQ", end, low - end))
        end = high
    digest.update(hashlib.sha256(plain).digest() + struct.pack(">Q", len(content)))
    return digest.hexdigest()[:32]


def file_digest(content):
    """The same of a file that is an image with all its bytes."""
    return hashlib.sha256(content).hexdigest()[:32]
