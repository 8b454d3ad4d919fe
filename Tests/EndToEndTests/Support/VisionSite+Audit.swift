import Glibc
import Platform
import TestSupport
import Testing
import Zlib

extension VisionSite {
    /// Looks at everything that must hold when nobody works: the store is sound, the vendor's count lies within the
    /// books, every request was well done, and the key is nowhere.
    ///
    /// - Parameter asksTwice: whether the test asks for answers for a second time.
    func audit(
        _ note: Comment? = nil, secrets: [String] = [VisionSite.key], asksTwice: Bool = false,
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        var wrong = try scratch.breaches(asksTwice: asksTwice) + unitsThatDoNotAddUp() + leaks(of: secrets)
        wrong += try requests().flatMap { $0["violations"].items.compactMap(\.string) }
        let open = try scratch.book.number("SELECT count(*) FROM ledger WHERE state IN ('reserved', 'sent')")
        if open > 0 { wrong.append("\(open) units are neither settled nor uncertain nor released") }
        let held = try scratch.book.number("SELECT count(*) FROM task WHERE state = 'running'")
        if held > 0 { wrong.append("\(held) tasks are in a hand that is gone") }
        let doctor = try await scratch.start([Place.cairn.description, "doctor"], environment: environment).end()
        if doctor.status != 0 { wrong.append("\(doctor)") }
        #expect(wrong == [], note, sourceLocation: sourceLocation)
    }

    /// Features of which the vendor counts fewer units than are settled, or more than are settled and uncertain.
    func unitsThatDoNotAddUp() throws -> [String] {
        var metered: [String: Int] = [:]
        for unit in try units() { metered[unit["feature"].string ?? "", default: 0] += 1 }
        let rows = try scratch.book.rows(
            "SELECT feature, sum(units_settled), sum(units_uncertain) FROM spending GROUP BY feature")
        var wrong: [String] = []
        for row in rows {
            let count = metered.removeValue(forKey: row[0]) ?? 0
            let (settled, uncertain) = (Int(row[1]) ?? -1, Int(row[2]) ?? -1)
            if count < settled || count > settled + uncertain {
                wrong.append("\(row[0]): \(count) metered, \(settled) settled, \(uncertain) uncertain")
            }
        }
        return wrong + metered.map { "\($0.key): \($0.value) metered, not in the books" }
    }

    /// Units of all features: `4 settled, 2 uncertain`.
    func books() throws -> String {
        try scratch.book.rows("SELECT ifnull(sum(settled), 0), ifnull(sum(uncertain), 0) FROM ledger_total")
            .map { "\($0[0]) settled, \($0[1]) uncertain" }.joined()
    }

    /// Where secrets are found: the store's files, what is deflated in them, and all that commands wrote.
    func leaks(of secrets: [String]) throws -> [String] {
        var places = Files.names(in: scratch.path).filter { $0.hasPrefix("cairn.db") }.map { scratch.file($0) }
        for number in Files.names(in: scratch.file(".logs")) {
            places += ["out", "err"].map { scratch.file(".logs/\(number)/\($0)") }
        }
        var found: [String] = []
        for place in places {
            let bytes = (try? Files.read(place)) ?? []
            for secret in secrets where bytes.contains(secret) { found.append("\(secret) is in \(place)") }
        }
        for (number, raw) in try responses() {
            for secret in secrets where raw.contains(secret) { found.append("\(secret) is in response \(number)") }
        }
        return found
    }

    /// The raw responses as they came, by attempt.
    func responses() throws -> [(attempt: Int, bytes: [UInt8])] {
        guard try scratch.hasStore() else { return [] }
        return try scratch.book.column("SELECT attempt_id FROM response").compactMap { Int($0) }.map { attempt in
            let body = try scratch.book.blob("SELECT body FROM response WHERE attempt_id = \(attempt)")
            return (attempt, try inflate(body.span, limit: 1 << 26))
        }
    }
}

extension [UInt8] {
    /// Whether some text is in these bytes.
    func contains(_ text: String) -> Bool {
        let wanted = Array(text.utf8)
        guard let first = wanted.first else { return true }
        return withUnsafeBytes { bytes in
            var rest = bytes
            while rest.count >= wanted.count, let start = rest.baseAddress {
                // By the library's own loop: in a debug build one in Swift takes seconds for a store.
                guard let found = memchr(start, Int32(first), rest.count) else { return false }
                rest = UnsafeRawBufferPointer(rebasing: rest[start.distance(to: found)...])
                if rest.starts(with: wanted) { return true }
                rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst())
            }
            return false
        }
    }
}
