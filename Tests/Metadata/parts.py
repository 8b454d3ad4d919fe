"""The parts of JPEG, PNG and WebP files: to take files apart, and to write what no library writes."""

import struct
import zlib

PNG_START = b"\x89PNG\r\n\x1a\n"
SOI, EOI, SOS, COM = 0xD8, 0xD9, 0xDA, 0xFE


# JPEG.

def segment(marker, body):
    return bytes([0xFF, marker]) + struct.pack(">H", len(body) + 2) + body


def pieces(jpeg):
    """(marker, bytes) of each segment; a scan has its coded data with it.

    Fill bytes, and bytes between segments, are left out. What follows EOI is a last piece with the marker 0.
    """
    yield SOI, jpeg[:2]
    at = 2
    while True:
        at = jpeg.index(b"\xff", at)
        marker = jpeg[at + 1]
        if marker == EOI:
            yield EOI, jpeg[at:at + 2]
            if jpeg[at + 2:]:
                yield 0, jpeg[at + 2:]
            return
        if marker == 0xFF:
            at += 1
        elif marker in (0, 1) or 0xD0 <= marker <= 0xD7:
            at += 2
        else:
            end = at + 2 + struct.unpack_from(">H", jpeg, at + 2)[0]
            if marker == SOS:
                end = scan_end(jpeg, end)
            # Fill bytes behind coded data look like its end; coded data itself never ends with FF.
            yield marker, jpeg[at:end].rstrip(b"\xff") if marker == SOS else jpeg[at:end]
            at = end


def scan_end(jpeg, at):
    """Where the marker begins that ends the coded data at `at`: none of a stuffed byte or a restart."""
    while True:
        at = jpeg.index(b"\xff", at)
        following = jpeg[at + 1]
        if following == 0 or 0xD0 <= following <= 0xD7:
            at += 2
        elif following == 0xFF:
            at += 1
        else:
            return at


def is_frame(marker):
    return 0xC0 <= marker <= 0xCF and marker not in (0xC4, 0xC8, 0xCC)


def with_first(jpeg, *segments):
    """With segments behind SOI, and behind JFIF where it is there: JFIF is the first by its own rule."""
    parts = list(pieces(jpeg))
    at = 2 if parts[1][0] == 0xE0 else 1
    return joined(parts[:at]) + b"".join(segments) + joined(parts[at:])


def with_before(jpeg, is_place, addition):
    """With bytes before each segment whose marker is such a place."""
    return b"".join((addition if is_place(marker) else b"") + piece for marker, piece in pieces(jpeg))


def without(jpeg, marker):
    return joined(part for part in pieces(jpeg) if part[0] != marker)


def joined(parts):
    return b"".join(piece for _, piece in parts)


# PNG.

def chunk(name, body):
    return struct.pack(">I", len(body)) + name + body + struct.pack(">I", zlib.crc32(name + body))


def chunks(png):
    """(name, body) of each chunk to IEND."""
    at, name = len(PNG_START), b""
    while name != b"IEND":
        length, name = struct.unpack_from(">I4s", png, at)
        yield name, png[at + 8:at + 8 + length]
        at += 12 + length


def png_with(png, before, *added):
    """With chunks, (name, body), before the first one of a name."""
    found = list(chunks(png))
    at = [name for name, _ in found].index(before)
    return PNG_START + b"".join(chunk(*each) for each in found[:at] + list(added) + found[at:])


# WebP.

def riff(parts):
    body = b"WEBP" + b"".join(
        name + struct.pack("<I", len(part)) + part + b"\0" * (len(part) & 1) for name, part in parts)
    return b"RIFF" + struct.pack("<I", len(body)) + body


def riff_parts(webp):
    at = 12
    while at + 8 <= len(webp):
        name, length = struct.unpack_from("<4sI", webp, at)
        yield name, webp[at + 8:at + 8 + length]
        at += 8 + length + (length & 1)


def vp8x(width, height, flags):
    """The body of a VP8X chunk. Flags: 32 ICC, 16 alpha, 8 EXIF, 4 XMP."""
    return struct.pack("<I", flags) + (width - 1).to_bytes(3, "little") + (height - 1).to_bytes(3, "little")
