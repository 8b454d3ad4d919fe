/// What a run has cost.
package struct RunCost: Equatable, Sendable {
    /// Units that were answered.
    package var settled = 0
    /// Units that may have been billed.
    package var uncertain = 0
    /// Units that are claimed or sent and have no answer yet.
    package var reserved = 0
    /// The least of it in millionths of a US dollar, with all of the month's free units as this run's own.
    package var leastMicroDollars: Int64 = 0
    /// The most of all its units, the reserved ones among them.
    package var mostMicroDollars: Int64 = 0

    /// All units that its dollars are of: billed, possibly billed, and reserved.
    package var units: Int { settled + uncertain + reserved }

    /// Nothing.
    package init() {}
}
