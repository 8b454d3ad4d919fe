import Domain
import Testing

@testable import Report

@Suite("Text as hOCR and ALTO") struct TextDocumentTests {
    private let size = Size(width: 900, height: 600)

    private func element(
        _ level: Annotation.TextLevel, _ text: String, _ box: (Double, Double, Double, Double)?, in parent: Int? = nil,
        score: Float? = nil, locale: String? = nil
    ) -> Annotation {
        var element = Annotation(kind: .text, rank: 0, description: text, score: score)
        element.level = level
        element.parent = parent
        element.locale = locale
        if let (left, top, right, bottom) = box {
            element.polygon = [(left, top), (right, top), (right, bottom), (left, bottom)].map { Point(x: $0, y: $1) }
        }
        return element
    }

    private func document(
        _ annotations: [Annotation], _ passages: [String], name: String = "pics/o1.jpg",
        frame: PictureFrame.Kind = .upright, turn: Int = 1
    ) -> TextDocument {
        TextDocument(
            name: name, frame: PictureFrame(frame, upright: size, turn: turn),
            answer: ShownAnswer(
                id: ResultID(1),
                recipe: ShownRecipe(feature: .documentTextDetection, backend: "vision", model: "builtin/stable"),
                annotatedAt: Timestamp(milliseconds: 0), annotations: annotations, passages: passages))
    }

    /// A page with a block of two lines, the word between them divided.
    private var page: [Annotation] {
        [
            element(.page, "", (0, 0, 900, 600), score: 0.95, locale: "en"),
            element(.block, "", (120, 60, 420, 240), in: 0), element(.paragraph, "", (120, 60, 420, 240), in: 1),
            element(.line, "The STO-", (120, 60, 420, 140), in: 2),
            element(.word, "The", (120, 60, 250, 140), in: 3, score: 0.9),
            element(.word, "STO-", (270, 60, 420, 140), in: 3, score: 1.2),
            element(.line, "NE 123", (120, 160, 420, 240), in: 2),
            element(.word, "NE", (120.0000062584877, 160, 250, 240), in: 6), element(.word, "123", nil, in: 6),
        ]
    }

    @Test func `hOCR has words in their lines, with whole pixels that cut nothing`() {
        let text = document(page, ["The STONE 123"]).hocr
        #expect(text.contains("<p class=\"ocr_par\" id=\"par_1\" dir=\"ltr\" title=\"bbox 120 60 420 240\">"))
        #expect(
            text.contains(
                "<span class=\"ocr_line\" id=\"line_1\" title=\"bbox 120 60 420 140; baseline 0 -16; x_size 80\">"
                    + "<span class=\"ocrx_word\" id=\"word_1\" title=\"bbox 120 60 250 140; x_wconf 90\">The</span> "
                    + "<span class=\"ocrx_word\" id=\"word_2\" title=\"bbox 270 60 420 140\">STO-</span></span>"))
        #expect(text.contains("title=\"bbox 120 160 250 240\">NE</span>"))
        #expect(text.contains("xml:lang=\"en\" lang=\"en\""))
    }

    @Test func `ALTO has the divided word whole, and no probability above 1`() {
        let text = document(page, ["The STONE 123"]).alto
        #expect(text.contains("PC=\"0.95\" LANG=\"en\">"))
        #expect(
            text.contains(
                "<String ID=\"a1048581\" HPOS=\"270\" VPOS=\"60\" WIDTH=\"150\" HEIGHT=\"80\" "
                    + "SUBS_TYPE=\"HypPart1\" SUBS_CONTENT=\"STONE\" CONTENT=\"STO\"/>\n<HYP CONTENT=\"-\"/>"))
        #expect(text.contains("SUBS_TYPE=\"HypPart2\" SUBS_CONTENT=\"STONE\" CONTENT=\"NE\"/>"))
        #expect(text.contains("WC=\"0.9\" CONTENT=\"The\"/>\n<SP/>"))
        #expect(!text.contains("1.2"))
    }

    @Test(arguments: [(6, "60 480 240 780"), (3, "480 360 780 540")])
    func `the frame of the file has the page and each word turned`(turn: Int, box: String) {
        let text = document(page, ["The STONE 123"], frame: .file, turn: turn).hocr
        #expect(text.contains("<div class=\"ocr_carea\" id=\"block_1\" title=\"bbox \(box)\">"))
        #expect(text.contains(turn == 6 ? "bbox 0 0 600 900; image" : "bbox 0 0 900 600; image"))
        // What was upright runs up the raster of a picture that is turned clockwise to be shown.
        #expect(text.contains(turn == 6 ? "textangle 90" : "textangle 180"))
    }

    @Test func `a name cannot end its place or begin another one`() {
        let text = document([], [], name: "bbox 1 2 3 4; \"a\\b\n&<.jpg").hocr
        #expect(
            text.contains(
                "bbox 0 0 900 600; image &quot;bbox 1 2 3 4%3B \\&quot;a\\\\b&#10;&amp;&lt;.jpg&quot;; ppageno 0\""))
    }

    @Test func `right-to-left words stay in reading order, and Chinese ones are not parted`() {
        let hebrew = document(
            [element(.word, "שלום", (300, 0, 400, 40)), element(.word, "עולם", (180, 0, 280, 40))], ["שלום עולם"])
        #expect(hebrew.hocr.contains("dir=\"rtl\""))
        #expect(hebrew.alto.contains("CONTENT=\"שלום\""))
        let chinese = document([element(.word, "你好", (0, 0, 40, 20)), element(.word, "世𠮷", (40, 0, 80, 20))], ["你好世𠮷"])
        #expect(chinese.hocr.contains(">你好</span><span class"))
        #expect(!chinese.alto.contains("<SP/>"))
    }

    @Test func `what no XML can have is replaced, and what lies outside is cut`() {
        let text = document([element(.word, "a\0\u{8}\u{FFFF}]]>", (-10, -10, 1000, 50))], ["a"]).alto
        #expect(
            text.contains(
                "HPOS=\"0\" VPOS=\"0\" WIDTH=\"900\" HEIGHT=\"50\" CONTENT=\"a\u{FFFD}\u{FFFD}\u{FFFD}]]&gt;\""))
    }

    @Test func `a language that has not the form of one is left out`() {
        let named = { (name: String) in document([element(.page, "", nil, locale: name)], []).alto.contains("LANG=") }
        #expect(named("zh-CN") && !named("zh_CN") && !named("und") && !named("") && !named("en\"x"))
    }
}
