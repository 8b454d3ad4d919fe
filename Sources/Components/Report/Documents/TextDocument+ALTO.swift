internal import Domain
internal import JSON

extension TextDocument {
    /// The document as ALTO 4.4.
    package var alto: String {
        let page = TextPage(answer)
        let size = frame.size
        let area = "WIDTH=\"\(size.width)\" HEIGHT=\"\(size.height)\""
        let version =
            reader.version.isEmpty ? "" : "<softwareVersion>\(Markup.escaped(reader.version))</softwareVersion>"
        return """
            <?xml version="1.0" encoding="UTF-8"?>
            <alto xmlns="http://www.loc.gov/standards/alto/ns-v4#" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:schemaLocation="http://www.loc.gov/standards/alto/ns-v4# http://www.loc.gov/standards/alto/v4/alto-4-4.xsd" SCHEMAVERSION="4.4">
            <Description><MeasurementUnit>pixel</MeasurementUnit>
            <sourceImageInformation><fileName>\(Markup.escaped(name))</fileName></sourceImageInformation>
            <Processing ID="P1"><processingDateTime>\(answer.annotatedAt.iso8601)</processingDateTime>
            <processingSoftware><softwareCreator>Cairn</softwareCreator>
            <softwareName>\(Markup.escaped(reader.name))</softwareName>\(version)</processingSoftware>
            </Processing></Description>
            <Layout><Page ID="page_1" PHYSICAL_IMG_NR="1" \(area)\(confidence(page.confidence, "PC"))\(language(page.locale, "LANG"))>
            <PrintSpace HPOS="0" VPOS="0" \(area)>
            \(page.blocks.map(composedBlock).joined())</PrintSpace></Page></Layout>
            </alto>

            """
    }

    private func composedBlock(_ block: TextPage.Block) -> String {
        guard let id = block.id else { return block.parts.map { textBlock($0, in: block) }.joined() }
        let within = block.parts.flatMap { $0.corners + $0.parts.flatMap(\.within) }
        return "<ComposedBlock ID=\"a\(id)\" \(place(block.corners, within))\(rotation(block.attributes))>\n"
            + shape(block.corners) + block.parts.map { textBlock($0, in: block) }.joined() + "</ComposedBlock>\n"
    }

    private func textBlock(_ paragraph: TextPage.Paragraph, in block: TextPage.Block) -> String {
        let direction = WritingDirection(of: paragraph.parts.map(\.text).joined())
        let within = paragraph.parts.flatMap(\.within)
        // What is put together is named by its first word.
        let id = paragraph.id.map { "a\($0)" } ?? "p\(paragraph.parts.first?.parts.first?.id ?? 0)"
        return "<TextBlock ID=\"\(id)\" \(place(paragraph.corners, within))"
            + rotation(paragraph.attributes ?? block.attributes)
            + "\(language(paragraph.locale, "LANG")) BASEDIRECTION=\"\(direction.rawValue)\">\n"
            + shape(paragraph.corners) + paragraph.parts.map(textLine).joined() + "</TextBlock>\n"
    }

    private func textLine(_ line: TextPage.Line) -> String {
        let id = line.id.map { "a\($0)" } ?? "l\(line.parts.first?.id ?? 0)"
        var text = "<TextLine ID=\"\(id)\" \(place(line.corners, line.within))\(language(line.locale, "LANG")) "
        text += "BASEDIRECTION=\"\(WritingDirection(of: line.text).rawValue)\">\n" + shape(line.corners)
        for (index, word) in line.parts.enumerated() {
            let isFirstPart = word.whole != nil && word.stem != nil && index == line.parts.count - 1
            text += string(word, isFirstPart: isFirstPart, in: line)
            if isFirstPart {
                text += "<HYP CONTENT=\"\(Markup.escaped(String(word.text.suffix(1))))\"/>\n"
            } else if word.hasSpace, index < line.parts.count - 1 {
                text += "<SP/>\n"
            }
        }
        return text + "</TextLine>\n"
    }

    private func string(_ word: DocumentWord, isFirstPart: Bool, in line: TextPage.Line) -> String {
        var text = "<String ID=\"a\(word.id)\" \(place(word.corners, line.within))\(confidence(word.confidence, "WC"))"
        if let whole = word.whole {
            text += " SUBS_TYPE=\"HypPart\(isFirstPart ? 1 : 2)\" SUBS_CONTENT=\"\(Markup.escaped(whole))\""
        }
        text += " CONTENT=\"\(Markup.escaped(isFirstPart ? word.stem ?? "" : word.text))\""
        let shape = shape(word.corners)
        return text + (shape.isEmpty ? "/>\n" : ">\n\(shape)</String>\n")
    }

    private func place(_ points: [Point], _ within: [Point]) -> String {
        let box = box(points, within: within)
        let sides = [("HPOS", box.left), ("VPOS", box.top), ("WIDTH", box.width), ("HEIGHT", box.height)]
        return sides.map { "\($0)=\"\(Markup.pixels($1))\"" }.joined(separator: " ")
    }

    /// The outline of corners that are not an upright rectangle.
    private func shape(_ points: [Point]) -> String {
        let corners = corners(points)
        guard corners.count > 2, corners.allSatisfy({ $0.x.isFinite && $0.y.isFinite }), !corners.isUprightBox else {
            return ""
        }
        let text = corners.map { "\(Markup.pixels($0.x)),\(Markup.pixels($0.y))" }.joined(separator: " ")
        return "<Shape><Polygon POINTS=\"\(text)\"/></Shape>\n"
    }

    private func confidence(_ value: Float?, _ name: String) -> String {
        value.map { " \(name)=\"\(Markup.share($0))\"" } ?? ""
    }

    /// How a block is turned: Tesseract tells it clockwise, ALTO counter-clockwise.
    private func rotation(_ attributes: String?) -> String {
        guard let attributes, let root = try? JSONDocument(Array(attributes.utf8)).root,
            let upright = root["orientation"]?.integer, let turned = frame.turned(upright), turned != 0
        else { return "" }
        return " ROTATION=\"\(360 - turned)\""
    }
}
