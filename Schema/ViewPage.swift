/// What the page `README.md` says of the views and their columns: it is the one place that explains them.
package struct ViewPage: Sendable {
    /// What a section says: of the view what a row is, and of columns what they mean.
    private struct Section {
        let summary: String
        var meanings: [String: String] = [:]
    }

    private var sections: [(view: String, section: Section)] = []

    /// The page that is embedded.
    package static let embedded = ViewPage(StoreSchema.page)

    /// Reads a page: sections such as `## labels: one row per job and label`, and in them tables of columns.
    init(_ page: String) {
        var isTable = false
        for line in page.split(separator: "\n", omittingEmptySubsequences: false) {
            if line.hasPrefix("## ") {
                // A section without a view has columns that many views have.
                let parts = line.dropFirst(3).split(separator: ": ", maxSplits: 1).map { String($0) }
                let isView = parts.count == 2
                sections.append((isView ? parts[0] : "", Section(summary: isView ? parts[1] : "")))
            }
            isTable = line.hasPrefix("| column |") || isTable && line.hasPrefix("|")
            let cells = line.split(separator: "|", omittingEmptySubsequences: false).map { $0.trimmed }
            guard isTable, cells.count >= 4, !sections.isEmpty else { continue }
            let meaning = cells[2...].dropLast().joined(separator: "|")
            for name in cells[1].split(separator: ", ") where !meaning.isEmpty {
                sections[sections.count - 1].section.meanings[String(name)] = meaning
            }
        }
    }

    /// What a row of a view is, such as `one row per job and label`; a history has one row of every answer there was.
    package func summary(of view: String) -> String? {
        if let own = section(view) { return own.summary }
        return ViewPage.present(view).flatMap(section).map { "\($0.summary), of all answers there ever were" }
    }

    /// What a column of a view means, without Markdown; nil where the page does not say it.
    ///
    /// What a section leaves out, or explains by another view, is as there; else as in `labels`, `landmarks` and so on.
    package func meaning(of column: String, in view: String) -> String? {
        let present = ViewPage.present(view) ?? view
        let own = section(present)?.meanings[column]
        if let own, let other = ViewPage.reference(own) { return meaning(of: column, in: other) }
        let all = sections.lazy.compactMap { $0.section.meanings[column] }
        let found = own ?? all.first { ViewPage.reference($0) == nil }
        return found.map { $0.replacing("`", with: "").replacing("**", with: "") }
    }

    private func section(_ view: String) -> Section? { sections.first { $0.view == view }?.section }

    /// The view whose history another one is.
    private static func present(_ view: String) -> String? {
        view.hasSuffix("_history") ? String(view.dropLast("_history".count)) : nil
    }

    /// The view that a meaning such as "as of labels" points to, where it says nothing else.
    private static func reference(_ meaning: String) -> String? {
        let words = meaning.split(separator: " ")
        guard words.count == 3, words[0] == "as", words[1] == "of" || words[1] == "in" else { return nil }
        return words[2].filter { $0 != "`" }
    }
}

extension Substring {
    /// Without the spaces around it.
    fileprivate var trimmed: String {
        String(drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
    }
}
