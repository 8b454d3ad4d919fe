internal import SQLite
internal import Domain

extension Answers {
    /// The number of a word with the entity it names; a new one is kept.
    func term(_ description: String, _ mid: String?) throws(SQLiteError) -> Int64 {
        let term = Term(description: description, mid: mid?.isEmpty ?? true ? nil : mid)
        if let known = database.caches.terms[term] { return known }
        let number = try number(of: term)
        database.caches.terms.keep(number, for: term)
        return number
    }

    private func number(of term: Term) throws(SQLiteError) -> Int64 {
        let known = try connection.first(
            "SELECT term_id FROM term WHERE description = ?1 AND ifnull(mid, '') = ifnull(?2, '')",
            .text(term.description), Value(term.mid)
        ) { $0.integer(0) }
        if let known { return known }
        try connection.run(
            "INSERT OR ROLLBACK INTO term (description, mid) VALUES (?, ?)", .text(term.description), Value(term.mid))
        return connection.lastInsertedRow
    }
}
