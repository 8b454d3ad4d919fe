/// What a run has cost.
package struct RunCost: Equatable, Sendable {
    /// Units that were answered.
    package var settled = 0
    /// Units that may have been billed.
    package var uncertain = 0
    /// The least of it in millionths of a US dollar, with all of the month's free units as this run's own.
    package var leastMicroDollars: Int64 = 0
    /// The most of it, with what is reserved.
    package var mostMicroDollars: Int64 = 0

    /// Nothing.
    package init() {}
}
