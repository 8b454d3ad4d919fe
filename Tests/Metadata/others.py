"""The PNG, WebP, HEIC and GIF files of the set."""

import struct
import zlib

import drawn
import pillow_heif
from drawn import encoded, picture, tiff, with_alpha
from parts import png_with, riff, riff_parts, vp8x
from PIL import PngImagePlugin

pillow_heif.register_heif_opener()


# PNG.

def png(number, orientation=1, **options):
    return encoded(picture(number, orientation), "PNG", **options)


def texts(number):
    info = PngImagePlugin.PngInfo()
    info.add_text("Comment", "a comment")
    info.add_text("Description", "a longer description " * 20, zip=True)
    info.add_itxt("XML:com.adobe.xmp", drawn.xmp().decode())
    return png(number, pnginfo=info)


def with_gamma(number):
    """gAMA, cHRM and sRGB: colors are a part of the picture."""
    chrm = struct.pack(">8I", 31270, 32900, 64000, 33000, 30000, 60000, 15000, 6000)
    return png_with(png(number), b"IDAT", (b"gAMA", struct.pack(">I", 45455)), (b"cHRM", chrm), (b"sRGB", b"\0"))


def with_time(number):
    return png_with(png(number), b"IDAT", (b"pHYs", struct.pack(">IIB", 2835, 2835, 1)), (b"bKGD", bytes(6)),
                    (b"tIME", struct.pack(">H5B", 2024, 5, 6, 7, 8, 9)))


def animated(number):
    """APNG: its default picture is what is known."""
    return png(number, save_all=True, append_images=[picture(number).rotate(180)], duration=100)


def large_profile(number):
    body = b"a profile\0\0" + zlib.compress(drawn.profile())
    return png_with(png(number), b"IDAT", (b"iCCP", body))


PNG = {
    "png-plain.png": png,
    "png-grey.png": lambda n: encoded(picture(n).convert("L"), "PNG"),
    "png-palette.png": lambda n: encoded(picture(n).quantize(64), "PNG", transparency=3),
    "png-alpha.png": lambda n: encoded(with_alpha(picture(n)), "PNG"),
    "png-gamma.png": with_gamma,
    "png-icc.png": large_profile,
    "png-turned-6.png": lambda n: png_with(png(n, 6), b"IDAT", (b"eXIf", tiff(6))),
    "png-late-exif.png": lambda n: png_with(png(n, 8), b"IEND", (b"eXIf", tiff(8))),
    "png-texts.png": texts,
    "png-time.png": with_time,
    "png-animated.png": animated,
    "png-tail.png": lambda n: png(n) + drawn.noise(300, n),
}


# WebP.

def webp(number, orientation=1, alpha=False, **options):
    image = picture(number, orientation)
    return encoded(with_alpha(image) if alpha else image, "WEBP", **({"quality": 90} | options))


def with_chunks(content, size, flags, first=(), last=()):
    """A bare WebP with VP8X, chunks before its picture, and chunks behind it."""
    parts = [part for part in riff_parts(content) if part[0] != b"VP8X"]
    return riff([(b"VP8X", vp8x(*size, flags)), *first, *parts, *last])


WEBP = {
    "webp-lossy.webp": webp,
    "webp-lossless.webp": lambda n: webp(n, lossless=True),
    "webp-alpha.webp": lambda n: webp(n, alpha=True),
    "webp-lossless-alpha.webp": lambda n: webp(n, alpha=True, lossless=True, exact=True),
    "webp-turned-6.webp": lambda n: with_chunks(webp(n, 6), (120, 160), 8, last=[(b"EXIF", tiff(6))]),
    "webp-prefixed-3.webp": lambda n: with_chunks(webp(n, 3, lossless=True), (160, 120), 8, last=[(b"EXIF", drawn.exif(3))]),
    "webp-icc.webp": lambda n: webp(n, icc_profile=drawn.profile()),
    "webp-everything.webp": lambda n: webp(n, icc_profile=drawn.profile(), exif=drawn.exif(), xmp=drawn.xmp()),
    "webp-bare-vp8x.webp": lambda n: with_chunks(webp(n), (160, 120), 0),
}


# HEIC. The writer turns an orientation of EXIF into the box irot.

def heic(number, orientation=1, **options):
    return encoded(picture(number, orientation), "HEIF", **({"quality": 90} | options))


HEIC = {
    "heic-plain.heic": heic,
    "heic-exif.heic": lambda n: heic(n, exif=drawn.exif()),
    "heic-turned-6.heic": lambda n: heic(n, 6, exif=drawn.exif(6)),
    "heic-turned-3.heic": lambda n: heic(n, 3, exif=drawn.exif(3)),
    "heic-alpha.heic": lambda n: encoded(with_alpha(picture(n)), "HEIF", quality=90),
    "heic-icc.heic": lambda n: heic(n, icc_profile=drawn.profile(), exif=drawn.exif()),
    "heic-xmp.heic": lambda n: heic(n, xmp=drawn.xmp()),
    "heic-thumbnail.heic": lambda n: heic(n, exif=drawn.exif(), thumbnails=[64]),
    "heic-second-picture.heic": lambda n: heic(n, save_all=True, append_images=[picture(n).resize((80, 60))]),
}


# GIF.

def gif89(number):
    return encoded(picture(number), "GIF", comment=b"a comment")


GIF = {"gif-87a.gif": lambda n: encoded(picture(n), "GIF"), "gif-89a.gif": gif89}

FILES = PNG | WEBP | HEIC | GIF
