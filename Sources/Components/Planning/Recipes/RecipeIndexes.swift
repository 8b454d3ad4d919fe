/// Some of a job's recipes, by their places in its list: at most 64.
package struct RecipeIndexes: Hashable, Sendable {
    /// The most recipes that a list can have; a job has one for each feature, and there are twelve.
    package static let limit = 64

    private var bits: UInt64 = 0

    /// No recipe.
    package init() {}

    /// The recipes at some places; those beyond the limit are left out.
    package init(_ indexes: some Sequence<Int>) {
        for index in indexes { insert(index) }
    }

    /// The first recipes of a list.
    package init(first count: Int) {
        self.init(0..<max(0, min(count, Self.limit)))
    }

    /// Whether the recipe at a place is one of them.
    package func contains(_ index: Int) -> Bool {
        (0..<Self.limit).contains(index) && bits & (1 << UInt64(index)) != 0
    }

    /// Adds the recipe at a place; one beyond the limit is left out.
    package mutating func insert(_ index: Int) {
        if (0..<Self.limit).contains(index) { bits |= 1 << UInt64(index) }
    }

    /// The recipes that are in both.
    package func intersection(_ other: RecipeIndexes) -> RecipeIndexes {
        var both = RecipeIndexes()
        both.bits = bits & other.bits
        return both
    }

    /// How many they are.
    package var count: Int { bits.nonzeroBitCount }
    /// Whether there is none.
    package var isEmpty: Bool { bits == 0 }

    /// The places, from the first to the last.
    package var indexes: [Int] {
        var left = bits
        var found: [Int] = []
        while left != 0 {
            found.append(left.trailingZeroBitCount)
            left &= left - 1
        }
        return found
    }
}
