"""The JPEG files of the set: codings, metadata in every place, and what lies between and behind the segments."""

import struct
import subprocess
import tempfile

import drawn
from drawn import exif_segment, jpeg
from parts import COM, EOI, SOS, is_frame, segment, with_before, with_first, without

JFIF = 0xE0


def files(numbers):
    """Makers of files by name; each takes the number of its picture."""
    thumbnail = drawn.encoded(drawn.picture(next(numbers)).resize((40, 30)), "JPEG", quality=60)
    comment = segment(COM, b"a comment")
    return CODINGS | {
        "jpeg-turned-6.jpg": lambda n: with_first(jpeg(n, 6), exif_segment(6)),
        "jpeg-turned-3.jpg": lambda n: with_first(jpeg(n, 3, progressive=True), exif_segment(3)),
        "jpeg-turned-5.jpg": lambda n: with_first(jpeg(n, 5, subsampling=0), exif_segment(5)),
        "jpeg-turned-icc.jpg": lambda n: with_first(jpeg(n, 8), exif_segment(8), *drawn.icc_segments(1)),
        "jpeg-no-jfif.jpg": lambda n: without(jpeg(n), JFIF),
        "jpeg-exif-thumbnail.jpg": lambda n: with_first(without(jpeg(n), JFIF), exif_segment(thumbnail=thumbnail)),
        "jpeg-maker-notes.jpg": lambda n: with_first(jpeg(n), exif_segment(notes=drawn.noise(40_000, n))),
        "jpeg-two-exif.jpg": lambda n: with_first(jpeg(n, 6), exif_segment(6), exif_segment(3)),
        "jpeg-late-exif.jpg": lambda n: with_before(jpeg(n, 6), is_sos, exif_segment(6)),
        "jpeg-xmp.jpg": lambda n: with_first(jpeg(n), drawn.xmp_segment()),
        "jpeg-extended-xmp.jpg": lambda n: with_first(jpeg(n), exif_segment(), *drawn.extended_xmp_segments()),
        "jpeg-photoshop.jpg": lambda n: with_first(jpeg(n), drawn.photoshop_segment()),
        "jpeg-icc.jpg": lambda n: with_first(jpeg(n), exif_segment(), *drawn.icc_segments(1)),
        "jpeg-icc-in-three.jpg": lambda n: with_first(jpeg(n), *drawn.icc_segments(3)),
        "jpeg-jumbf.jpg": lambda n: with_first(jpeg(n), drawn.jumbf_segment()),
        "jpeg-jfif-thumbnail.jpg": lambda n: jfif_thumbnail(jpeg(n), thumbnail),
        "jpeg-comment.jpg": lambda n: with_first(jpeg(n), comment),
        "jpeg-comments-between.jpg": lambda n: with_before(jpeg(n, progressive=True), is_sos, comment),
        "jpeg-fill-bytes.jpg": lambda n: with_before(jpeg(n), lambda marker: marker not in (0xD8, JFIF), b"\xff\xff\xff"),
        "jpeg-garbage.jpg": lambda n: with_before(jpeg(n), is_frame, b"between segments"),
        "jpeg-mpo.jpg": lambda n: drawn.encoded(drawn.picture(n), "MPO", save_all=True, quality=90,
                                                append_images=[drawn.picture(n).resize((80, 60))]),
        "jpeg-tail.jpg": lambda n: jpeg(n) + drawn.noise(500, n),
        "jpeg-motion.jpg": lambda n: motion(jpeg(n)),
    }


CODINGS = {
    "jpeg-baseline.jpg": jpeg,
    "jpeg-444.jpg": lambda n: jpeg(n, subsampling=0),
    "jpeg-grey.jpg": lambda n: jpeg(n, mode="L"),
    "jpeg-progressive.jpg": lambda n: jpeg(n, progressive=True),
    "jpeg-restart.jpg": lambda n: jpeg(n, restart_marker_blocks=4),
    "jpeg-optimized.jpg": lambda n: jpeg(n, optimize=True),
    "jpeg-arithmetic.jpg": lambda n: transcoded(jpeg(n), "-arithmetic"),
    "jpeg-three-scans.jpg": lambda n: three_scans(jpeg(n)),
    "jpeg-rgb.jpg": lambda n: jpeg(n, keep_rgb=True),
    "jpeg-cmyk.jpg": lambda n: jpeg(n, mode="CMYK"),
}


def is_sos(marker):
    return marker == SOS


def transcoded(content, *options):
    return subprocess.run(["jpegtran", *options], input=content, stdout=subprocess.PIPE, check=True).stdout


def three_scans(content):
    """Baseline, but a scan for each component: metadata may stand between them."""
    with tempfile.NamedTemporaryFile("w", suffix=".txt") as script:
        script.write("0;\n1;\n2;\n")
        script.flush()
        return transcoded(content, "-scans", script.name)


def jfif_thumbnail(content, thumbnail):
    """JFIF with an RGB thumbnail, and JFXX with one in JPEG (JFIF 1.02)."""
    jfif = b"JFIF\0" + struct.pack(">HBHHBB", 0x0102, 0, 1, 1, 8, 8) + drawn.noise(8 * 8 * 3, 2)
    return with_first(without(content, JFIF), segment(JFIF, jfif), segment(JFIF, b"JFXX\0\x10" + thumbnail))


def motion(content):
    film = drawn.video()
    told = drawn.xmp_segment(f'GCamera:MicroVideo="1" GCamera:MicroVideoVersion="1" GCamera:MicroVideoOffset="{len(film)}"')
    assert content.endswith(bytes([0xFF, EOI]))
    return with_first(content, exif_segment(), told) + film
