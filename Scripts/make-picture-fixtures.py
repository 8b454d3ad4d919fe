#!/usr/bin/env python3
"""Makes the pictures that Tests/PicturesTests and Tests/ImagingTests read.

Needs Pillow, pillow-heif and numpy in the Python that runs it:
    python3 -m venv .deps/pictures && .deps/pictures/bin/pip install pillow pillow-heif numpy
    .deps/pictures/bin/python Scripts/make-picture-fixtures.py
The lossless pictures hold a pattern that the tests compute again (see `pattern`).
"""
import pathlib
import struct
import zlib

import numpy
import pillow_heif
from PIL import Image

HERE = pathlib.Path(__file__).resolve().parent.parent / "Tests"
PICTURES = HERE / "PicturesTests" / "Fixtures"
IMAGING = HERE / "ImagingTests" / "Fixtures"


def pattern(width, height):
    """The pattern of the tests: every channel differs, no two rows or columns are alike."""
    y, x = numpy.mgrid[0:height, 0:width]
    channels = [(x * 7 + y * 3) & 255, (x * 2 + y * 11) & 255, (x * 5 + y * 5 + 40) & 255]
    return numpy.stack(channels, axis=-1).astype(numpy.uint8)


def smooth(width, height):
    """A smooth picture with four different corners, which lossy formats keep to a few levels."""
    y, x = numpy.mgrid[0:height, 0:width].astype(numpy.float64)
    u, v = x / (width - 1), y / (height - 1)
    channels = [40 + 180 * u, 40 + 180 * v, 200 - 140 * u * v]
    return numpy.rint(numpy.stack(channels, axis=-1)).astype(numpy.uint8)


def alpha(width, height):
    y, x = numpy.mgrid[0:height, 0:width]
    return ((x * 13 + y * 17) & 255).astype(numpy.uint8)


def chunk(name, data):
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))


def interlaced_png(pixels):
    """Adam7, which Pillow does not write."""
    height, width, _ = pixels.shape
    rows = b""
    passes = [(0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2), (0, 1, 1, 2)]
    for x0, y0, dx, dy in passes:
        part = pixels[y0::dy, x0::dx]
        if part.size:
            rows += b"".join(b"\0" + row.tobytes() for row in part)
    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 1)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b"")


def rgb16_png(pixels):
    """16 bits a channel, the 8-bit pattern in both bytes; no gamma is named."""
    height, width, _ = pixels.shape
    wide = pixels.astype(numpy.uint16) * 257
    rows = b"".join(b"\0" + row.astype(">u2").tobytes() for row in wide)
    header = struct.pack(">IIBBBBB", width, height, 16, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b"")


def exif(orientation):
    data = Image.Exif()
    data[0x0112] = orientation
    data.get_ifd(0x8769)[0x9003] = "2019:08:24 15:30:45"
    data.get_ifd(0x8769)[0x9011] = "+02:00"
    data.get_ifd(0x8825).update({1: "N", 2: (48.0, 51.0, 29.52), 3: "E", 4: (2.0, 17.0, 40.2)})
    return data.tobytes()


