/// What makes two spellings the same name, and how far a word may be from the name that was meant.
package enum NameSpelling: Sendable {
    /// Only the case of letters is ignored. A word may have one slip, or one for every three letters of the name.
    case letters
    /// The joints of words (`_`, `-`, a space) are ignored, too. A word may have one slip, or one for every three
    /// letters of the shorter one; the beginning of exactly one name means that name (`LABELS` is `LABEL_DETECTION`).
    case words

    fileprivate func folded(_ name: String) -> [UInt8] {
        let bytes = Array(name.lowercased().utf8)
        switch self {
        case .letters: return bytes
        case .words: return bytes.filter { !"_- ".utf8.contains($0) }
        }
    }
}

/// The name that a misspelt word probably means; nil where none is near enough.
package func nearestName(to word: String, among names: [String], spelling: NameSpelling) -> String? {
    // The time grows with the product of the lengths, and a text of any length may stand where a name belongs.
    guard word.utf8.count <= 64, spelling == .letters || !word.isEmpty else { return nil }
    let plain = spelling.folded(word)
    let candidates = names.map { (name: $0, letters: spelling.folded($0)) }
    if spelling == .words, let same = candidates.first(where: { $0.letters == plain }) { return same.name }
    let distances = candidates.map { ($0, slips: editDistance(plain, $0.letters)) }
    switch spelling {
    case .letters:
        guard let (best, slips) = distances.min(by: { $0.slips < $1.slips }),
            slips <= max(1, best.name.utf8.count / 3)
        else { return nil }
        return best.name
    case .words:
        let near = distances.filter { $0.slips <= max(1, min(plain.count, $0.0.letters.count) / 3) }
        if let (best, _) = near.min(by: { $0.slips < $1.slips }) { return best.name }
        let stem = plain.last == UInt8(ascii: "s") ? plain.dropLast() : plain[...]
        let starting = candidates.filter { $0.letters.starts(with: stem) }
        return stem.count >= 3 && starting.count == 1 ? starting.first?.name : nil
    }
}

/// How many letters must be added, dropped, changed or swapped with their neighbour to make one word the other (the
/// optimal string alignment distance).
package func editDistance(_ left: [UInt8], _ right: [UInt8]) -> Int {
    var before: [Int] = []
    var above = Array(0...right.count)
    for row in left.indices {
        var current = [row + 1]
        for column in right.indices {
            let change = above[column] + (left[row] == right[column] ? 0 : 1)
            var lower = min(change, above[column + 1] + 1, current[column] + 1)
            if row > 0, column > 0, left[row] == right[column - 1], left[row - 1] == right[column] {
                lower = min(lower, before[column - 1] + 1)
            }
            current.append(lower)
        }
        before = above
        above = current
    }
    return above[right.count]
}
