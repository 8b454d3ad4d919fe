import SQLiteStore
import Storage
import TestSupport
import Domain

extension Scratch {
    /// Whether the store is there with its tables.
    func hasStore() throws -> Bool {
        guard Files.mode(book.path) != nil else { return false }
        return try book.number("SELECT count(*) FROM sqlite_master WHERE name = 'answer'") == 1
    }

    /// How many images were in a worker's hand when it died.
    func deaths() throws -> Int {
        try hasStore() ? book.number("SELECT count(*) FROM attempt WHERE outcome = 'died'") : 0
    }

    /// What is wrong in the store after kills, too: what `cairn doctor` finds, and answers that were asked for twice
    /// where the test does not ask for that.
    func breaches(asksTwice: Bool = false) throws -> [String] {
        let clock = Clock { Timestamp(milliseconds: 0) }
        let problems = try SQLiteStore(at: file("cairn.db"), for: .read, clock: clock).problems()
        let twice = try book.number(
            "SELECT count(*) FROM (SELECT 1 FROM answer GROUP BY image_id, recipe_id HAVING count(*) > 1)")
        return problems + (twice == 0 || asksTwice ? [] : ["\(twice) answers given twice"])
    }
}
