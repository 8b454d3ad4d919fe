package import Domain
internal import Text

/// What was seen in one picture, drawn over it: an SVG of as many units as the upright picture has pixels.
package struct PictureDrawing: Sendable {
    /// What stands for the pixels.
    package enum Backdrop: Sendable {
        /// A picture file, which is written into the drawing.
        case embedded([UInt8])
        /// An address relative to the drawing.
        case linked(String)
        case none
    }

    let title: String
    let size: Size
    let shapes: [DrawnShape]
    private let lines: [DrawnLine]
    private let masks: [MaskPicture]

    /// A drawing of some answers.
    ///
    /// - Parameter title: what the picture is called.
    package init(title: String, size: Size, answers: [ShownAnswer]) {
        self.title = title
        self.size = size
        lines = answers.flatMap { DrawnLines.lines(of: $0) }
        let annotations = answers.flatMap(\.annotations)
        // Small ones on top, so that they can be reached.
        shapes = annotations.compactMap { DrawnShape($0) }.sorted { $0.area > $1.area }
        masks = annotations.filter { $0.kind == .segment }.enumerated().compactMap { index, segment in
            MaskPicture(segment, color: maskColors[index % maskColors.count])
        }
    }

    /// The drawing as a file of its own, or as a part of a page.
    ///
    /// - Parameter style: the styles that stand in it; empty where those of its page hold.
    package func svg(_ picture: Backdrop, style: String = PageFile.drawing) -> String {
        let (width, height) = (size.width, size.height)
        let names = shapes.map(\.name).filter { !$0.isEmpty }
        let label = names.isEmpty ? title : "\(title): \(names.prefix(20).joined(separator: ", "))"
        var parts = [
            """
            <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(width) \(height)" width="\(width)" height="\(height)" \
            class="drawing" role="img" aria-label="\(Markup.shown(label))">
            """
        ]
        if !style.isEmpty { parts.append("<style>\n\(style)</style>") }
        if let address = address(of: picture) {
            parts.append("<image href=\"\(Markup.escaped(address))\" width=\"\(width)\" height=\"\(height)\"/>")
        }
        parts += masks.map { mask in
            """
            <image class="mask" href="\(mask.address)" x="\(Markup.pixels(mask.x))" y="\(Markup.pixels(mask.y))" \
            width="\(Markup.pixels(mask.width))" height="\(Markup.pixels(mask.height))" preserveAspectRatio="none"/>
            """
        }
        parts += shapes.map { outline($0) }
        parts += lines.map { outline(DrawnShape($0)) } + lines.map { words($0) }
        parts += shapes.filter { !$0.name.isEmpty }.map { name($0) }
        return parts.joined(separator: "\n") + "\n</svg>"
    }

    private func address(of picture: Backdrop) -> String? {
        switch picture {
        case .embedded(let file):
            let kind = file.starts(with: [0x89, 0x50]) ? "png" : "jpeg"
            return "data:image/\(kind);base64,\(String(decoding: Base64.encode(file), as: UTF8.self))"
        case .linked(let address): return address
        case .none: return nil
        }
    }

    private func outline(_ shape: DrawnShape) -> String {
        let points = shape.corners.map { "\(Markup.pixels($0.x)),\(Markup.pixels($0.y))" }.joined(separator: " ")
        let title = shape.name.isEmpty ? "" : "<title>\(Markup.shown(shape.name))</title>"
        let marks = shape.marks.map { point, isLeft in
            """
            <circle class="mark \(isLeft ? "left" : "right")" cx="\(Markup.pixels(point.x))" \
            cy="\(Markup.pixels(point.y))" r="\(Markup.pixels(Double(max(size.width, size.height)) / 300))"/>
            """
        }
        return """
            <g class="\(shape.style.rawValue)">\(title)<polygon class="halo" points="\(points)"/>\
            <polygon class="edge" points="\(points)"/>\(marks.joined())</g>
            """
    }

    /// The name of a shape: above its frame, inside it where there is no room above, within the picture in any case.
    private func name(_ shape: DrawnShape) -> String {
        let letter = Double(size.width) / 60
        let text = shape.name.count > maxLetters ? shape.name.prefix(maxLetters - 1) + "…" : shape.name[...]
        let (width, height) = (Double(text.count) * letter * 0.6 + letter, letter * 1.5)
        let box = shape.box
        let x = min(max(0, box.left), max(0, Double(size.width) - width))
        let y = box.top >= height ? box.top - height : max(0, min(box.top, Double(size.height) - height))
        return """
            <rect class="plate" x="\(Markup.pixels(x))" y="\(Markup.pixels(y))" width="\(Markup.pixels(width))" \
            height="\(Markup.pixels(height))"/><text class="name" x="\(Markup.pixels(x + letter / 2))" \
            y="\(Markup.pixels(y + letter * 1.1))" font-size="\(Markup.pixels(letter))">\
            \(Markup.shown(String(text)))</text>
            """
    }

    /// A line's words as transparent letters over them, so that they can be selected.
    private func words(_ line: DrawnLine) -> String {
        let (right, origin) = (line.direction, line.origin)
        let matrix =
            [right.x, right.y, -right.y, right.x].map { Self.factor($0) } + [origin.x, origin.y].map(Markup.pixels)
        let spans = line.words.map { word in
            """
            <tspan x="\(Markup.pixels(word.start))" textLength="\(Markup.pixels(max(word.length, 0.01)))" \
            lengthAdjust="spacingAndGlyphs">\(Markup.escaped(word.text))</tspan>
            """
        }
        return """
            <text class="words" xml:space="preserve" transform="matrix(\(matrix.joined(separator: " ")))" \
            y="\(Markup.pixels(line.height * 0.8))" font-size="\(Markup.pixels(line.height * 0.8))">\
            \(spans.joined())</text>
            """
    }

    /// A part of a direction, with four decimals.
    private static func factor(_ value: Double) -> String { fixed(value, places: 4) }
}

/// The most letters of a name in a drawing.
private let maxLetters = 40
/// Okabe and Ito's colours, which people tell apart who do not see all colours.
package let maskColors: [UInt32] = [0x56B4E9, 0xE69F00, 0x009E73, 0xF0E442, 0x0072B2, 0xD55E00, 0xCC79A7, 0xFFFFFF]
