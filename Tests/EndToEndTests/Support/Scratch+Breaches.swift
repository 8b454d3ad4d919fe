import SQLiteStore
import Storage
import TestSupport
import Domain

extension Scratch {
    /// What is wrong in the store after kills, too: what `cairn doctor` finds, and answers that were asked for twice,
    /// which no test here asks for.
    func breaches() throws -> [String] {
        let clock = Clock { Timestamp(milliseconds: 0) }
        let problems = try SQLiteStore(at: file("cairn.db"), for: .read, clock: clock).problems()
        let twice = try book.number(
            "SELECT count(*) FROM (SELECT 1 FROM answer GROUP BY image_id, recipe_id HAVING count(*) > 1)")
        return problems + (twice == 0 ? [] : ["\(twice) answers given twice"])
    }
}
