"""The edits: what programs of people do to the files of a folder. Each leaves alone what its program does not write."""

import concurrent.futures
import os
import pathlib
import shutil
import subprocess
import tempfile

import piexif
from PIL import Image

import drawn
import facts
import tampering

TOOLS = ("exiftool", "exiv2", "webpmux", "jpegtran", "exiftran")


def missing_tools():
    return [tool for tool in TOOLS if shutil.which(tool) is None]


def call(*words):
    """Editors complain about files that they do not know; what they did is read from the files."""
    return subprocess.run([str(word) for word in words], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                          stderr=subprocess.DEVNULL, check=False).returncode


def files(folder, *endings):
    return [path for path in sorted(folder.iterdir()) if not endings or path.suffix in endings]


def by_exiftool(*words):
    """All files by one process: it takes a quarter of a second to start."""
    return lambda folder: call("exiftool", "-q", "-q", "-m", "-overwrite_original", *words, *files(folder))


def by_exiv2(*words):
    return lambda folder: call("exiv2", *words, *files(folder))


def each(folder, endings, edit):
    """Replaces each file by what the edit writes under another name, if it writes anything. It is given both names."""
    with tempfile.TemporaryDirectory(dir=folder.parent) as aside:
        def one(path):
            made = pathlib.Path(aside, path.name)
            if edit(path, made) == 0 and made.exists():
                os.replace(made, path)

        with concurrent.futures.ThreadPoolExecutor(2) as pool:
            list(pool.map(one, files(folder, *endings)))


def jpegtran(*words):
    return lambda folder: each(folder, (".jpg",), lambda path, made: call("jpegtran", *words, "-outfile", made, path))


def exiftran(folder):
    each(folder, (".jpg",), lambda path, made: call("exiftran", "-a", "-o", made, path))


def webpmux_set(folder):
    with tempfile.TemporaryDirectory(dir=folder.parent) as aside:
        exif, xmp, between = (pathlib.Path(aside, name) for name in ("exif", "xmp", "between"))
        xmp.write_bytes(drawn.xmp('xmp:Rating="5"'))
        for path in files(folder, ".webp"):
            # The orientation stays as it is: to change it is another edit.
            exif.write_bytes(drawn.tiff(facts.look(path).turn))
            if call("webpmux", "-set", "exif", exif, path, "-o", between) == 0:
                call("webpmux", "-set", "xmp", xmp, between, "-o", path)


def webpmux_strip(folder):
    for what in ("exif", "xmp"):
        each(folder, (".webp",), lambda path, made, what=what: call("webpmux", "-strip", what, path, "-o", made))


def by_piexif(edit):
    def run(folder):
        for path in files(folder, ".jpg", ".webp"):
            try:
                edit(str(path))
            except Exception:  # it knows baseline JPEG and common WebP, and raises what it likes about others
                pass
    return run


def keep_quality(folder):
    def save(path, made):
        try:
            with Image.open(path) as image:
                image.save(made, "JPEG", quality="keep")
        except (OSError, ValueError):
            return 1
        return 0

    each(folder, (".jpg",), save)


# EXIF as piexif writes it, which replaces the file's own with its orientation.
INSERTED = drawn.exif(1)

EDITS = {
    "exiftool: rating, keywords, dates": by_exiftool("-Rating=4", "-Keywords=harbour", "-Subject=harbour",
                                                     "-AllDates=2024:05:06 07:08:09"),
    "exiftool: GPS, artist": by_exiftool("-EXIF:GPSLatitude=47.37", "-EXIF:GPSLatitudeRef=N", "-EXIF:GPSLongitude=8.54",
                                         "-EXIF:GPSLongitudeRef=E", "-EXIF:Artist=An artist"),
    "exiftool: comment": by_exiftool("-Comment=another comment"),
    "exiftool: thumbnail and IFD1 removed": by_exiftool("-IFD1:all=", "-ThumbnailImage="),
    "exiftool: JFIF and EXIF resolution": by_exiftool(
        "-JFIF:XResolution=300", "-JFIF:YResolution=300", "-JFIF:ResolutionUnit=inches", "-IFD0:XResolution=300",
        "-IFD0:YResolution=300", "-IFD0:ResolutionUnit=inches"),
    "exiftool: -EXIF:Orientation#=3": by_exiftool("-EXIF:Orientation#=3"),
    "exiftool: -all= --icc_profile:all": by_exiftool("-all=", "--icc_profile:all"),
    "exiftool: -all=": by_exiftool("-all="),
    "exiftool: -trailer:all=": by_exiftool("-trailer:all="),
    "exiftool: rebuilt from its own tags": by_exiftool("-all=", "--icc_profile:all", "-tagsfromfile", "@", "-all:all",
                                                       "-unsafe"),
    "exiv2: EXIF, IPTC, XMP set": by_exiv2(
        "-Mset Exif.Image.Artist Ascii An artist", "-Mset Iptc.Application2.Keywords String harbour",
        "-Mset Xmp.xmp.Rating XmpText 4", "modify"),
    "exiv2: comment": by_exiv2("-c", "another comment", "modify"),
    "exiv2: all removed": by_exiv2("-d", "a", "rm"),
    "exiv2: ICC removed": by_exiv2("-d", "C", "rm"),
    "piexif: insert": by_piexif(lambda path: piexif.insert(INSERTED, path)),
    "piexif: remove": by_piexif(lambda path: piexif.remove(path)),
    "webpmux: EXIF and XMP set": webpmux_set,
    "webpmux: EXIF and XMP stripped": webpmux_strip,
    "jpegtran -copy all": jpegtran("-copy", "all"),
    "jpegtran -copy none": jpegtran("-copy", "none"),
    "exiftran -a": exiftran,
    "Pillow: quality='keep'": keep_quality,
    "by hand: DQT, PLTE, irot": tampering.tamper,
}
# An edit of metadata alone, one that turns, one that takes ICC profiles, and one that codes pictures again.
FEW = ("exiftool: rating, keywords, dates", "exiftool: -EXIF:Orientation#=3", "exiftool: -all=", "jpegtran -copy none")
