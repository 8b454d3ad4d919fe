internal import Domain
internal import Glibc
internal import Text

extension TextDocument {
    /// The document as hOCR 1.2, in XHTML.
    package var hocr: String {
        var numbers = HOCRNumbers()
        let locale = TextPage(answer).locale
        return Self.hocrHead(
            title: name, reader: "\(reader.name) \(reader.version)",
            attributes: language(locale, "xml:lang") + language(locale, "lang"))
            + hocrPage(&numbers) + Self.hocrTail
    }

    /// All before the first page.
    ///
    /// - Parameters:
    ///   - reader: what has read the text; empty of texts of several.
    ///   - attributes: of the whole.
    package static func hocrHead(title: String, reader: String = "", attributes: String = "") -> String {
        let (reader, title) = (Markup.escaped(reader.isEmpty ? "" : " \(reader)"), Markup.escaped(title))
        return """
            <?xml version="1.0" encoding="UTF-8"?>
            <!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Transitional//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-transitional.dtd">
            <html xmlns="http://www.w3.org/1999/xhtml"\(attributes)>
            <head><title>\(title)</title>
            <meta http-equiv="Content-Type" content="text/html;charset=utf-8"/>
            <meta name="ocr-system" content="cairn\(reader)"/>
            <meta name="ocr-capabilities" content="ocr_page ocr_carea ocr_par ocr_line ocrx_word ocrp_wconf ocrp_lang ocrp_dir"/>
            </head>
            <body>

            """
    }

    /// All behind the last page.
    package static let hocrTail = "</body>\n</html>\n"

    /// The text as one of the pages of a file.
    package func hocrPage(_ ids: inout HOCRNumbers) -> String {
        let page = TextPage(answer)
        ids.page += 1
        let head = "<div class=\"ocr_page\" id=\"page_\(ids.page)\" title=\"bbox "
        return head
            + "\(PixelBox(frame.size).wholePixels); image \(quoted(name)); ppageno \(ids.page - 1)\">\n"
            + page.blocks.map { area(of: $0, &ids) }.joined() + "</div>\n"
    }

    private func area(of block: TextPage.Block, _ ids: inout HOCRNumbers) -> String {
        ids.block += 1
        let within = block.parts.flatMap { $0.corners + $0.parts.flatMap(\.within) }
        let head = "<div class=\"ocr_carea\" id=\"block_\(ids.block)\" title=\"bbox "
        let body = block.parts.map { paragraph(of: $0, &ids) }.joined()
        return head + box(block.corners, within: within).wholePixels + "\">\n\(body)</div>\n"
    }

    private func paragraph(of paragraph: TextPage.Paragraph, _ ids: inout HOCRNumbers) -> String {
        ids.paragraph += 1
        let direction = WritingDirection(of: paragraph.parts.map(\.text).joined())
        let box = box(paragraph.corners, within: paragraph.parts.flatMap(\.within)).wholePixels
        let language = language(paragraph.locale, "lang")
        var head = "<p class=\"ocr_par\" id=\"par_\(ids.paragraph)\"\(language) dir=\"\(direction.rawValue)\""
        head += " title=\"bbox \(box)\">\n"
        return head + paragraph.parts.map { line(of: $0, &ids) }.joined() + "</p>\n"
    }

    private func line(of line: TextPage.Line, _ ids: inout HOCRNumbers) -> String {
        ids.line += 1
        let box = box(line.corners, within: line.within)
        var text =
            "<span class=\"ocr_line\" id=\"line_\(ids.line)\" title=\"bbox \(box.wholePixels)\(slope(of: line, box))\">"
        for word in line.parts {
            ids.word += 1
            let confidence = word.confidence.map { "; x_wconf \(Int(($0 * 100).rounded()))" } ?? ""
            let place = self.box(word.corners, within: line.within).wholePixels
            text += "<span class=\"ocrx_word\" id=\"word_\(ids.word)\" title=\"bbox \(place)\(confidence)\">"
            text += Markup.escaped(word.text) + "</span>" + (word.hasSpace ? " " : "")
        }
        return text + "</span>\n"
    }

    /// On what line the letters stand, and how tall they are: a fifth of them hangs below it.
    private func slope(of line: TextPage.Line, _ box: PixelBox) -> String {
        let words = line.parts.map { corners($0.corners) }.filter { $0.count == 4 }
        guard let first = words.first, let last = words.last else { return "" }
        let (start, end) = (first[3], last[2])
        let (dx, dy) = (end.x - start.x, end.y - start.y)
        let height = hypot(first[3].x - first[0].x, first[3].y - first[0].y)
        guard hypot(dx, dy) > 0, height > 0, dx.isFinite, dy.isFinite, height.isFinite else { return "" }
        let angle = -atan2(dy, dx) * 180 / .pi
        let size = "; x_size \(Markup.pixels(height))"
        if abs(angle) > 5 { return "; textangle \(Markup.pixels(angle < 0 ? angle + 360 : angle))" + size }
        let offset = start.y + (box.left - start.x) * dy / dx - height / 5 - box.bottom
        return "; baseline \(decimal(millionths: Int64((dy / dx * 1_000_000).rounded()))) \(Markup.pixels(offset))"
            + size
    }

    /// A name in double quotes as a property of a title; `;` parts properties for readers that know no quotes.
    private func quoted(_ name: String) -> String {
        var text = ""
        for scalar in name.unicodeScalars {
            switch scalar {
            case "\\", "\"": text += "\\\(scalar)"
            case ";": text += "%3B"
            default: text.unicodeScalars.append(scalar)
            }
        }
        return Markup.escaped("\"\(text)\"")
    }
}
