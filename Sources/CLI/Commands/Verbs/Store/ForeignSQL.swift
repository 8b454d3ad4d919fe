internal import Schema
internal import Text

/// What was probably meant by SQL that SQLite does not read: words of other databases and shells, and misspelt ones.
enum ForeignSQL {
    /// What is said in place of SQLite's error; nil where nothing is known of it.
    ///
    /// - Parameters:
    ///   - message: SQLite's own: `no such function: now`.
    ///   - sql: the query.
    static func sentence(_ message: String, in sql: String) -> String? {
        meaning(of: message, in: sql).map { "SQL: \(message); \($0)" }
    }

    private static func meaning(of message: String, in sql: String) -> String? {
        let words = SQLWords(sql).words
        if let name = rest(of: message, behind: "no such function: ") { return function(name.lowercased()) }
        if message.contains("information_schema") { return views }
        if let command = sql.drop(while: \.isWhitespace).first, ".\\".contains(command) {
            return "commands with \(command) are those of another program's shell; \(views)"
        }
        if message.hasPrefix("unrecognized token: \"'") { return "a text that begins with ' ends with one, too" }
        guard message.hasSuffix("syntax error") || message.hasPrefix("unrecognized") || message.hasSuffix(": interval")
        else { return nil }
        if let first = words.first, [.name("show"), .name("describe"), .name("desc")].contains(first) { return views }
        for (index, word) in words.enumerated() {
            guard case .name(let name) = word, let meant = clauses[name] else { continue }
            if name == "top", !words[(index + 1)...].prefix(1).contains(where: isDigit) { continue }
            return meant
        }
        // LEFT and RIGHT are keywords, so that as functions they are errors of syntax.
        for (word, next) in zip(words, words.dropFirst()) where next == .sign("(") {
            if case .name(let name) = word, ["left", "right"].contains(name) { return function(name) }
        }
        if sql.contains("::") { return "write cast(score as text) in place of score::text" }
        return misspelt(near: rest(of: message, behind: "near \"")?.prefix { $0 != "\"" }.lowercased(), in: words)
            ?? missingFrom(words)
    }

    private static func isDigit(_ word: SQLWords.Lexeme) -> Bool {
        if case .sign(let sign) = word { sign.allSatisfy(\.isNumber) } else { false }
    }

    /// The keyword that the word of an error, or the one before it, is nearly.
    private static func misspelt(near word: String?, in words: [SQLWords.Lexeme]) -> String? {
        guard let word else { return nil }
        let places = words.indices.filter { words[$0] == .name(word) }.flatMap { [$0, $0 - 1] }
        for place in places where place >= 0 {
            guard case .name(let typed) = words[place], !keywords.contains(typed), !typed.isEmpty,
                ViewPage.embedded.summary(of: typed) == nil
            else { continue }
            if let near = nearestName(to: typed, among: keywords, spelling: .letters) {
                return "did you mean \(near.uppercased()) in place of \(typed)?"
            }
        }
        return nil
    }

    /// That a query names a view, and has no FROM.
    private static func missingFrom(_ words: [SQLWords.Lexeme]) -> String? {
        guard !words.contains(.name("from")) else { return nil }
        let view = words.lazy.compactMap { word in
            if case .name(let name) = word, ViewPage.embedded.summary(of: name) != nil { name } else { nil }
        }.first
        guard let view else { return nil }
        return words.first == .name("select")
            ? "before \(view) there is no FROM" : "a query is a SELECT statement about \(view), such as the manual has"
    }

    /// What there is in place of a function of other databases.
    private static func function(_ name: String) -> String? {
        functions.first { $0.names.contains(name) }.map { "write \($0.meant)" }
    }

    private static func rest(of message: String, behind beginning: String) -> String? {
        message.hasPrefix(beginning) ? String(message.dropFirst(beginning.count)) : nil
    }

    private static let views = "`cairn schema` lists views and columns"

    private static let keywords = [
        "select", "from", "where", "group by", "order by", "limit", "having", "join", "distinct", "between", "union",
    ]

    /// Words that begin a clause which SQLite does not have.
    private static let clauses = [
        "top": "in place of TOP write LIMIT and the number at the end",
        "fetch": "in place of FETCH write LIMIT and the number at the end",
        "ilike": "write LIKE, which takes a for A, too",
        "interval": "a moment that lies back is ago('1 day'), ago('12 hours') or ago('2 weeks')",
    ]

    private static let functions: [(names: Set<String>, meant: String)] = [
        (["now", "getdate", "sysdate", "today"], "ago('0 days') for now, or ago('1 day') for a day before"),
        (
            ["date_sub", "date_add", "dateadd", "datediff", "age"],
            "ago('1 day'), or julianday(a) - julianday(b) for days"
        ),
        (
            ["date_trunc", "to_char", "date_format"],
            "substr(annotated_at, 1, 10) for the day, substr(annotated_at, 1, 7) for the month"
        ),
        (
            ["year", "month", "day", "hour", "extract", "date_part"],
            "strftime('%Y', annotated_at), with %m, %d and %H for others"
        ),
        (["concat", "concat_ws"], "a || ' ' || b"),
        (["string_agg", "array_agg", "listagg"], "group_concat(description, ', ')"),
        (["regexp_like", "regexp_matches", "rlike"], "path regexp 'pattern'"),
        (["len", "char_length", "array_length"], "length(path)"),
        (["greatest"], "max(a, b)"),
        (["least"], "min(a, b)"),
        (["nvl", "isnull"], "ifnull(a, b)"),
        (["if"], "iif(score > 0.5, 'yes', 'no')"),
        (["left"], "substr(path, 1, 5)"),
        (["right"], "substr(path, -5)"),
        (["split_part"], "substr() and instr(), or the column folder or name of image_paths"),
        (["percentile", "percentile_cont", "quantile"], "median(score)"),
    ]
}
