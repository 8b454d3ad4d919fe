/// Some of a job's recipes, by their places in its list: at most 64.
package struct RecipePlaces: Hashable, Sendable {
    /// The most recipes that a list can have; a job has one for each feature, and there are twelve.
    package static let limit = 64

    private var bits: UInt64 = 0

    /// No recipe.
    package init() {}

    /// The recipes at some places; those beyond the limit are left out.
    package init(_ places: some Sequence<Int>) {
        for place in places { insert(place) }
    }

    /// The first recipes of a list.
    package init(first count: Int) {
        self.init(0..<max(0, min(count, Self.limit)))
    }

    /// Whether the recipe at a place is one of them.
    package func contains(_ place: Int) -> Bool {
        (0..<Self.limit).contains(place) && bits & (1 << UInt64(place)) != 0
    }

    /// Adds the recipe at a place; one beyond the limit is left out.
    package mutating func insert(_ place: Int) {
        if (0..<Self.limit).contains(place) { bits |= 1 << UInt64(place) }
    }

    /// The recipes that are in both.
    package func intersection(_ other: RecipePlaces) -> RecipePlaces {
        var both = RecipePlaces()
        both.bits = bits & other.bits
        return both
    }

    /// How many they are.
    package var count: Int { bits.nonzeroBitCount }
    /// Whether there is none.
    package var isEmpty: Bool { bits == 0 }

    /// The places, from the first to the last.
    package var places: [Int] {
        var left = bits
        var found: [Int] = []
        while left != 0 {
            found.append(left.trailingZeroBitCount)
            left &= left - 1
        }
        return found
    }
}
