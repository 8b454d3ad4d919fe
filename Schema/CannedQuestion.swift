/// A question of `questions.sql`, for programs that show questions to people.
package struct CannedQuestion: Sendable {
    /// Its name, in small letters and underscores.
    package let name: String
    /// What it asks, as one sentence.
    package let title: String
    /// One SELECT statement without its semicolon; what stands behind colons is asked for.
    package let sql: String

    /// All of them, in their order.
    package static let all: [CannedQuestion] = StoreSchema.questions.split(separator: ";\n").compactMap { part in
        let lines = part.split(separator: "\n")
        guard let start = lines.lastIndex(where: { $0.hasPrefix("-- ") }) else { return nil }
        let head = lines[start].dropFirst(3).split(separator: ": ", maxSplits: 1)
        guard head.count == 2 else { return nil }
        return CannedQuestion(
            name: String(head[0]), title: String(head[1]), sql: lines[(start + 1)...].joined(separator: "\n"))
    }
}
