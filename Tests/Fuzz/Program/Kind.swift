import TestSupport

/// One kind of input, and what must hold for it, whatever it is.
protocol Kind: AnyObject {
    /// What the command line calls it.
    static var name: String { get }
    /// The most memory that a process may hold which runs nothing else, in MiB.
    static var maxMegabytes: Int { get }

    /// Reads the seeds.
    init() throws

    /// Makes one input of a generator's numbers, has it read, and holds the result against what is known.
    ///
    /// - Returns: whether the input was accepted.
    func run(_ random: inout Seeded) throws(Breach) -> Bool
}

/// Something that does not hold.
struct Breach: Error {
    /// What was expected and what was seen.
    var words: String
    /// The input.
    var input: [UInt8]
}

extension Seeded {
    /// The numbers of one case, which depend on nothing but the seed and the case's index.
    init(seed: UInt64, index: Int) {
        var first = Seeded(seed)
        self.init(first.next() ^ UInt64(truncatingIfNeeded: index) &* 0xD134_2543_DE82_EF95)
    }

    /// A number below another, which is at least 1.
    mutating func below(_ count: Int) -> Int { Int.random(in: 0..<count, using: &self) }

    /// True once in `count` times, on average.
    mutating func once(in count: Int) -> Bool { below(count) == 0 }

    /// One of several, of which there is at least one.
    mutating func pick<Items: RandomAccessCollection>(_ items: Items) -> Items.Element {
        items[items.index(items.startIndex, offsetBy: below(items.count))]
    }
}
