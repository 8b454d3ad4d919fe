package import Domain

/// That a store is a copy of another one: whatever it says of work is of the moment when it was made.
package struct StoreCopy: Equatable, Sendable, CustomStringConvertible {
    /// The store that was copied, as it was named then, in full.
    package let original: String
    /// When the copy was made.
    package let at: Timestamp

    /// The mark of a copy.
    package init(of original: String, at moment: Timestamp) {
        self.original = original
        at = moment
    }

    /// `a copy of /var/lib/cairn.db, made 2026-11-22 11:14 UTC`.
    package var description: String {
        "a copy of \(original), made \(HumanFormat.moment(at))"
    }
}
