import Testing
import Domain

@testable import Backends

@Suite("The symbols of recognized text")
struct SymbolReadingTests {
    private let json = #"""
        {"fullTextAnnotation": {"text": "ab c", "pages": [{"blocks": [{"paragraphs": [{"words": [
          {"symbols": [
            {"text": "a", "confidence": 0.5, "boundingBox": {"vertices": [{}, {"x": 4}, {"x": 4, "y": 6}, {"y": 6}]},
             "property": {"detectedLanguages": [{"languageCode": "de"}]}},
            {"text": "b", "property": {"detectedBreak": {"type": "SPACE"}}}]},
          {"symbols": [{"text": "c", "confidence": 0.25}]}]}]}]}]}}
        """#

    @Test func `stand behind all other elements, which keep their places`() throws {
        let without = try #require(try answer(json, .documentTextDetection))
        let with = try #require(try answer(json, .documentTextDetection, symbols: true))
        #expect(without.lacksSymbols && !with.lacksSymbols)
        #expect(Array(with.annotations.prefix(without.annotations.count)) == without.annotations)
        let symbols = with.annotations.dropFirst(without.annotations.count)
        #expect(symbols.map(\.description) == ["a", "b", "c"] && symbols.allSatisfy { $0.level == .symbol })
        #expect(symbols.map { with.annotations[$0.parent ?? 0].description } == ["ab", "ab", "c"])
        #expect(symbols.map(\.rank) == Array(symbols.indices))
        #expect(symbols.map(\.score) == [0.5, nil, 0.25] && symbols.map(\.locale) == ["de", nil, nil])
        #expect(symbols.first?.polygon == points([0, 0, 8, 0, 8, 12, 0, 12]))
    }

    @Test(
        "are not lacking where the response has none",
        arguments: [
            ("no text", "{}"), ("flat form", #"{"textAnnotations": [{"description": "a"}, {"description": "a"}]}"#),
            ("text alone", #"{"fullTextAnnotation": {"text": "a"}}"#),
            (
                "words without symbols",
                #"{"fullTextAnnotation": {"pages": [{"blocks": [{"paragraphs": [{"words": [{}]}]}]}]}}"#
            ),
        ])
    func noneThere(what: String, json: String) throws {
        #expect(try answer(json, .textDetection)?.lacksSymbols == false, "\(what)")
    }

    @Test func `are read again from the kept response`() throws {
        let raw = RawResponse(bytes: Array(json.utf8), sent: Size(width: 10, height: 10))
        let asked = recipes([.documentTextDetection])
        for symbols in [false, true] {
            let answers = try reparse(raw, original: Size(width: 10, height: 10), recipes: asked, symbols: symbols)
            #expect(answers.first?.annotations.count { $0.level == .symbol } == (symbols ? 3 : 0))
        }
    }

    /// An answer numbers its annotations in 20 bits.
    @Test func `are left out where an answer cannot have so many, and the rest stays`() throws {
        let symbols = String(repeating: #"{"text":"a"},"#, count: Answer.maxAnnotations - 4)
        let word = #"{"symbols":[\#(symbols)\#(#"{"text":"z"}"#)]}"#
        let pages = #"[{"blocks":[{"paragraphs":[{"words":[\#(word)]}]}]}]"#
        let found = try #require(
            try answer(#"{"fullTextAnnotation":{"pages":\#(pages)}}"#, .documentTextDetection, symbols: true))
        #expect(found.annotations.map(\.level) == [.page, .block, .paragraph, .line, .word])
        #expect(found.annotations[0].attributes == #"{"symbolsLeftOut":1048572}"#)
        #expect(found.annotations[4].description.utf8.count == Answer.maxAnnotations - 3 && !found.lacksSymbols)
    }
}
