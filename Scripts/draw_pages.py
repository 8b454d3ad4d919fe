#!/usr/bin/env python3
"""Draws pages of text, whose words are known: what the tests of text recognition read.

    .deps/python/bin/python Scripts/draw_pages.py matrix FOLDER [--step N]
    .deps/python/bin/python Scripts/draw_pages.py turned FOLDER
    .deps/python/bin/python Scripts/draw_pages.py pages FOLDER
    .deps/python/bin/python Scripts/draw_pages.py sizes FOLDER
    .deps/python/bin/python Scripts/draw_pages.py letter FILE
    .deps/python/bin/python Scripts/draw_pages.py dots FILE

`matrix` writes LANGUAGE-FONT-ANGLE-ORIENTATION.jpg, in six fonts, five angles and the eight orientations of EXIF, or
every Nth of these 1,440 pages, and the lines of each language as LANGUAGE.txt; `turned` writes a page turned by quarters
as 0.png to 270.png; `pages` writes 60 whole pages of 300 dpi for the benchmark; `sizes` writes pages of 36 to 600 dpi, as
they are drawn and as a camera sees them: LANGUAGE/DPI-drawn.png and LANGUAGE/DPI-photographed.jpg beside LANGUAGE/DPI.txt;
`letter` writes the small page of Jobs/text-here.yaml; `dots` writes a page without letters, on which the search for lines takes
half a minute or more.
"""

import argparse
import itertools
import pathlib

import numpy as np
from PIL import Image, ImageDraw, ImageFilter, ImageFont

TRUETYPE = pathlib.Path("/usr/share/fonts/truetype")
OPENTYPE = pathlib.Path("/usr/share/fonts/opentype")

# Debian's packages fonts-dejavu-core and fonts-liberation have all letters of the first four languages.
ALPHABETIC = [
    (TRUETYPE / "dejavu/DejaVuSans.ttf", 0), (TRUETYPE / "dejavu/DejaVuSerif.ttf", 0),
    (TRUETYPE / "dejavu/DejaVuSansMono.ttf", 0), (TRUETYPE / "liberation/LiberationSans-Regular.ttf", 0),
    (TRUETYPE / "liberation/LiberationSerif-Regular.ttf", 0), (TRUETYPE / "liberation/LiberationMono-Regular.ttf", 0),
]
HEBREW = [
    (TRUETYPE / "dejavu/DejaVuSans.ttf", 0), (TRUETYPE / "dejavu/DejaVuSans-Bold.ttf", 0),
    (TRUETYPE / "liberation/LiberationSans-Regular.ttf", 0), (TRUETYPE / "liberation/LiberationSerif-Regular.ttf", 0),
    (TRUETYPE / "liberation/LiberationMono-Regular.ttf", 0), (TRUETYPE / "liberation/LiberationSans-Bold.ttf", 0),
]


def noto(face):
    """Sans and serif, regular and bold, of fonts-noto-cjk; Korean's faces are 1, Simplified Chinese's 2."""
    return [(OPENTYPE / f"noto/Noto{family}CJK-{weight}.ttc", face)
            for family in ("Sans", "Serif") for weight in ("Regular", "Bold")]


FONTS = {
    "eng": ALPHABETIC, "deu": ALPHABETIC, "rus": ALPHABETIC, "heb": HEBREW,
    "chi_sim": noto(2) + [(TRUETYPE / "wqy/wqy-zenhei.ttc", 0), (TRUETYPE / "arphic/uming.ttc", 0)],
    "kor": noto(1) + [(TRUETYPE / "nanum/NanumGothic.ttf", 0), (TRUETYPE / "nanum/NanumMyeongjo.ttf", 0)],
}

