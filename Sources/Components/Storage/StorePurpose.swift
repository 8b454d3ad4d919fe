/// What a store is opened for.
package enum StorePurpose: Sendable {
    /// To change it; it is made where it is missing.
    case work
    /// To change it; it must exist.
    case change
    /// To change it, also where it is a copy of another one; it must exist.
    case adopt
    /// To read it; an older store is brought up to date first, where it may be written.
    case read
    /// To read it and to change nothing at all; one that is missing counts as empty.
    case preview
}
