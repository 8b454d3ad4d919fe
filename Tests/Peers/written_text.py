"""The text that a peer reads in a mark: pages, blocks, paragraphs, words, symbols, breaks, all inside the mark's box."""

import math

SPACE, SURE_SPACE, EOL, HYPHEN, LINE = 1, 2, 3, 4, 5
WORDS = {SPACE: " ", SURE_SPACE: " ", EOL: "\n", HYPHEN: "-\n", LINE: "\n"}


def paragraphs(number):
    """Lines of words, each with the break after it; the last line begins with a break before its first word."""
    return [
        [[("MARK", SPACE, False), (str(number), EOL, False)], [("süd", HYPHEN, False)], [("ost", LINE, False)]],
        [[("№", SURE_SPACE, False), ("日本", None, False)], [("¶", LINE, True), ("end", LINE, False)]],
    ]


def write_text(response, finding, size, has_confidence):
    """Fills in fullTextAnnotation and textAnnotations, as both text features do."""
    number, box = finding.number, finding.box
    full = response.full_text_annotation
    page = full.pages.add(width=size[0], height=size[1])
    confidence = iter(round(0.991 - 0.013 * step, 3) for step in range(1000))
    language = page.property.detected_languages.add(language_code="de")
    block = page.blocks.add(block_type=1)
    if has_confidence:
        language.confidence = page.confidence = next(confidence)
        block.confidence = next(confidence)
    put(block.bounding_box, box)
    whole, words = "", []
    written = paragraphs(number)
    line_count = sum(len(lines) for lines in written)
    line_number = 0
    for lines in written:
        paragraph = block.paragraphs.add()
        if has_confidence:
            paragraph.confidence = next(confidence)
        put(paragraph.bounding_box, part(box, 0, 1, line_number / line_count, (line_number + len(lines)) / line_count))
        for line in lines:
            for place, (text, pause, is_prefix) in enumerate(line):
                where = part(box, place / len(line), (place + 0.9) / len(line),
                             line_number / line_count, (line_number + 0.9) / line_count)
                word = paragraph.words.add()
                put(word.bounding_box, where)
                if has_confidence:
                    word.confidence = next(confidence)
                word.property.detected_languages.add(language_code="ja" if text == "日本" else "de")
                for index, letter in enumerate(text):
                    symbol = word.symbols.add(text=letter)
                    put(symbol.bounding_box, part(where, index / len(text), (index + 1) / len(text), 0, 1))
                    if has_confidence:
                        symbol.confidence = next(confidence)
                    if pause and index == (0 if is_prefix else len(text) - 1):
                        symbol.property.detected_break.type_ = pause
                        symbol.property.detected_break.is_prefix = is_prefix
                before = WORDS[pause] if pause and is_prefix else ""
                after = WORDS[pause] if pause and not is_prefix else ""
                whole += before + text + after
                words.append((text, where))
            line_number += 1
    full.text = whole
    first = response.text_annotations.add(locale="de", description=whole)
    put(first.bounding_poly, box)
    for text, where in words:
        put(response.text_annotations.add(description=text).bounding_poly, where)


def part(box, left, right, top, bottom):
    """A part of a box, in shares of its width and height."""
    width, height = box[2] - box[0], box[3] - box[1]
    return box[0] + left * width, box[1] + top * height, box[0] + right * width, box[1] + bottom * height


def put(poly, box):
    left, top, right, bottom = (math.floor(each + 0.5) for each in box)
    for x, y in ((left, top), (right, top), (right, bottom), (left, bottom)):
        poly.vertices.add(x=x, y=y)
