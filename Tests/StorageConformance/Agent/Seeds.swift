/// The seeds that the arguments of a program name.
struct Seeds {
    /// The first one, and how many there are.
    let first, count: UInt64

    /// Those of `--count N` and `--seed N`.
    init(_ words: [String], count: UInt64) {
        func number(_ option: String) -> UInt64? {
            words.firstIndex(of: option).flatMap { $0 + 1 < words.count ? UInt64(words[$0 + 1]) : nil }
        }
        first = number("--seed") ?? 1
        self.count = number("--count") ?? count
    }

    /// All of them.
    var all: Range<UInt64> { first..<(first + count) }
}
