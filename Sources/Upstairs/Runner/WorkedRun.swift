package import Storage
package import Vocabulary

/// A run that was worked on.
package struct WorkedRun: Equatable, Sendable {
    /// Its numbers at the end.
    package let totals: RunTotals
    /// The cap that keeps the rest of it waiting, where one does.
    package let obstacle: CapReached?
}
