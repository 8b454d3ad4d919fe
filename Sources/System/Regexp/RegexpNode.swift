/// A part of a pattern.
indirect enum RegexpNode {
    /// Nothing, which matches everywhere.
    case empty
    /// One scalar of the set of this number.
    case one(of: Int)
    /// A place between two scalars.
    case place(RegexpPlace)
    case sequence([RegexpNode])
    case choice([RegexpNode])
    /// At least `least` times, at most `most` times; nil: without a bound.
    case repeated(RegexpNode, least: Int, most: Int?)
}

/// A condition on a place between two scalars.
enum RegexpPlace: Sendable {
    case textStart, textEnd, lineStart, lineEnd, wordEdge, notWordEdge
}
