internal import Text

/// An amount of money on the command line: `12.50`.
struct Dollars: Equatable, Argument {
    /// Millionths of a US dollar.
    let microDollars: Int64

    static func read(_ word: String) -> Dollars? {
        let parts = word.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
        let places = parts.count == 2 ? parts[1] : "0"
        guard let whole = parts.first, (1...12).contains(whole.count), (1...6).contains(places.count),
            (whole + places).allSatisfy({ $0.isASCII && $0.isNumber })
        else { return nil }
        return millionths(of: word).map(Dollars.init(microDollars:))
    }

    static var expectation: String { "US dollars like 30 or 12.50" }
}
