import Testing
import Domain

@testable import Backends

@Suite("The reader of recognized text") struct TextReaderTests {
    @Test func `text is a tree of pages, blocks, paragraphs, lines and words in reading order`() throws {
        let found = try annotations(everything, .documentTextDetection)
        #expect(
            found.map(\.level) == [
                .page, .block, .paragraph, .line, .word, .word, .line, .word, .block, .paragraph, .line, .word, .block,
            ])
        #expect(found.map(\.parent) == [nil, 0, 1, 2, 3, 3, 2, 6, 0, 8, 9, 10, 0])
        #expect(
            found.map(\.description)
                == [
                    "Old cai-\nrn\n©", "Old cai-\nrn", "Old cai-\nrn", "Old cai-", "Old", "cai", "rn", "rn", "©", "©",
                    "©",
                    "©", "",
                ])
        #expect(found.map(\.rank) == Array(0..<13) && found.allSatisfy { $0.kind == .text })
        #expect(found.map(\.score) == [nil, 0.875, nil, 0.5, 0.5] + [Float?](repeating: nil, count: 8))
        #expect(found.map(\.locale) == ["en", nil, nil, "en", "en"] + [String?](repeating: nil, count: 8))
        #expect(found.map(\.lineEnd).compactMap(\.self) == [.hyphenated, .ended])
        #expect(found[0].polygon == points([0, 0, 200, 0, 200, 100, 0, 100]), "a page is the whole picture")
        #expect(found[3].polygon == points([0, 0, 20, 0, 20, 10, 0, 10]) && found[4].polygon == found[3].polygon)
        #expect(found[6].polygon.isEmpty, "its words are nowhere")
        #expect(
            found[0].attributes
                == #"{"languages":[{"languageCode":"en","confidence":0.9},{"languageCode":"de"}],"width":200,"#
                + #""height":100}"#
        )
        #expect(found[1].attributes == #"{"blockType":"TEXT"}"# && found[12].attributes == #"{"blockType":"BARCODE"}"#)
        #expect(found[3].attributes == #"{"break":"HYPHEN"}"# && found[6].attributes == #"{"break":"LINE_BREAK"}"#)
        #expect(found[4].attributes == #"{"languages":[{"languageCode":"en"}],"break":"SPACE"}"#)
        #expect(found[10].attributes == nil)
        #expect(found[11].attributes == #"{"breakBefore":"SURE_SPACE"}"#)
        #expect(try annotations(everything, .textDetection) == found)
    }

    @Test func `of several pages each has its own text`() throws {
        func page(_ text: String) -> String {
            #"{"blocks":[{"paragraphs":[{"words":[{"symbols":[{"text":"\#(text)","#
                + #""property":{"detectedBreak":{"type":"LINE_BREAK"}}}]}]}]}]}"#
        }
        let json = #"{"fullTextAnnotation":{"text":"one\ntwo\n","pages":[\#(page("one")),\#(page("two"))]}}"#
        let found = try annotations(json, .documentTextDetection)
        #expect(found.filter { $0.level == .page }.map(\.description) == ["one", "two"])
        #expect(found.map(\.parent) == [nil, 0, 1, 2, 3, nil, 5, 6, 7, 8])
    }

    @Test func `without a document the flat form gives a page and its words`() throws {
        let json = #"""
            {"textAnnotations": [
              {"locale": "en", "description": "Old cairn",
               "boundingPoly": {"vertices": [{}, {"x": 90}, {"x": 90, "y": 40}, {"y": 40}]}},
              {"description": "Old", "boundingPoly": {"vertices": [{}, {"x": 10}]}}, {"description": "cairn"}]}
            """#
        let found = try annotations(json, .textDetection)
        #expect(found.map(\.description) == ["Old cairn", "Old", "cairn"])
        #expect(found.map(\.level) == [.page, .word, .word] && found.map(\.parent) == [nil, 0, 0])
        #expect(found[0].polygon == points([0, 0, 180, 0, 180, 80, 0, 80]) && found[0].locale == "en")
    }

    @Test func `a text without pages is a page, and no text is nothing`() throws {
        let found = try annotations(#"{"fullTextAnnotation":{"text":"Old"}}"#, .textDetection)
        #expect(found.map(\.description) == ["Old"] && found[0].level == .page)
        #expect(try annotations(#"{"fullTextAnnotation":{},"textAnnotations":[]}"#, .textDetection).isEmpty)
    }

    @Test func `a page's size is that of the upright original`() throws {
        let json = #"{"fullTextAnnotation":{"pages":[{"width":768,"height":1024}]}}"#
        func size(_ frame: Frame) throws -> String? {
            try annotations(json, .documentTextDetection, in: frame).first?.attributes
        }
        let sent = Size(width: 768, height: 1024)
        let scaled = Frame(sent: sent, original: Size(width: 1500, height: 2000))
        #expect(try size(scaled) == #"{"width":1500,"height":2000}"#)
        // Of a picture that the service fetched itself no other size is known.
        #expect(try size(Frame(sent: nil, original: nil)) == #"{"width":768,"height":1024}"#)
    }

    @Test func `where no symbol has a break, words are parted by spaces and paragraphs by lines`() throws {
        func word(_ text: String, _ more: String = "") -> String {
            let symbols = text.map { #"{"text":"\#($0)"}"# }.dropLast()
            return #"{"symbols":[\#((symbols + [#"{"text":"\#(text.suffix(1))"\#(more)}"#]).joined(separator: ","))]}"#
        }
        func text(_ first: String) throws -> [String] {
            let paragraphs =
                #"{"words":[\#(first),\#(word("192"))]},{"words":[\#(word("km"))]}"#
            return try annotations(
                #"{"fullTextAnnotation":{"pages":[{"blocks":[{"paragraphs":[\#(paragraphs)]}]}]}}"#,
                .documentTextDetection
            ).map(\.description)
        }
        #expect(
            try text(word("STONE"))
                == [
                    "STONE 192\nkm", "STONE 192\nkm", "STONE 192", "STONE 192", "STONE", "192", "km", "km", "km",
                ])
        #expect(try text(word("東京"))[2] == "東京 192")
        // A script without spaces has breaks at the ends of its lines alone.
        let broken = #","property":{"detectedBreak":{"type":"LINE_BREAK"}}"#
        #expect(try text(word("東京", broken))[2] == "東京\n192")
        #expect(try text(word("STONE"))[2] == "STONE 192")
        let unknown = #","property":{"detectedBreak":{"type":"UNKNOWN"}}"#
        #expect(try text(word("STONE", unknown))[2] == "STONE 192")
    }
}
