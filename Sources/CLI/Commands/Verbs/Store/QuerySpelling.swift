internal import Text
internal import Storage

/// What was probably meant by a table or a column that a query names and that is not there.
struct QuerySpelling {
    /// A table that can be asked, and its columns.
    typealias Table = (name: String, columns: [String])

    private let tables: [Table]

    /// The views and search tables of a kind of store; none where they cannot be told.
    init(_ stores: any StoreProvider) {
        let all = (try? stores.views() + stores.searches()) ?? []
        tables = all.map { ($0.name, $0.columns.map(\.name)) }
    }

    /// An error's sentence with the nearest spelling; nil where it is about no table and no column.
    ///
    /// - Parameters:
    ///   - message: SQLite's own: `no such column: l.pth`.
    ///   - sql: the query.
    func sentence(_ message: String, in sql: String) -> String? {
        if let name = QuerySpelling.name(in: message, behind: "no such table: ") {
            let near = nearestName(to: name.lowercased(), among: tables.map(\.name), spelling: .letters)
            return "no such table: \(name); " + (near.map { "did you mean \($0)?" } ?? QuerySpelling.advice)
        }
        guard let name = QuerySpelling.name(in: message, behind: "no such column: ") else { return nil }
        if Double(name) != nil {
            return "no such column: \(name); write the number without quotes: \(name)"
        }
        if let text = QuerySpelling.unquotedText(name, in: sql) {
            return "no such column: \(name); write text in single quotes: '\(text)'"
        }
        let parts = name.split(separator: ".").map(String.init)
        let asked = tablesAsked(by: sql, as: parts.count > 1 ? parts[parts.count - 2] : nil)
        guard let column = parts.last, !asked.isEmpty else { return "no such column: \(name); \(QuerySpelling.advice)" }
        let near =
            nearestName(to: column.lowercased(), among: asked.flatMap(\.columns), spelling: .letters).map {
                "did you mean \($0)? "
            } ?? ""
        let other = near.isEmpty ? viewWith(column.lowercased(), like: asked) : nil
        let lists = asked.map { "\($0.name) has \($0.columns.joined(separator: ", "))" }
        return
            "no such column: \(name); \(other.map { "\($0) has \(column); " } ?? near)\(lists.joined(separator: "; "))"
    }

    /// The view that has a column, and more columns of the tables that are asked than any other; nil where none has.
    private func viewWith(_ column: String, like asked: [Table]) -> String? {
        let wanted = Set(asked.flatMap(\.columns))
        let others = tables.filter { $0.columns.contains(column) }
            .map { ($0.name, wanted.intersection($0.columns).count) }
        return others.max { $0.1 < $1.1 }.flatMap { $0.1 > 0 ? $0.0 : nil }
    }

    /// The tables that a query names; only the one with this alias, where there is one.
    private func tablesAsked(by sql: String, as alias: String?) -> [Table] {
        let words = sql.split { !($0.isLetter || $0.isNumber || $0 == "_") }.map { $0.lowercased() }
        var asked: [Table] = []
        for (index, word) in words.enumerated() {
            guard let table = tables.first(where: { $0.name == word }) else { continue }
            let behind = words[(index + 1)...].first { $0 != "as" }
            if let alias, alias.lowercased() == word || alias.lowercased() == behind { return [table] }
            if !asked.contains(where: { $0.name == table.name }) { asked.append(table) }
        }
        return asked
    }

    /// The whole of an unquoted text that a query compares something with, such as `old-town` behind `job =`; nil where
    /// the name stands elsewhere.
    private static func unquotedText(_ name: String, in sql: String) -> String? {
        let plain = name.filter { $0 != "\"" }
        guard !plain.isEmpty, !plain.contains(".") else { return nil }
        // One blank between words, none beside an equals sign.
        let words = sql.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        for sign in ["= ", "=", "<> ", "<>", "like ", "glob ", "=\"", "= \""] {
            let start = Array((sign + plain).lowercased())
            let all = Array(words.lowercased())
            guard all.count >= start.count else { continue }
            for index in 0...(all.count - start.count) where Array(all[index..<(index + start.count)]) == start {
                let from = index + sign.count
                let end = all[from...].firstIndex { " ;),\"".contains($0) } ?? all.count
                guard end - from >= plain.count, Array(words).count == all.count else { continue }
                return String(Array(words)[from..<end])
            }
        }
        return nil
    }

    /// The name in a message; SQLite may add a clause behind it.
    private static func name(in message: String, behind beginning: String) -> String? {
        guard message.hasPrefix(beginning) else { return nil }
        return message.dropFirst(beginning.count).split(separator: " ").first.map(String.init)
    }

    private static let advice = "`cairn schema` lists views and columns"
}
