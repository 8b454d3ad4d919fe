"""Pictures whose content a program can find again: drawn by the tests, found by the peers.

A marked picture, seen upright, is dull (every color near grey) but for

    the corner    a green block at the top left, as high as a tenth of the shorter edge, at least 6 pixels, and twice as
                  wide: a picture that was turned or mirrored wrongly has it elsewhere, or has it standing
    the mark      one filled magenta rectangle (255, 0, 255) in a pale quiet zone
    the number    a strip along the whole lower edge, a twelfth of the height and at least 8 pixels: 20 cells of equal
                  width, white or black; two to know it by (white, black), 14 of the number, the highest first, 4 of a
                  check (`check`)

All three survive a JPEG of quality 85 with subsampled chroma, and scaling from 12 megapixels to 640x480. The mark is found to
a small fraction of a pixel, because its edges are measured by how much of each pixel is magenta, not by a threshold.

    marks.py FILE --number 12 --size 640x480     draws one picture; the way it is stored is the file name's
"""

import argparse
import dataclasses

import numpy as np
from PIL import Image

MAGENTA, GREEN, QUIET = (255, 0, 255), (0, 200, 0), (206, 206, 206)
CELLS, NUMBER_BITS, CHECK_BITS = 20, 14, 4
LARGEST_NUMBER = (1 << NUMBER_BITS) - 1


@dataclasses.dataclass(frozen=True)
class Finding:
    """What was found in a picture: `box` is left, top, right, bottom in its pixels; each part may be missing."""

    number: int | None
    box: tuple | None
    is_upright: bool


def check(number):
    """Four bits that differ for numbers that are mistaken for each other easily."""
    return (number % 15 + 7 * (number >> 7)) % 16 ^ 0b0101


def bits(number):
    """The cells of the strip, from the left; true is white."""
    value = number << CHECK_BITS | check(number)
    return [True, False] + [bool(value >> place & 1) for place in reversed(range(NUMBER_BITS + CHECK_BITS))]


