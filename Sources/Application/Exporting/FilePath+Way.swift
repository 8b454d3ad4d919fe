internal import Platform
internal import Text

extension FilePath {
    /// The way from this folder to another one as an address of a page: `../photos/`.
    ///
    /// Empty where it is the same, or one of them is not there.
    func way(to other: FilePath) -> String {
        guard let here = try? resolved(), let there = try? other.resolved() else { return "" }
        let slash = UInt8(ascii: "/")
        let (from, to) = (here.bytes.split(separator: slash), there.bytes.split(separator: slash))
        let common = zip(from, to).prefix { $0 == $1 }.count
        let up = String(repeating: "../", count: from.count - common)
        return up + to[common...].map { "\(percentEncoded(Array($0), keeping: "-._~"))/" }.joined()
    }
}
