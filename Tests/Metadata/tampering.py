"""Edits of the picture that leave its coded data as it is: what a digest of coded data alone does not see."""

from parts import PNG_START, chunk, chunks, pieces

DQT = 0xDB


def tamper(folder):
    for path in sorted(folder.iterdir()):
        content = path.read_bytes()
        changed = CHANGES.get(path.suffix, same)(content)
        if changed != content:
            path.write_bytes(changed)


def same(content):
    return content


def other_quantization(jpeg):
    """The step of the mean brightness is one greater. What stands between segments is lost, which is no matter."""
    # Behind the marker, the length and the table's number: the first of 64 steps of 8 bits.
    return b"".join(piece[:5] + bytes([piece[5] % 255 + 1]) + piece[6:] if marker == DQT else piece
                    for marker, piece in pieces(jpeg))


def other_palette(png):
    """Each color of a palette is inverted; pictures without a palette stay as they are."""
    found = list(chunks(png))
    if b"PLTE" not in dict(found):
        return png
    return PNG_START + b"".join(
        chunk(name, bytes(255 - value for value in body) if name == b"PLTE" else body) for name, body in found)


def other_turn(heic):
    """The box irot, where there is one, turns by 90 degrees more."""
    at = heic.find(b"\0\0\0\x09irot")
    return heic if at < 0 else heic[:at + 8] + bytes([(heic[at + 8] + 1) % 4]) + heic[at + 9:]


CHANGES = {".jpg": other_quantization, ".png": other_palette, ".heic": other_turn}