def corner_edge(width, height):
    return max(6, min(width, height) // 10)


def strip_height(height):
    return max(8, height // 12)


# Drawing.

def draw(width, height, number, box, seed=0):
    """RGB pixels (rows by columns by 3) of a marked picture; `box` in whole pixels, see `random_box`."""
    if not 0 <= number <= LARGEST_NUMBER or min(width, height) < 40:
        raise ValueError(f"no mark {number} in {width}x{height}")
    random = np.random.default_rng([seed, number])
    pixels = _ground(width, height, random)
    left, top, right, bottom = box
    quiet = max(3, min(right - left, bottom - top) // 5)
    pixels[max(0, top - quiet):bottom + quiet, max(0, left - quiet):right + quiet] = QUIET
    pixels[top:bottom, left:right] = MAGENTA
    edge = corner_edge(width, height)
    pixels[:edge, :2 * edge] = GREEN
    strip = pixels[height - strip_height(height):]
    for place, white in enumerate(bits(number)):
        strip[:, place * width // CELLS:(place + 1) * width // CELLS] = 235 if white else 20
    return pixels


def _ground(width, height, random):
    """Dull fields with a slope in each, so that JPEG has something to do and nothing looks like a mark."""
    low = random.integers(70, 150, (5, 7, 1)) + random.integers(-12, 13, (5, 7, 3))
    small = Image.fromarray(low.astype(np.uint8)).resize((width, height), Image.Resampling.BILINEAR)
    pixels = np.array(small)
    period = max(4, width // 40)
    pixels[:, ::period] -= 12
    pixels[::period] -= 12
    return pixels


def random_box(width, height, random):
    """A place for the mark, clear of corner and strip, with its quiet zone inside the picture."""
    edge, strip = corner_edge(width, height), strip_height(height)
    low, high = 4, height - strip - 4
    tall = int(random.integers(max(9, height // 8), max(10, min(height // 2, high - low - edge))))
    wide = int(random.integers(max(9, width // 8), max(10, width // 2)))
    top = int(random.integers(low + edge, max(low + edge + 1, high - tall)))
    left = int(random.integers(4, max(5, width - wide - 4)))
    return left, top, min(left + wide, width - 4), min(top + tall, high)


def polygon(box):
    """The corners of a box, clockwise from the top left."""
    left, top, right, bottom = box
    return [[left, top], [right, top], [right, bottom], [left, bottom]]


# Finding.

def find(image):
    """What a Pillow image shows as it is stored: no orientation is applied."""
    pixels = np.asarray(image.convert("RGB"), dtype=np.int16)
    box = _find_box(pixels)
    return Finding(_read_number(pixels), box, _has_corner(pixels))


# What makes a picture upright again that was turned by EXIF's number.
BACK = {2: Image.Transpose.FLIP_LEFT_RIGHT, 3: Image.Transpose.ROTATE_180, 4: Image.Transpose.FLIP_TOP_BOTTOM,
        5: Image.Transpose.TRANSPOSE, 6: Image.Transpose.ROTATE_90, 7: Image.Transpose.TRANSVERSE, 8: Image.Transpose.ROTATE_270}


def find_turned(image):
    """(what is found, by which of EXIF's numbers the picture was turned); the box is where the image shows it."""
    seen = find(image)
    if not (seen.is_upright and seen.number is not None):
        for turn, back in BACK.items():
            upright = find(image.transpose(back))
            if upright.is_upright and upright.number is not None:
                return dataclasses.replace(upright, box=seen.box), turn
    return seen, 1


def _has_corner(pixels):
    """Green here and to the right, not below."""
    height, width = pixels.shape[:2]
    edge = max(6, min(width, height) / 10)
    low, high = max(1, round(edge * 0.25)), max(3, round(edge * 0.75))
    far = slice(low + round(edge), high + round(edge))

    def is_green(part):
        red, green, blue = part.reshape(-1, 3).mean(axis=0)
        return bool(green - max(red, blue) > 60)

    near = slice(low, high)
    return is_green(pixels[near, near]) and is_green(pixels[near, far]) and not is_green(pixels[far, near])


def _read_number(pixels):
    height, width = pixels.shape[:2]
    rows = pixels[height - max(4, height // 20):height - 2]
    grey = rows.mean(axis=(0, 2))
    cell = width / CELLS
    white = [grey[int((place + 0.3) * cell):max(int((place + 0.7) * cell), int((place + 0.3) * cell) + 1)].mean() > 128
             for place in range(CELLS)]
    number = sum(int(each) << place for place, each in enumerate(reversed(white[2:-CHECK_BITS])))
    return number if white == bits(number) else None


def _find_box(pixels):
    """The mark's edges: the coverage of rows and columns, summed, gives them between pixels."""
    magenta = np.clip(np.minimum(pixels[..., 0], pixels[..., 2]) - pixels[..., 1], 0, 255)
    mask = magenta > 127
    columns, rows = np.flatnonzero(mask.sum(0) > 1), np.flatnonzero(mask.sum(1) > 1)
    if not len(columns) or not len(rows):
        return None
    left, top, right, bottom = columns[0], rows[0], columns[-1] + 1, rows[-1] + 1
    across, down = max(1, (right - left) // 4), max(1, (bottom - top) // 4)
    body = magenta[top + down:bottom - down, left + across:right - across]
    if body.size == 0 or body.min() < 127:
        return None
    x = _ends(magenta[top + down:bottom - down].mean(0) / body.mean(), left, right)
    y = _ends(magenta[:, left + across:right - across].mean(1) / body.mean(), top, bottom)
    return x[0], y[0], x[1], y[1]


def _ends(coverage, low, high):
    """Where the covered part begins and ends: from its middle outwards, what is covered adds up to its length."""
    reach = 4
    middle = (low + high) // 2
    before = coverage[max(0, low - reach):middle].clip(0, 1)
    after = coverage[middle:high + reach].clip(0, 1)
    return float(middle - before.sum()), float(middle + after.sum())


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file")
    parser.add_argument("--number", type=int, default=1)
    parser.add_argument("--size", default="640x480")
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    width, height = map(int, options.size.split("x"))
    box = random_box(width, height, np.random.default_rng([options.seed, options.number]))
    Image.fromarray(draw(width, height, options.number, box, options.seed)).save(options.file, quality=90)
    print(box)


if __name__ == "__main__":
    main()