def pictures():
    PICTURES.mkdir(parents=True, exist_ok=True)
    w, h = 37, 23
    rgb, flat = pattern(w, h), smooth(w, h)
    image, lossy = Image.fromarray(rgb), Image.fromarray(flat)
    rgba = Image.fromarray(numpy.dstack([rgb, alpha(w, h)]))

    image.save(PICTURES / "rgb.png", exif=exif(6))
    image.convert("L").save(PICTURES / "grey.png")
    image.quantize(16).save(PICTURES / "palette.png")
    (PICTURES / "palette.rgb").write_bytes(image.quantize(16).convert("RGB").tobytes())
    (PICTURES / "grey.rgb").write_bytes(image.convert("L").convert("RGB").tobytes())
    rgba.save(PICTURES / "alpha.png")
    (PICTURES / "interlaced.png").write_bytes(interlaced_png(rgb))
    (PICTURES / "rgb16.png").write_bytes(rgb16_png(rgb))
    image.convert("1").save(PICTURES / "bilevel.png")
    (PICTURES / "bilevel.rgb").write_bytes(image.convert("1").convert("RGB").tobytes())

    image.save(PICTURES / "lossless.webp", lossless=True, exif=exif(6))
    rgba.save(PICTURES / "alpha.webp", lossless=True, exact=True)
    lossy.save(PICTURES / "lossy.webp", quality=90)
    image.save(PICTURES / "animated.webp", save_all=True, append_images=[lossy], duration=100)

    lossy.save(PICTURES / "baseline.jpg", quality=92, exif=exif(6))
    lossy.save(PICTURES / "progressive.jpg", quality=92, progressive=True)
    lossy.convert("L").save(PICTURES / "grey.jpg", quality=92)
    lossy.convert("CMYK").save(PICTURES / "cmyk.jpg", quality=95)
    lossy.save(PICTURES / "restart.jpg", quality=92, restart_marker_blocks=2)
    # YCCK: the same scan, but an Adobe segment that says so; its colors are then others, which is enough to see that
    # the transform is done.
    adobe = (PICTURES / "cmyk.jpg").read_bytes()
    at = adobe.index(b"Adobe")
    (PICTURES / "ycck.jpg").write_bytes(adobe[: at + 11] + b"\2" + adobe[at + 12 :])
    reference = Image.open(PICTURES / "ycck.jpg")
    (PICTURES / "ycck.rgb").write_bytes(blend(numpy.asarray(reference)))
    (PICTURES / "cmyk.rgb").write_bytes(blend(numpy.asarray(Image.open(PICTURES / "cmyk.jpg"))))

    pillow_heif.register_heif_opener()
    large = Image.fromarray(smooth(74, 46))
    large.save(PICTURES / "upright.heic", quality=90, exif=exif(1))
    # The writer turns the orientation into an irot box.
    large.save(PICTURES / "turned.heic", quality=90, exif=exif(6))
    Image.fromarray(numpy.dstack([smooth(74, 46), alpha(74, 46) // 128 * 255])).save(PICTURES / "alpha.heic", quality=90)
    image.save(PICTURES / "other.gif")
    image.save(PICTURES / "other.bmp")
    image.save(PICTURES / "other.tiff", compression="tiff_lzw")
    scanned(image, lossy, rgba)
    smaller()


def scanned(image, lossy, rgba):
    """GIF, BMP and TIFF; those of a palette, of grey and of two colors show what the PNG of that name shows."""
    palette, grey, bilevel = (Image.open(PICTURES / f"{name}.png") for name in ("palette", "grey", "bilevel"))
    palette.save(PICTURES / "palette.gif", interlace=0)
    palette.save(PICTURES / "interlaced.gif", interlace=1)
    palette.save(PICTURES / "animated.gif", save_all=True, append_images=[lossy], duration=100)
    # Behind the header, the color table of 16 and the control: the frame's place on a canvas of 40 x 30.
    file = bytearray((PICTURES / "palette.gif").read_bytes())
    file[6:10] = struct.pack("<HH", 40, 30)
    at = file.index(b",\0\0\0\0")
    file[at + 1 : at + 5] = struct.pack("<HH", 2, 5)
    control = b"!\xf9\4\1\0\0" + bytes([palette.getpixel((0, 0))]) + b"\0"
    (PICTURES / "placed.gif").write_bytes(bytes(file[:at]) + control + bytes(file[at:]))

    palette.save(PICTURES / "palette.bmp")
    grey.save(PICTURES / "grey.bmp")
    bilevel.save(PICTURES / "bilevel.bmp")
    width, height = image.size
    (PICTURES / "alpha.bmp").write_bytes(bmp(rgba.tobytes("raw", "BGRA"), width, -height, 32, 3, 108, 0xFF000000))
    (PICTURES / "rgb32.bmp").write_bytes(bmp(rgba.tobytes("raw", "BGRA"), width, -height, 32, 0, 40))
    pixels = numpy.asarray(image).astype(numpy.uint16)
    words = (pixels[..., 0] >> 3) << 11 | (pixels[..., 1] >> 2) << 5 | pixels[..., 2] >> 3
    rows = b"".join(row.astype("<u2").tobytes() + b"\0\0" * (width % 2) for row in words[::-1])
    (PICTURES / "rgb565.bmp").write_bytes(bmp(rows, width, height, 16, 3, 40, masks=(0xF800, 0x7E0, 0x1F)))
    wide = lambda part, bits: (part.astype(numpy.uint32) * 255 + ((1 << bits) - 1) // 2) // ((1 << bits) - 1)
    expected = [wide(pixels[..., 0] >> 3, 5), wide(pixels[..., 1] >> 2, 6), wide(pixels[..., 2] >> 3, 5)]
    (PICTURES / "rgb565.rgb").write_bytes(numpy.stack(expected, axis=-1).astype(numpy.uint8).tobytes())

    palette.save(PICTURES / "palette.tiff", compression="packbits")
    grey.save(PICTURES / "grey.tiff", compression="tiff_adobe_deflate")
    bilevel.save(PICTURES / "bilevel.tiff", compression="group4")
    rgba.save(PICTURES / "alpha.tiff", compression="tiff_lzw")
    image.save(PICTURES / "turned.tiff", tiffinfo={274: 6, 306: "2024:05:06 07:08:09"})
    image.save(PICTURES / "pages.tiff", save_all=True, append_images=[lossy.resize((99, 99))], compression="tiff_lzw")
    lossy.save(PICTURES / "lossy.tiff", compression="jpeg", quality=92)
    wide16 = numpy.asarray(image).astype(">u2") * 257
    entries = [(256, 3, width), (257, 3, height), (258, 3, 16), (259, 3, 1), (262, 3, 2), (277, 3, 3), (278, 3, height)]
    entries += [(279, 4, 6 * width * height), (273, 4, 8 + 2 + 12 * 9 + 4)]
    directory = b"".join(
        struct.pack(">HHI", tag, kind, 1) + (struct.pack(">HH", value, 0) if kind == 3 else struct.pack(">I", value))
        for tag, kind, value in sorted(entries))
    (PICTURES / "rgb16.tiff").write_bytes(
        b"MM\0*\0\0\0\10" + struct.pack(">H", 9) + directory + b"\0\0\0\0" + wide16.tobytes())


def bmp(rows, width, height, depth, method, header, alpha=0, masks=(0xFF0000, 0xFF00, 0xFF)):
    """A BMP of rows as they lie in the file."""
    body = struct.pack("<IiiHHIIiiII", header, width, height, 1, depth, method, len(rows), 0, 0, 0, 0)
    if method == 3:
        body += struct.pack("<III", *masks)
    if header > 40:
        body += struct.pack("<I", alpha) + b"BGRs" + bytes(header - 60)
    return b"BM" + struct.pack("<IHHI", 14 + len(body) + len(rows), 0, 0, 14 + len(body)) + body + rows


def smaller():
    """Pillow's antialiased triangle: what Downscaler must come to, but for how each rounds."""
    for w, h, tw, th in [(37, 23, 16, 16), (64, 48, 63, 5), (100, 75, 64, 48), (5, 3, 5, 3), (3, 200, 1, 7)]:
        small = Image.fromarray(pattern(w, h)).resize((tw, th), Image.BILINEAR)
        (PICTURES / f"triangle-{w}x{h}-{tw}x{th}.rgb").write_bytes(small.tobytes())


def blend(inks):
    """Pillow has inverted Adobe's inks already: 0 is no ink."""
    inks = 255 - inks.astype(numpy.uint32)
    return ((inks[..., :3] * inks[..., 3:] + 127) // 255).astype(numpy.uint8).tobytes()


def resized(pixels, width, height):
    """Half-pixel bilinear without antialiasing, every step rounded to 32-bit floats."""
    f = numpy.float32

    def axis(source, count):
        scale = f(source) / f(count)
        center = (numpy.arange(count, dtype=f) + f(0.5)) * scale - f(0.5)
        low = numpy.floor(center)
        return (
            numpy.maximum(low.astype(int), 0),
            numpy.minimum(numpy.ceil(center).astype(int), source - 1),
            (center - low).astype(f),
        )

    x0, x1, tx = axis(pixels.shape[1], width)
    y0, y1, ty = axis(pixels.shape[0], height)
    source = pixels.astype(f)
    tx, ty = tx[None, :, None], ty[:, None, None]

    def row(y):
        left, right = source[y][:, x0], source[y][:, x1]
        return left + (right - left) * tx

    top, bottom = row(y0), row(y1)
    result = top + (bottom - top) * ty
    assert result.dtype == f
    return result


def imaging():
    IMAGING.mkdir(parents=True, exist_ok=True)
    sizes = [(37, 23, 16, 16), (37, 23, 50, 31), (64, 48, 21, 33), (5, 3, 5, 3), (1, 1, 4, 2)]
    for w, h, tw, th in sizes:
        name = f"bilinear-{w}x{h}-{tw}x{th}.f32"
        (IMAGING / name).write_bytes(resized(pattern(w, h), tw, th).astype("<f4").tobytes())


pictures()
imaging()
