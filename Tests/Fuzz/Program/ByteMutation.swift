import TestSupport

extension [UInt8] {
    /// Changes some bytes: flips, sets, inserts, deletes, copies, cuts.
    ///
    /// - Parameter words: what may be put in as a whole.
    mutating func mutate(_ random: inout Seeded, limit: Int = 6, words: [String] = []) {
        for _ in 0...random.below(limit) {
            let at = random.below(Swift.max(count, 1))
            switch random.below(words.isEmpty ? 7 : 9) {
            case 0 where !isEmpty: self[at] ^= 1 << UInt8(random.below(8))
            case 1 where !isEmpty: self[at] = UInt8(random.below(256))
            case 2 where !isEmpty: self[at] = random.pick([0, 1, 0x7F, 0x80, 0xFF])
            case 3 where !isEmpty: removeSubrange(at..<Swift.min(count, at + 1 + random.below(8)))
            case 4: insert(UInt8(random.below(256)), at: Swift.min(at, count))
            case 5:
                let part = Array(dropFirst(at).prefix(1 + random.below(60)))
                let place = random.below(count + 1)
                if random.once(in: 2) {
                    insert(contentsOf: part, at: place)
                } else {
                    replaceSubrange(place..<Swift.min(count, place + part.count), with: part)
                }
            case 6 where random.once(in: 3): removeLast(random.below(count + 1))
            default:
                guard !words.isEmpty else { continue }
                let word = Array(random.pick(words).utf8)
                let place = Swift.min(at, count)
                replaceSubrange(place..<(random.once(in: 2) ? place : Swift.min(count, place + word.count)), with: word)
            }
        }
    }
}
