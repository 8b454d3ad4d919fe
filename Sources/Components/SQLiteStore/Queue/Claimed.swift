internal import Storage
internal import Domain

/// What came of a look for tasks.
struct Claimed {
    /// The claims.
    var claims: [Claim] = []
    /// What kept further tasks queued: a cap, or an order of the user.
    var obstacle: StopReason?
}
