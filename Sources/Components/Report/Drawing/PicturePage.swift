internal import Crypto
package import Domain
internal import Text

/// One picture as a page: its drawing, and beside it a table of what is drawn, which can be read aloud and copied.
package enum PicturePage {
    /// The page, which loads nothing and runs nothing.
    package static func html(
        _ drawing: PictureDrawing, _ picture: PictureDrawing.Backdrop, answers: [ShownAnswer]
    ) -> String {
        let style = PageFile.picture + PageFile.drawing
        let digest = String(decoding: Base64.encode(Digest(of: style).bytes), as: UTF8.self)
        let texts = answers.map { $0.passages.joined(separator: "\n") }.filter { !$0.isEmpty }
        return """
            <!doctype html>
            <html lang="en">
            <meta charset="utf-8">
            <meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src 'self' data: file:; style-src 'sha256-\(digest)'; base-uri 'none'; form-action 'none'">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <title>\(Markup.shown(drawing.title))</title>
            <style>\(style)</style>
            <h1><bdi>\(Markup.shown(drawing.title))</bdi></h1>
            \(drawing.svg(picture, style: ""))
            \(table(of: answers))
            \(texts.map { "<h2>Text</h2>\n<pre dir=\"auto\">\(Markup.shown($0))</pre>\n" }.joined())</html>

            """
    }

    private static func table(of answers: [ShownAnswer]) -> String {
        let rows = answers.flatMap { answer in
            answer.annotations.filter { $0.kind != .text && !$0.kind.isOfNumbers }.map { annotation in
                """
                <tr><td>\(annotation.kind.rawValue)</td><td><bdi>\(Markup.shown(annotation.description))</bdi></td>\
                <td class="number">\(annotation.score.map { Markup.score($0) } ?? "")</td>\
                <td>\(Markup.escaped(answer.recipe.isPerson ? "person" : answer.recipe.model))</td></tr>
                """
            }
        }
        guard !rows.isEmpty else { return "" }
        return """
            <table><thead><tr><th>kind</th><th>what</th><th class="number">score</th><th>by</th></tr></thead><tbody>
            \(rows.joined(separator: "\n"))
            </tbody></table>
            """
    }
}

extension Annotation.Kind {
    /// Whether it is numbers, which no one reads in a list.
    package var isOfNumbers: Bool { self == .embedding || self == .tensor }
}