# Paragraphs of lines.
TEXTS = {
    "eng": [["The harbour of the old town", "opens to the north. Boats leave", "at seven in the morning and", "return before it is dark."],
            ["Visitors find the ticket office", "beside the stone bridge, where", "a map shows every street."]],
    "deu": [["Der Hafen der alten Stadt liegt", "nach Norden offen. Die Boote", "fahren um sieben Uhr früh und", "kehren vor der Nacht zurück."],
            ["Gäste finden die Kasse neben", "der großen Brücke aus Stein,", "dort hängt auch ein Stadtplan."]],
    "rus": [["Гавань старого города открыта", "на север. Лодки выходят в семь", "часов утра и возвращаются до", "наступления темноты."],
            ["Гости найдут кассу рядом с", "каменным мостом, где висит", "подробная карта всех улиц."]],
    "heb": [["הנמל של העיר העתיקה פונה", "לצפון. הסירות יוצאות בשבע", "בבוקר וחוזרות לפני החושך."],
            ["המבקרים ימצאו את הקופה ליד", "גשר האבן, ושם תלויה מפה", "של כל הרחובות."]],
    "chi_sim": [["老城的港口向北敞开。船在早上", "七点离开，天黑之前回来。游客", "可以在石桥旁边找到售票处，"],
                ["那里有一张地图，标明了所有", "的街道和博物馆的位置。"]],
    "kor": [["오래된 도시의 항구는 북쪽으로", "열려 있습니다. 배는 아침 일곱", "시에 떠나고 어두워지기 전에"],
            ["돌아옵니다. 방문객은 돌다리", "옆에서 매표소를 찾을 수", "있으며 지도가 있습니다."]],
}


def draw(language, font, dpi=150, points=12.0, angle=0.0, paragraphs=None):
    """A page as wide as its lines with margins; turned by an angle in degrees against the clock."""
    paragraphs = paragraphs or TEXTS[language]
    path, face = font
    size = max(4, round(points * dpi / 72))
    pen_font = ImageFont.truetype(str(path), size, index=face)
    leading = round(size * 1.5)
    # Raqm orders the letters of Hebrew as they are seen.
    direction = "rtl" if language == "heb" else "ltr"
    widest = max(pen_font.getlength(line, direction=direction) for lines in paragraphs for line in lines)
    margin = round(dpi * 0.6)
    height = sum(len(lines) for lines in paragraphs) * leading + (len(paragraphs) - 1) * leading
    page = Image.new("L", (round(widest) + 2 * margin, height + 2 * margin), 255)
    pen = ImageDraw.Draw(page)
    top = margin
    for lines in paragraphs:
        for line in lines:
            left = margin if direction == "ltr" else page.width - margin - pen_font.getlength(line, direction=direction)
            pen.text((left, top), line, font=pen_font, fill=0, direction=direction)
            top += leading
        top += leading
    if angle:
        page = page.rotate(angle, Image.Resampling.BICUBIC, expand=True, fillcolor=255)
    return page


def photograph(page, seed, size=None, strength=1.0):
    """The page as a camera sees it on a table: askew in perspective, unevenly lit, soft, noisy, and no longer white."""
    random = np.random.default_rng(seed)
    width, height = page.size
    margin = round(0.08 * max(width, height))
    table = Image.new("L", (width + 2 * margin, height + 2 * margin), 90)
    table.paste(page, (margin, margin))
    width, height = table.size
    shift = lambda span: float(random.uniform(-0.03, 0.03) * span * strength)
    corners = [(shift(width), shift(height)), (shift(width), height + shift(height)),
               (width + shift(width), height + shift(height)), (width + shift(width), shift(height))]
    seen = table.transform((width, height), Image.Transform.QUAD, [value for corner in corners for value in corner],
                           Image.Resampling.BICUBIC, fillcolor=90)
    if size:
        scale = size / max(seen.size)
        seen = seen.resize((round(seen.width * scale), round(seen.height * scale)), Image.Resampling.LANCZOS)
    pixels = np.asarray(seen.filter(ImageFilter.GaussianBlur(0.6 * strength)), dtype=np.float32)
    across = np.linspace(0, 1, pixels.shape[1])[None, :]
    down = np.linspace(0, 1, pixels.shape[0])[:, None]
    light = 0.85 - strength * (0.25 * across * random.uniform(0.3, 1) + 0.2 * down * random.uniform(0.3, 1))
    pixels = pixels * light + 20 + random.normal(0, 5 * strength, pixels.shape)
    return Image.fromarray(np.clip(pixels, 0, 255).astype(np.uint8))


LETTER = [["Cairn Lodge", "12 Harbour Street"], ["Dear guest,", "breakfast is served from seven", "to ten in the garden room.",
          "Please leave your key at the", "desk before eleven."], ["We wish you a good journey."]]


ANGLES = [-4.0, -1.5, 0.0, 1.5, 4.0]

