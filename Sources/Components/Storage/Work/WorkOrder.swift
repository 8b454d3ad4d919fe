package import Domain

/// What a worker gets to do.
package struct WorkOrder: Sendable {
    /// New claims.
    package var claims: [Claim] = []
    /// What was decided about each request of the report, in their order; none where an obstacle keeps all of them.
    package var decisions: [SendDecision] = []
    /// What keeps further tasks queued.
    package var obstacle: StopReason?
    /// Whether a cap was lowered below what is reserved: what is claimed and not begun must return to the queue.
    package var isOverdrawn = false

    /// Nothing to do.
    package init() {}
}
