internal import Domain
internal import Glibc

/// The words of a page as operators of a PDF that show nothing and can be found, marked and copied.
struct PDFText {
    /// Where a word stands: from where it begins, along its line and down from it, in pixels of the upright picture.
    private struct WordPlace {
        let start: Point
        /// Of length 1.
        let along: Point
        let width: Double
        let height: Double
        let isRightToLeft: Bool

        /// Down from the line.
        var down: Point { Point(x: -along.y, y: along.x) }
        /// The place at the other end.
        var end: Point { Point(x: start.x + along.x * width, y: start.y + along.y * width) }
    }

    private let size: Size
    private let scale: Double

    /// The text of a page.
    ///
    /// - Parameters:
    ///   - size: of the upright picture.
    ///   - scale: points for a pixel.
    init(size: Size, scale: Double) { (self.size, self.scale) = (size, scale) }

    /// One text object for all words.
    func operators(_ page: TextPage, _ font: inout PDFFont) -> String {
        var text = "BT 3 Tr\n"
        for block in page.blocks {
            for line in block.parts.flatMap(\.parts) {
                let places = line.parts.map(place)
                for (index, word) in line.parts.enumerated() {
                    let next = index + 1 < places.count ? places[index + 1] : nil
                    text += operators(word, at: places[index], next: next, &font)
                }
            }
        }
        return text + "ET\n"
    }

    private func operators(_ word: DocumentWord, at place: WordPlace, next: WordPlace?, _ font: inout PDFFont) -> String
    {
        let letters = word.text.unicodeScalars.count
        let points = place.height * scale
        guard points > 0, place.width > 0, letters > 0 else { return "" }
        // Right to left in the order of reading, from the right edge, mirrored: then no reader turns it.
        let (start, sign) = place.isRightToLeft ? (place.end, -1.0) : (place.start, 1.0)
        let rise = place.height / 5
        let baseline = Point(x: start.x - place.down.x * rise, y: start.y - place.down.y * rise)
        let matrix = [
            place.along.x * sign, -place.along.y * sign, -place.down.x, place.down.y, baseline.x * scale,
            (Double(size.height) - baseline.y) * scale,
        ]
        let stretch = place.width * scale / (Double(letters) * 0.5 * points) * 100
        var text = matrix.map(number).joined(separator: " ")
        text += " Tm /F1 \(number(points)) Tf \(number(stretch)) Tz <\(font.codes(plain(word.text)))> Tj\n"
        guard word.hasSpace, let next else { return text }
        let gap = gap(from: place, to: next) * scale
        text += "\(number(gap > 0 ? gap / (0.5 * points) * 100 : 50)) Tz <\(font.codes(" "))> Tj\n"
        return text
    }

    /// The way from a word's end to the beginning of the next one, along its line.
    private func gap(from place: WordPlace, to next: WordPlace) -> Double {
        let (from, to) = place.isRightToLeft ? (next.end, place.start) : (place.end, next.start)
        return (to.x - from.x) * place.along.x + (to.y - from.y) * place.along.y
    }

    /// Words that nearly lie along an edge of the page are written along it: Poppler cuts slanted lines within words.
    private func place(_ word: DocumentWord) -> WordPlace {
        let isRightToLeft = WritingDirection(of: word.text) == .rtl
        let corners = word.corners.allSatisfy { $0.x.isFinite && $0.y.isFinite } ? word.corners : []
        let box = PixelBox(around: corners, in: size) ?? PixelBox(size)
        let across = corners.count == 4 ? corners[0].way(to: corners[1]) : Point(x: 1, y: 0)
        let length = hypot(across.x, across.y)
        let angle = length > 0 ? atan2(across.y, across.x) : 0
        let quarters = (angle / (.pi / 2)).rounded()
        if length > 0, corners.count == 4, abs(angle - quarters * .pi / 2) >= .pi / 9 {
            return WordPlace(
                start: corners[3], along: Point(x: across.x / length, y: across.y / length), width: length,
                height: hypot(corners[0].way(to: corners[3]).x, corners[0].way(to: corners[3]).y),
                isRightToLeft: isRightToLeft)
        }
        let (start, along): (Point, Point) =
            switch (Int(quarters) + 4) % 4 {
            case 1: (Point(x: box.left, y: box.top), Point(x: 0, y: 1))
            case 2: (Point(x: box.right, y: box.top), Point(x: -1, y: 0))
            case 3: (Point(x: box.right, y: box.bottom), Point(x: 0, y: -1))
            default: (Point(x: box.left, y: box.bottom), Point(x: 1, y: 0))
            }
        let isUpright = along.y == 0
        return WordPlace(
            start: start, along: along, width: isUpright ? box.width : box.height,
            height: isUpright ? box.height : box.width, isRightToLeft: isRightToLeft)
    }

    /// A text that has lines, as one of a person may, on one line.
    private func plain(_ text: String) -> String { String(text.map { $0.isNewline ? " " : $0 }) }

    private func number(_ value: Double) -> String { Markup.share(value) }
}
