internal import Platform

/// A word with the entity it names, as the dictionary of words has it.
struct Term: Hashable {
    let description: String
    /// The entity; nil where none is named, and for an empty name.
    let mid: String?

    // Texts that mean the same and are other bytes are other terms: what came over the wire is kept as it came.
    static func == (left: Term, right: Term) -> Bool {
        guard left.description.hasSameBytes(as: right.description) else { return false }
        guard let mid = left.mid, let other = right.mid else { return left.mid == nil && right.mid == nil }
        return mid.hasSameBytes(as: other)
    }

    func hash(into hasher: inout Hasher) {
        hasher.combine(description)
        if let mid { hasher.combine(mid) }
    }
}
