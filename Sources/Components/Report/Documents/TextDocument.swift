package import Domain

/// The text of a picture as a file that programs of archives and libraries read.
package struct TextDocument: Sendable {
    /// The name of the picture, as the file gives it.
    let name: String
    let frame: PictureFrame
    let answer: ShownAnswer

    /// A document.
    ///
    /// - Parameters:
    ///   - name: of the picture.
    ///   - frame: in whose pixels places are written.
    ///   - answer: whose text it is.
    package init(name: String, frame: PictureFrame, answer: ShownAnswer) {
        self.name = name
        self.frame = frame
        self.answer = answer
    }

    /// The text as it is read, as plain text; of a picture without words nothing at all.
    package static func plain(_ answer: ShownAnswer) -> String {
        let text = answer.passages.joined(separator: "\n")
        guard !text.isEmpty else { return "" }
        var plain = ""
        plain.unicodeScalars.append(contentsOf: text.unicodeScalars.lazy.map { $0 == "\0" ? "\u{FFFD}" : $0 })
        return plain + "\n"
    }

    /// The backend and the model that read the text: `vision` and `builtin/stable`.
    var reader: (name: String, version: String) {
        answer.recipe.isPerson ? ("person", "") : (answer.recipe.backend, answer.recipe.model)
    }

    /// Corners in the frame of the document.
    func corners(_ points: [Point]) -> [Point] { points.map(frame.point) }

    /// The box around corners; where there are none, of all that lies in it, else of the page.
    func box(_ points: [Point], within: [Point] = []) -> PixelBox {
        PixelBox(around: corners(points.isEmpty ? within : points), in: frame.size) ?? PixelBox(frame.size)
    }

    /// A language as an attribute, where it is one by its form; Vision's `zh_CN` is not, and others have `und`.
    func language(_ locale: String?, _ name: String) -> String {
        guard let locale, locale != "und" else { return "" }
        let parts = locale.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
        let isLanguage = parts.enumerated().allSatisfy { index, part in
            (1...8).contains(part.count)
                && part.allSatisfy { byte in
                    Unicode.Scalar(byte).properties.isAlphabetic && byte < 0x80
                        || index > 0 && (0x30...0x39).contains(byte)
                }
        }
        return isLanguage ? " \(name)=\"\(locale)\"" : ""
    }
}

extension DocumentElement<DocumentWord> {
    /// The corners of all words.
    var within: [Point] { parts.flatMap(\.corners) }
    /// The words as they are read.
    var text: String { parts.map { $0.text + ($0.hasSpace ? " " : "") }.joined() }
}
