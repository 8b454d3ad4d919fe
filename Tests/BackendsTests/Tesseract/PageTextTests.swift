import Domain
import Testing

@testable import Backends
@testable import Tesseract

@Suite("The text of a page as annotations") struct PageTextTests {
    private let placement = Placement(
        scale: Point(x: 0.5, y: 0.5), offset: Point(x: 0, y: 0), original: Size(width: 100, height: 60))

    private func element(
        _ level: TextElement.Level, _ text: String = "", after space: Bool = false, language: String? = nil,
        turns: Int = 0
    ) -> TextElement {
        var element = TextElement(level)
        (element.text, element.hasSpaceBefore, element.language, element.turns) = (text, space, language, turns)
        element.confidence = 0.5
        (element.box.left, element.box.top, element.box.right, element.box.bottom) = (20, 10, 60, 300)
        return element
    }

    private func annotations(_ elements: [TextElement]) -> [Annotation] {
        var text = RecognizedPage()
        text.elements = elements
        return PageText(text, placement).annotations
    }

    @Test func `nothing read is no annotation`() { #expect(annotations([]).isEmpty) }

    @Test func `each level has its text, its parent and its language`() {
        let found = annotations([
            element(.block), element(.paragraph), element(.line), element(.word, "Der", language: "deu"),
            element(.word, "Hafen", after: true, language: "deu"), element(.line),
            element(.word, "of", language: "eng"),
            element(.symbol, "o"), element(.symbol, "f"), element(.paragraph), element(.line),
            element(.word, "老", language: "chi_sim"), element(.word, "城", language: "chi_sim"),
        ])
        #expect(
            found.map(\.description) == [
                "Der Hafen\nof\n老城", "Der Hafen\nof\n老城", "Der Hafen\nof", "Der Hafen", "Der", "Hafen", "of", "of",
                "o", "f", "老城", "老城", "老", "城",
            ])
        #expect(found.map(\.parent) == [nil, 0, 1, 2, 3, 3, 2, 6, 7, 7, 1, 10, 11, 11])
        #expect(found.map(\.rank) == Array(0..<14))
        #expect(found.map(\.locale).prefix(8) == ["de", "de", "de", "de", "de", "de", "en", "en"])
        #expect(found[13].locale == "zh-Hans" && found.allSatisfy { $0.score == 0.5 })
        #expect(
            found[0].attributes
                == #"{"languages":[{"languageCode":"de"},{"languageCode":"zh-Hans"},{"languageCode":"en"}],"#
                + #""width":100,"height":60}"#)
        #expect(found[1].attributes == #"{"blockType":"TEXT"}"#)
    }

    @Test func `a polygon begins where a reader begins, and stays in the picture`() {
        let corners = [(10, 5), (30, 5), (30, 60), (10, 60)].map { Point(x: Double($0.0), y: Double($0.1)) }
        for turns in 0..<4 {
            let found = annotations([
                element(.block, turns: turns), element(.paragraph, turns: turns), element(.line, turns: turns),
                element(.word, "a", turns: turns),
            ])
            #expect(found[4].polygon == Array(corners[turns...] + corners[..<turns]))
            #expect((found[1].attributes?.contains("\"orientation\":\(90 * turns)") == true) == (turns > 0))
        }
    }

    @Test func `a part whose place is not known has no polygon`() {
        var symbol = TextElement(.symbol)
        symbol.text = "a"
        let found = annotations([
            element(.block), element(.paragraph), element(.line), element(.word, "a"), symbol,
        ])
        #expect(found[5].polygon.isEmpty && !found[4].polygon.isEmpty)
    }

    @Test(arguments: [
        ("eng", "en"), ("deu", "de"), ("deu_frak", "de"), ("chi_sim", "zh-Hans"), ("chi_tra_vert", "zh-Hant"),
        ("heb", "he"), ("kor", "ko"), ("rus", "ru"), ("chr", "chr"), ("grc", "grc"), ("mine", "mine"),
        ("script/Latin", "und"),
    ])
    func `a language has the tag of BCP 47`(name: String, tag: String) { #expect(languageTag(name) == tag) }
}
