import Domain
import Testing

@testable import Report

@Suite("A picture with frames drawn over it") struct PictureDrawingTests {
    private func answer(_ annotations: [Annotation]) -> ShownAnswer {
        ShownAnswer(
            id: ResultID(1), recipe: ShownRecipe(feature: .objectLocalization, backend: "vision", model: "m"),
            annotatedAt: Timestamp(milliseconds: 0), annotations: annotations)
    }

    private func object(_ name: String, _ x: Double, _ y: Double, _ width: Double, _ height: Double) -> Annotation {
        Annotation(
            kind: .object, rank: 0, description: name, score: 0.81,
            polygon: [
                Point(x: x, y: y), Point(x: x + width, y: y), Point(x: x + width, y: y + height),
                Point(x: x, y: y + height),
            ])
    }

    private func svg(_ annotations: [Annotation], size: Size = Size(width: 900, height: 600)) -> String {
        PictureDrawing(title: "pics/o1.jpg", size: size, answers: [answer(annotations)]).svg(.none)
    }

    @Test func `a frame has the corners of the upright picture, its name and its title`() {
        let text = svg([object("Stone", 120, 60, 300, 180)])
        #expect(
            text.hasPrefix(
                "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 900 600\" width=\"900\" height=\"600\""))
        #expect(text.contains("aria-label=\"pics/o1.jpg: Stone 0.81\""))
        #expect(text.contains("<g class=\"object\"><title>Stone 0.81</title>"))
        #expect(text.contains("<polygon class=\"edge\" points=\"120,60 420,60 420,240 120,240\"/>"))
        #expect(text.contains("vector-effect: non-scaling-stroke"))
    }

    @Test func `the smaller of two frames is drawn later`() throws {
        let text = svg([object("small", 10, 10, 20, 20), object("large", 0, 0, 500, 500)])
        let large = try #require(text.firstRange(of: "<title>large")).lowerBound
        let small = try #require(text.firstRange(of: "<title>small")).lowerBound
        #expect(large < small)
    }

    @Test func `names are text whatever stands in them`() {
        let text = svg([object("</title><script>alert(1)</script>\u{202E}&\"'\u{1}", 10, 10, 20, 20)])
        #expect(!text.contains("<script"))
        #expect(text.contains("&lt;/title&gt;&lt;script&gt;"))
        #expect(text.contains("[U+202E]"))
        #expect(!text.unicodeScalars.contains("\u{1}"))
    }

    @Test func `a name stays inside of the picture`() throws {
        let text = svg([object("at the right edge, and long", 890, 1, 10, 10)])
        let plate = try #require(text.firstMatch(of: #/class="plate" x="([0-9.]+)" y="([0-9.]+)" width="([0-9.]+)"/#))
        let x = try #require(Double(plate.1))
        let width = try #require(Double(plate.3))
        #expect(x >= 0 && x + width <= 900.01)
        #expect(Double(plate.2).map { $0 >= 0 } == true)
    }

    @Test func `numbers have no exponent and no trailing zeros`() {
        #expect(Markup.pixels(120.0000062584877) == "120")
        #expect(Markup.pixels(0.005) == "0.01")
        #expect(Markup.pixels(-3.5) == "-3.5")
        #expect(Markup.pixels(.nan) == "0")
        #expect(Markup.score(0.00001) == "<0.01")
        #expect(Markup.score(0.8100000023841858) == "0.81")
    }

    @Test func `a page of one picture runs nothing and loads nothing`() {
        let drawing = PictureDrawing(
            title: "<b>", size: Size(width: 10, height: 10), answers: [answer([object("Stone", 1, 1, 2, 2)])])
        let page = PicturePage.html(drawing, .linked("../a%20b.jpg"), answers: [answer([object("Stone", 1, 1, 2, 2)])])
        #expect(page.contains("default-src 'none'"))
        #expect(!page.contains("<script"))
        #expect(page.contains("<h1><bdi>&lt;b&gt;</bdi></h1>"))
        #expect(page.contains("href=\"../a%20b.jpg\""))
        #expect(page.contains("<td>object</td><td><bdi>Stone</bdi></td>"))
    }

    @Test func `a mask becomes a picture over its frame`() throws {
        var segment = Annotation(
            kind: .segment, rank: 0, description: "sky",
            attributes: #"{"width":4,"height":2,"frame":[0.0,0.0,40.0,20.0]}"#)
        segment.blob = [1, 0, 0, 0, 3, 0, 0, 0, 4, 0, 0, 0]
        let mask = try #require(MaskPicture(segment, color: 0x56B4E9))
        #expect(mask.png.starts(with: [0x89, 0x50, 0x4E, 0x47]))
        #expect(mask.width == 40 && mask.height == 20)
        #expect(svg([segment]).contains("<image class=\"mask\" href=\"data:image/png;base64,"))
        segment.attributes = #"{"width":0,"height":2}"#
        #expect(MaskPicture(segment, color: 0) == nil)
    }
}
