/// A set of rows by their numbers, a bit each: numbers are dense, so that a million rows take 125 kB.
///
/// The bits are kept in pages, so that one number out of all order, in a damaged store, takes no more than a page.
struct RowSet: Sendable {
    private var pages: [Int64: [UInt64]] = [:]

    /// A set of no rows.
    init() {}

    /// Puts a row in; whether it was not in before.
    @discardableResult
    mutating func insert(_ row: Int64) -> Bool {
        let (word, bit) = RowSet.place(of: row)
        let before = pages[row >> pageBits, default: emptyPage][word]
        if before & bit != 0 { return false }
        pages[row >> pageBits, default: emptyPage][word] = before | bit
        return true
    }

    /// Whether a row is in.
    func contains(_ row: Int64) -> Bool {
        let (word, bit) = RowSet.place(of: row)
        return pages[row >> pageBits].map { $0[word] & bit != 0 } ?? false
    }

    /// The rows, in order.
    var rows: [Int64] { subtracting(RowSet()) }

    /// The rows that are in this set and not in another, in order.
    func subtracting(_ other: RowSet) -> [Int64] {
        var rows: [Int64] = []
        for (number, page) in pages.sorted(by: { $0.key < $1.key }) {
            let taken = other.pages[number] ?? emptyPage
            for (word, bits) in page.enumerated() {
                var left = bits & ~taken[word]
                while left != 0 {
                    rows.append(number << pageBits | Int64(word * 64 + left.trailingZeroBitCount))
                    left &= left - 1
                }
            }
        }
        return rows
    }

    private static func place(of row: Int64) -> (word: Int, bit: UInt64) {
        (Int(row & (1 << pageBits - 1)) / 64, 1 << UInt64(row & 63))
    }
}

/// A page has 65,536 bits.
private let pageBits: Int64 = 16
private let emptyPage = [UInt64](repeating: 0, count: 1 << 16 / 64)
