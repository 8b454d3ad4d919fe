import Testing
import Domain

@testable import Backends

@Suite("The lines of cloud text")
struct TextLineTests {
    /// A word whose last symbol has a break, or whose first one has it before itself.
    private func word(_ text: String, _ pause: String? = nil, isPrefix: Bool = false) -> String {
        var symbols = text.map { #"{"text":"\#($0)"}"# }
        if let pause {
            let place = isPrefix ? 0 : symbols.count - 1
            let letter = text[text.index(text.startIndex, offsetBy: place)]
            symbols[place] =
                #"{"text":"\#(letter)","property":{"detectedBreak":{"type":"\#(pause)","isPrefix":\#(isPrefix)}}}"#
        }
        return #"{"symbols":[\#(symbols.joined(separator: ","))]}"#
    }

    private func lines(_ words: [String]) throws -> [Annotation] {
        let paragraph = #"{"words":[\#(words.joined(separator: ","))]}"#
        return try annotations(
            #"{"fullTextAnnotation":{"pages":[{"blocks":[{"paragraphs":[\#(paragraph)]}]}]}}"#, .documentTextDetection
        ).filter { $0.level == .line }
    }

    @Test(
        "end at breaks",
        arguments: ["EOL_SURE_SPACE", "LINE_BREAK"].flatMap { pause in [(pause, false), (pause, true)] })
    func endAtBreaks(pause: String, isPrefix: Bool) throws {
        let words =
            isPrefix
            ? [word("a", "SPACE"), word("b"), word("c", pause, isPrefix: true), word("d")]
            : [word("a", "SPACE"), word("b", pause), word("c"), word("d")]
        let found = try lines(words)
        #expect(found.map(\.description) == ["a b", "cd"])
        #expect(found.map(\.lineEnd) == [pause == "LINE_BREAK" ? .ended : .wrapped, nil])
        #expect(found.map(\.attributes) == [#"{"break":"\#(pause)"}"#, nil])
    }

    @Test("keep the hyphen that is not a symbol", arguments: [false, true])
    func hyphen(isPrefix: Bool) throws {
        let found = try lines(
            isPrefix
                ? [word("cai"), word("rn", "HYPHEN", isPrefix: true)] : [word("cai", "HYPHEN"), word("rn", "HYPHEN")])
        #expect(found.map(\.description) == ["cai-", isPrefix ? "rn" : "rn-"])
        #expect(found[0].lineEnd == .hyphenated)
    }

    @Test func `hold a word with a break within it whole, and end behind it`() throws {
        let broken = #"{"symbols":[{"text":"a","property":{"detectedBreak":{"type":"HYPHEN"}}},{"text":"b"}]}"#
        #expect(try lines([word("x", "SPACE"), broken, word("c")]).map(\.description) == ["x a-\nb", "c"])
        let pause = #"{"type":"LINE_BREAK","isPrefix":true}"#
        let before = #"{"symbols":[{"text":"a"},{"text":"b","property":{"detectedBreak":\#(pause)}}]}"#
        #expect(try lines([before, word("c")]).map(\.description) == ["a\nb", "c"])
    }

    @Test func `have the mean of their words' confidences, and the language of most of them`() throws {
        func word(_ confidence: String, _ language: String) -> String {
            #"{"confidence":\#(confidence),"property":{"detectedLanguages":[{"languageCode":"\#(language)"}]},"#
                + #""symbols":[{"text":"a"}]}"#
        }
        let found = try lines([word("0.5", "en"), word("0.75", "de"), word("0", "de"), #"{"symbols":[{"text":"a"}]}"#])
        #expect(found.map(\.score) == [0.625] && found.map(\.locale) == ["de"])
        #expect(try lines([word("1", "fr"), word("1", "en")]).map(\.locale) == ["fr"])
    }
}
