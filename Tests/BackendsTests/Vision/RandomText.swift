import TestSupport

/// A TextAnnotation of random levels, breaks and missing parts, as JSON, with what is written in it.
struct RandomText {
    private var random: Seeded
    /// All symbols, without breaks.
    private(set) var letters = ""
    private(set) var json = ""
    /// Whether each page has at least one break.
    private(set) var pagesHaveBreaks: [Bool] = []
    private var hasBreaks = false

    init(seed: UInt64) {
        random = Seeded(seed)
        let pages = many("pages", 1...2) { text in
            text.hasBreaks = false
            let page = text.many("blocks", 0...3) { text in
                text.many("paragraphs", 0...3) { text in
                    text.many("words", 0...8) { text in text.word() }
                }
            }
            text.pagesHaveBreaks.append(text.hasBreaks)
            return page
        }
        json = #"{"fullTextAnnotation":\#(pages)}"#
    }

    /// An object with a list of so many parts; the list, too, may be missing.
    private mutating func many(
        _ name: String, _ count: ClosedRange<Int>, _ part: (inout RandomText) -> String
    ) -> String {
        var fields: [String] = []
        if name != "pages", Int.random(in: 0..<4, using: &random) > 0 { fields.append(#""boundingBox":\#(box())"#) }
        if Int.random(in: 0..<3, using: &random) > 0 {
            fields.append(#""confidence":\#(Double(Int.random(in: 0...100, using: &random)) / 100)"#)
        }
        if Int.random(in: 0..<3, using: &random) == 0 {
            let language = ["de", "en", "he"].randomElement(using: &random) ?? ""
            fields.append(#""property":{"detectedLanguages":[{"languageCode":"\#(language)"}]}"#)
        }
        let parts = (0..<Int.random(in: count, using: &random)).map { _ in part(&self) }
        if !parts.isEmpty || Bool.random(using: &random) {
            fields.append(#""\#(name)":[\#(parts.joined(separator: ","))]"#)
        }
        return "{\(fields.joined(separator: ","))}"
    }

    private mutating func word() -> String { many("symbols", 0...5) { text in text.symbol() } }

    private mutating func symbol() -> String {
        var fields: [String] = []
        if Int.random(in: 0..<20, using: &random) > 0 {
            let letter = ["a", "ß", "Ж", "東", "한", "ש", "👩‍🚀", "é", "."].randomElement(using: &random) ?? ""
            letters += letter
            fields.append(#""text":"\#(letter)""#)
        }
        if Int.random(in: 0..<3, using: &random) == 0 {
            let types = [#""SPACE""#, #""SURE_SPACE""#, #""EOL_SURE_SPACE""#, #""HYPHEN""#, #""LINE_BREAK""#, "3", "0"]
            let type = types.randomElement(using: &random) ?? ""
            if type != "0" { hasBreaks = true }
            let prefix = Int.random(in: 0..<4, using: &random) == 0 ? #","isPrefix":true"# : ""
            fields.append(#""property":{"detectedBreak":{"type":\#(type)\#(prefix)}}"#)
        }
        if Bool.random(using: &random) { fields.append(#""boundingBox":\#(box())"#) }
        return "{\(fields.joined(separator: ","))}"
    }

    private mutating func box() -> String {
        let corners = (0..<([0, 2, 4, 4, 4, 4, 5].randomElement(using: &random) ?? 4)).map { _ in
            #"{"x":\#(Int.random(in: -20...2000, using: &random)),"y":\#(Int.random(in: -20...2000, using: &random))}"#
        }
        return #"{"vertices":[\#(corners.joined(separator: ","))]}"#
    }
}