# How the stored picture is made from the upright one, by EXIF's orientation.
STORED = {
    1: None, 2: Image.Transpose.FLIP_LEFT_RIGHT, 3: Image.Transpose.ROTATE_180, 4: Image.Transpose.FLIP_TOP_BOTTOM,
    5: Image.Transpose.TRANSPOSE, 6: Image.Transpose.ROTATE_90, 7: Image.Transpose.TRANSVERSE,
    8: Image.Transpose.ROTATE_270,
}


def store(page, orientation, path):
    """Writes a page as a camera does that was held in this way."""
    how = STORED[orientation]
    exif = Image.Exif()
    exif[0x0112] = orientation
    (page if how is None else page.transpose(how)).save(path, quality=92, exif=exif)


def write_matrix(folder, step):
    combinations = itertools.product(sorted(TEXTS), range(6), ANGLES, STORED)
    for language, font, angle, orientation in itertools.islice(combinations, 0, None, step):
        page = draw(language, FONTS[language][font], angle=angle)
        store(page, orientation, folder / f"{language}-{font}-{angle:g}-{orientation}.jpg")
    for language, paragraphs in TEXTS.items():
        lines = [line for lines in paragraphs for line in lines]
        (folder / f"{language}.txt").write_text("\n".join(lines) + "\n")


def twenty_lines(language, number):
    """Twenty lines, each two lines of the language's text, in an order that depends on the number."""
    lines = [line for lines in TEXTS[language] for line in lines]
    order = np.random.default_rng(number).permutation(20)
    return [f"{lines[place % len(lines)]} {lines[(place + number) % len(lines)]}" for place in order]


def write_pages(folder):
    """Pages of twenty lines, no two alike."""
    for number in range(60):
        chosen = twenty_lines("eng", number)
        page = draw("eng", ALPHABETIC[number % 6], dpi=300, points=10, paragraphs=[chosen[:12], chosen[12:]])
        page.save(folder / f"{number}.png", dpi=(300, 300))


def write_sizes(folder):
    """The same kind of page at sizes from a thumbnail to a scan."""
    for language, (number, dpi) in itertools.product(["deu", "eng", "rus"], enumerate([36, 50, 72, 100, 150, 200, 300, 600])):
        chosen = twenty_lines(language, number + 1)
        page = draw(language, ALPHABETIC[number % 6], dpi=dpi, points=10, paragraphs=[chosen[:12], chosen[12:]])
        (folder / language).mkdir(exist_ok=True)
        page.save(folder / language / f"{dpi}-drawn.png")
        photograph(page, number).save(folder / language / f"{dpi}-photographed.jpg", quality=90)
        (folder / language / f"{dpi}.txt").write_text("\n".join(chosen) + "\n")


def write_dots(path):
    """Black squares of 3 pixels on a tenth of a white page."""
    edge, square = 2600, 3
    corners = np.random.default_rng(1).integers(0, edge - square, (edge * edge // 10 // square**2, 2))
    page = np.full((edge, edge), 255, np.uint8)
    for y, x in corners:
        page[y:y + square, x:x + square] = 0
    Image.fromarray(page).save(path)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("what", choices=["matrix", "turned", "pages", "sizes", "letter", "dots"])
    parser.add_argument("place", type=pathlib.Path)
    parser.add_argument("--step", type=int, default=1)
    chosen = parser.parse_args()
    if chosen.what == "letter":
        draw("eng", ALPHABETIC[4], paragraphs=LETTER).quantize(16).save(chosen.place, optimize=True)
        return
    if chosen.what == "dots":
        write_dots(chosen.place)
        return
    chosen.place.mkdir(parents=True, exist_ok=True)
    if chosen.what == "matrix":
        write_matrix(chosen.place, chosen.step)
        return
    if chosen.what == "pages":
        write_pages(chosen.place)
        return
    if chosen.what == "sizes":
        write_sizes(chosen.place)
        return
    page = draw("eng", ALPHABETIC[4])
    for turn, how in [(0, None), (90, Image.Transpose.ROTATE_270), (180, Image.Transpose.ROTATE_180),
                      (270, Image.Transpose.ROTATE_90)]:
        (page if how is None else page.transpose(how)).save(chosen.place / f"{turn}.png")


if __name__ == "__main__":
    main()
