/// The spelling that was probably meant.
enum Nearest {
    /// The candidate with the fewest slips from `word`, whatever the case of letters: one slip, or one in three letters for
    /// longer words.
    static func of(_ word: String, among candidates: [String]) -> String? {
        // Anything longer is no slip of the pen, and not worth its square of steps.
        guard word.utf8.count <= 64 else { return nil }
        var best: (name: String, slips: Int)?
        for candidate in candidates {
            let slips = distance(Array(word.lowercased().utf8), Array(candidate.lowercased().utf8))
            if slips < best?.slips ?? .max { best = (candidate, slips) }
        }
        guard let best, best.slips <= max(1, best.name.utf8.count / 3) else { return nil }
        return best.name
    }

    /// Letters to add, drop, change or swap with their neighbour.
    static func distance(_ left: [UInt8], _ right: [UInt8]) -> Int {
        var before: [Int] = []
        var last = Array(0...right.count)
        for (row, a) in left.enumerated() {
            var next = [row + 1]
            for (column, b) in right.enumerated() {
                var least = min(last[column] + (a == b ? 0 : 1), last[column + 1] + 1, next[column] + 1)
                if row > 0, column > 0, a == right[column - 1], left[row - 1] == b {
                    least = min(least, before[column - 1] + 1)
                }
                next.append(least)
            }
            before = last
            last = next
        }
        return last[right.count]
    }
}
