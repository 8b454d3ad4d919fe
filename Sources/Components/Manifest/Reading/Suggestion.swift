/// What was probably meant by a word that is not known: `did you mean `backend`?`; nil where nothing is near.
func didYouMean(_ word: String, among known: [String]) -> String? {
    nearest(to: word, among: known).map { "did you mean `\($0)`?" }
}

/// The known word that is nearest to a word, if it is near enough to be meant.
func nearest(to word: String, among known: [String]) -> String? {
    // A text of any length may stand where a word is due, and distances take time by length squared.
    guard !word.isEmpty, word.utf8.count <= 64 else { return nil }
    let plain = folded(word)
    if let same = known.first(where: { folded($0) == plain }) { return same }
    var best: (word: String, distance: Int)?
    for candidate in known {
        let letters = folded(candidate)
        let found = distance(plain, letters)
        if found <= max(1, min(plain.count, letters.count) / 3), found < best?.distance ?? .max {
            best = (candidate, found)
        }
    }
    if let best { return best.word }
    // `LABELS` for LABEL_DETECTION: the start of one known word only.
    let stem = plain.last == UInt8(ascii: "s") ? plain.dropLast() : plain[...]
    let starting = known.filter { folded($0).starts(with: stem) }
    return stem.count >= 3 && starting.count == 1 ? starting.first : nil
}

/// A word without what people mix up: case, and how its parts are joined.
private func folded(_ word: String) -> [UInt8] {
    word.lowercased().utf8.filter { $0 != UInt8(ascii: "_") && $0 != UInt8(ascii: "-") && $0 != UInt8(ascii: " ") }
}

/// How many letters must be added, dropped, changed or swapped with their neighbour to make one word the other.
private func distance(_ left: [UInt8], _ right: [UInt8]) -> Int {
    var before: [Int] = []
    var above = Array(0...right.count)
    for row in left.indices {
        var current = [row + 1]
        for column in right.indices {
            let change = above[column] + (left[row] == right[column] ? 0 : 1)
            var least = min(change, above[column + 1] + 1, current[column] + 1)
            if row > 0, column > 0, left[row] == right[column - 1], left[row - 1] == right[column] {
                least = min(least, before[column - 1] + 1)
            }
            current.append(least)
        }
        before = above
        above = current
    }
    return above[right.count]
}
