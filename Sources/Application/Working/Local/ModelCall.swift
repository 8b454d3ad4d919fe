internal import Storage

/// A call of a local model that has begun and not ended.
struct ModelCall: Sendable {
    /// The tasks whose pictures it was given, at least one.
    let claims: [Claim]
    /// When it began, in milliseconds of the monotonic clock.
    let startedAt: Int64
}
