"""Small marked pictures, and the metadata that cameras and programs write into them. Every number is another picture."""

import hashlib
import io
import pathlib
import struct
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "Peers"))

import marks  # noqa: E402
import numpy as np  # noqa: E402
import piexif  # noqa: E402
from PIL import Image, ImageCms  # noqa: E402
from picture_set import STORED  # noqa: E402

from parts import segment  # noqa: E402

WIDTH, HEIGHT, SEED = 160, 120, 11


def picture(number, orientation=1):
    """A Pillow image of the picture with this number, as a camera that was held so stores it."""
    box = marks.random_box(WIDTH, HEIGHT, np.random.default_rng([SEED, number]))
    pixels = marks.draw(WIDTH, HEIGHT, number, box, SEED)
    return Image.fromarray(np.ascontiguousarray(STORED[orientation](pixels)))


def with_alpha(image):
    """With a slope of transparency that leaves every pixel visible: some coders drop the colors of others."""
    width, height = image.size
    slope = np.linspace(180, 255, width, dtype=np.uint8)[None, :].repeat(height, 0)
    return Image.fromarray(np.dstack([np.asarray(image), slope]))


def encoded(image, form, **options):
    out = io.BytesIO()
    image.save(out, form, **options)
    return out.getvalue()


def jpeg(number, orientation=1, mode="RGB", **options):
    return encoded(picture(number, orientation).convert(mode), "JPEG", **({"quality": 90} | options))


def exif(orientation=1, thumbnail=None, notes=b""):
    """A block with EXIF's prefix: orientation, time, place, resolution; a thumbnail and maker notes where given."""
    tags = {
        "0th": {piexif.ImageIFD.Make: b"Tests", piexif.ImageIFD.Model: b"Cameras",
                piexif.ImageIFD.Orientation: orientation, piexif.ImageIFD.XResolution: (72, 1),
                piexif.ImageIFD.YResolution: (72, 1), piexif.ImageIFD.ResolutionUnit: 2},
        "Exif": {piexif.ExifIFD.DateTimeOriginal: b"2019:08:24 15:30:45"},
        "GPS": {piexif.GPSIFD.GPSLatitudeRef: b"N", piexif.GPSIFD.GPSLatitude: ((48, 1), (51, 1), (2952, 100)),
                piexif.GPSIFD.GPSLongitudeRef: b"E", piexif.GPSIFD.GPSLongitude: ((2, 1), (17, 1), (402, 10))},
    }
    if notes:
        tags["Exif"][piexif.ExifIFD.MakerNote] = notes
    if thumbnail:
        tags |= {"1st": {piexif.ImageIFD.Compression: 6, piexif.ImageIFD.XResolution: (72, 1)}, "thumbnail": thumbnail}
    return piexif.dump(tags)


def exif_segment(*arguments, **options):
    return segment(0xE1, exif(*arguments, **options))


def tiff(orientation):
    """The same without the prefix: what PNG and WebP hold."""
    return exif(orientation)[6:]


def noise(length, seed):
    return np.random.default_rng([SEED, seed]).bytes(length)


def profile():
    """An ICC profile of sRGB. LittleCMS writes the time of day into it, which would make other files each time."""
    made = ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes()
    return made[:24] + struct.pack(">6H", 2024, 1, 1, 0, 0, 0) + made[36:]


def icc_segments(count):
    """The profile in this many segments."""
    made = profile()
    step = -(-len(made) // count)
    return [segment(0xE2, b"ICC_PROFILE\0" + bytes([number + 1, count]) + made[number * step:(number + 1) * step])
            for number in range(count)]


def xmp(attributes='xmp:Rating="3"'):
    return (f'<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?><x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF '
            f'xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" '
            f'xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmlns:xmpNote="http://ns.adobe.com/xmp/note/" '
            f'xmlns:GCamera="http://ns.google.com/photos/1.0/camera/" {attributes}/></rdf:RDF></x:xmpmeta>'
            f'<?xpacket end="w"?>').encode()


def xmp_segment(attributes='xmp:Rating="3"'):
    return segment(0xE1, b"http://ns.adobe.com/xap/1.0/\0" + xmp(attributes))


def extended_xmp_segments():
    """A packet that names its extension, and the extension in two segments (XMP specification part 3, 1.1.3.1)."""
    text = xmp('xmp:Label="' + "depth" * 2000 + '"')
    guid, half = hashlib.md5(text).hexdigest().upper(), len(text) // 2
    return [xmp_segment(f'xmpNote:HasExtendedXMP="{guid}"')] + [
        segment(0xE1, b"http://ns.adobe.com/xmp/extension/\0" + guid.encode() + struct.pack(">II", len(text), at) + part)
        for at, part in ((0, text[:half]), (half, text[half:]))]


def photoshop_segment():
    """Photoshop's resources with one IPTC keyword."""
    keyword = b"\x1c\x02\x19" + struct.pack(">H", 7) + b"harbour"
    padded = keyword + b"\0" * (len(keyword) & 1)
    return segment(0xED, b"Photoshop 3.0\0" + b"8BIM" + struct.pack(">H", 0x0404) + b"\0\0"
                   + struct.pack(">I", len(keyword)) + padded)


def jumbf_segment():
    """A superbox with a description and a JSON box (ISO 19566-5), as content credentials are stored."""
    kind = b"json" + bytes.fromhex("00110010800000aa00389b71")
    description = box(b"jumd", kind + b"\x03metadata\0")
    return segment(0xEB, b"JP" + struct.pack(">HI", 1, 1) + box(b"jumb", description + box(b"json", b'{"a": 1}')))


def box(name, body):
    return struct.pack(">I", 8 + len(body)) + name + body


def video():
    """What lies behind a motion photograph's EOI: the boxes of a film, if not a film."""
    return box(b"ftyp", b"mp42\0\0\0\0mp42isom") + box(b"mdat", noise(3000, 5))
