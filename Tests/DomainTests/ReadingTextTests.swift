@testable import Domain
import Testing

@Suite("The text as a reader reads it")
struct ReadingTextTests {
    @Test(
        "joins lines that go on",
        arguments: [
            ("sentence", ["The old", "tower"], "The old tower"),
            ("spaces at the ends", ["The old ", " tower"], "The old tower"),
            ("empty line", ["a", "", " ", "b"], "a b"), ("Chinese", ["東京都", "千代田区"], "東京都千代田区"),
            ("Japanese", ["とう", "キョウ"], "とうキョウ"), ("Chinese after a stop", ["完了。", "Linux"], "完了。Linux"),
            ("Chinese beside Latin", ["使用", "Linux"], "使用 Linux"), ("Korean", ["대한", "민국"], "대한 민국"),
            ("Thai", ["ภาษา", "ไทย"], "ภาษาไทย"), ("Hebrew", ["שלום", "עולם"], "שלום עולם"),
            ("Arabic", ["السلام", "عليكم"], "السلام عليكم"), ("divided word", ["recog-", "nition"], "recognition"),
            ("divided Russian word", ["распо-", "знавание"], "распознавание"),
            ("soft hyphen", ["recog\u{AD}", "NITION"], "recogNITION"),
            ("hyphen of its own", ["recog\u{2010}", "nition"], "recognition"),
            ("sign of a soft hyphen", ["recog¬", "nition"], "recognition"),
            ("name", ["Baden-", "Württemberg"], "Baden-Württemberg"), ("years", ["1914-", "1918"], "1914-1918"),
            ("capitals", ["RECOG-", "NITION"], "RECOG-NITION"), ("dash", ["old -", "and tall"], "old - and tall"),
            ("long dash", ["old—", "and tall"], "old— and tall"), ("Hebrew hyphen", ["מזרח-", "תיכון"], "מזרח-תיכון"),
            ("no-break hyphen", ["well\u{2011}", "known"], "well\u{2011} known"),
        ])
    func joins(what: String, lines: [String], text: String) {
        var reading = ReadingText()
        for line in lines { reading.add(line, end: .wrapped) }
        #expect(reading.text == text)
    }

    @Test(
        "joins a word that the backend says is divided",
        arguments: [
            ("word", "cai-", "rn", "cairn"), ("capitals", "RECOG-", "NITION", "RECOGNITION"),
            ("name", "Baden-", "Württemberg", "Baden-Württemberg"), ("number", "1914-", "1918", "1914-1918"),
            ("no hyphen", "cai", "rn", "cai rn"),
        ])
    func joinsDivided(what: String, first: String, second: String, text: String) {
        var reading = ReadingText()
        reading.add(first, end: .hyphenated)
        reading.add(second, end: .ended)
        #expect(reading.text == text)
    }

    @Test func `begins a line where something new begins`() {
        var reading = ReadingText()
        reading.add("one", end: .ended)
        reading.add("two", end: .wrapped)
        reading.add("", end: .ended)
        reading.add("three-", end: .ended)
        reading.add("four", end: .ended)
        #expect(reading.text == "one\ntwo\nthree-\nfour")
    }
}

@Suite("The passages of recognized text")
struct PassageTests {
    private func element(
        _ level: Annotation.TextLevel?, _ text: String, in parent: Int? = nil, end: LineEnd? = nil
    ) -> Annotation {
        var element = Annotation(kind: .text, rank: 0, description: text)
        element.level = level
        element.parent = parent
        element.lineEnd = end
        return element
    }

    @Test func `are paragraphs, with their lines joined as their ends say`() {
        let page = [
            element(.page, "p"), element(.block, "b", in: 0), element(.paragraph, "cai-\nrn of\nstone\nnew", in: 1),
            element(.line, "cai-", in: 2, end: .hyphenated), element(.word, "cai", in: 3),
            element(.line, "rn of", in: 2),
            element(.line, "stone", in: 2, end: .ended), element(.line, "new", in: 2, end: .wrapped),
            element(.paragraph, "without\nlines-\nof its-\nOwn", in: 1), element(.symbol, "c", in: 4),
            Annotation(kind: .label, rank: 0, description: "label"),
        ]
        #expect(
            page.passages == [
                Passage(index: 2, text: "cairn of stone\nnew"), Passage(index: 8, text: "without\nlinesof its-\nOwn"),
            ])
    }

    @Test(
        "are of the smallest level that holds sentences",
        arguments: [
            ([.page, .block, .paragraph, .line, .word, .symbol], 2), ([.page, .line, .word], 1), ([.page, .block], 1),
            ([.page, .word], 0), ([.word, .symbol], 0), ([.symbol], 0), ([nil], 0),
        ] as [([Annotation.TextLevel?], Int)])
    func level(levels: [Annotation.TextLevel?], index: Int) {
        #expect(levels.map { element($0, "text") }.passages == [Passage(index: index, text: "text")])
    }

    @Test func `are none where there is no text`() {
        #expect([Annotation(kind: .label, rank: 0, description: "l")].passages == [])
    }
}
