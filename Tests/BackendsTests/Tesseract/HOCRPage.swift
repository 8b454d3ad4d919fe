import FoundationEssentials

/// The lines and words of an hOCR page, as the tesseract command writes it.
struct HOCRPage {
    /// A line or word.
    struct Part: CustomStringConvertible {
        /// Left, top, right, bottom.
        let box: [Int]
        let text: String
        /// 0 to 100; of words alone.
        let confidence: Int?

        var description: String { "\(text) \(box)" }
    }

    private(set) var lines: [Part] = []
    private(set) var words: [Part] = []

    init(_ text: String) {
        let line = /<span class=['"](ocr_\w+|ocrx_word)['"] id=\S+ title=['"]bbox (\d+) (\d+) (\d+) (\d+)(.*)$/
        for row in text.split(separator: "\n") {
            guard let match = row.firstMatch(of: line) else { continue }
            let box = [match.2, match.3, match.4, match.5].compactMap { Int($0) }
            guard match.1 == "ocrx_word" else {
                lines.append(Part(box: box, text: "", confidence: nil))
                continue
            }
            let marked = match.6.firstMatch(of: />(.*)<\/span>/).map { Self.unescaped(String($0.1)) } ?? ""
            let letters = Self.withoutMarks(marked)
            let confidence = match.6.firstMatch(of: /x_wconf (\d+)/).flatMap { Int($0.1) }
            guard !letters.isEmpty else { continue }
            words.append(Part(box: box, text: letters, confidence: confidence))
        }
    }

    /// A word without the marks that say where text runs from the right, and without spaces beside them.
    private static func withoutMarks(_ word: String) -> String {
        let letters = word.unicodeScalars.filter { $0 != "\u{200E}" && $0 != "\u{200F}" }
        return String(String.UnicodeScalarView(letters)).replacing(/^\s+|\s+$/, with: "")
    }

    private static func unescaped(_ text: String) -> String {
        var text = text
        for (name, letter) in [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#39;", "'"), ("&amp;", "&")] {
            text = text.replacing(name, with: letter)
        }
        return text
    }
}
