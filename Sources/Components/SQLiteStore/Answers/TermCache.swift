internal import Platform

/// The numbers of the terms that were looked up last, forgotten with a transaction that is undone.
///
/// Two halves bound it: when the newer one is full, it takes the place of the older one. A term that is used again
/// moves to the newer half, so that frequent words stay.
struct TermCache {
    /// Terms in one half.
    private static let maxTerms = 16_384
    private var newer: [Term: Int64] = [:]
    private var older: [Term: Int64] = [:]

    /// The number of a term; nil where it is not known here.
    subscript(term: Term) -> Int64? {
        mutating get {
            if let known = newer[term] { return known }
            guard let known = older[term] else { return nil }
            remember(known, for: term)
            return known
        }
    }

    /// Keeps a term's number.
    mutating func remember(_ number: Int64, for term: Term) {
        if newer.count >= TermCache.maxTerms {
            older = newer
            newer = [:]
        }
        newer[term] = number
    }
}

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
