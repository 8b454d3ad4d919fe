internal import Domain

/// What a store has written down of a session.
struct WorkerStanding {
    /// The session's worker.
    let worker: WorkerID
    /// Whether it has neither left nor been given up.
    let isLiving: Bool
    /// The number of its last exchange that is committed.
    let exchanges: Int
    /// The newest attempt before that exchange: what the worker holds above it came with it.
    let claimsAfter: Int64
}
