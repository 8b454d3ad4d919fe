package import Domain

/// What becomes of a member of a selection of which no name was seen.
package enum MemberFate: Equatable, Sendable {
    /// Its names are not there any more: it stays, is marked as missing, and has the first of these names unless its
    /// own is among them.
    case missing(ImageID, names: [PathID])
    /// No source names it any more: it departs.
    case departed(ImageID)
}
