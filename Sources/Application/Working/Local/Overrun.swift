internal import Platform
internal import Storage
package import Domain

/// Calls of a local model that take more than they may.
///
/// A call cannot be interrupted, so the process ends with it.
package struct Overrun: Sendable {
    /// What was passed.
    package enum Limit: Equatable, Sendable {
        /// `limits.picture`.
        case time(TimeSpan)
        /// The bytes that the trial run may take.
        case memory(Int64)
    }

    /// What was passed.
    package let limit: Limit
    /// The tasks of the calls.
    let claims: [Claim]

    /// An overrun by the calls of some tasks.
    init(_ limit: Limit, by claims: [Claim]) {
        self.limit = limit
        self.claims = claims.sorted { $0.attempt < $1.attempt }
    }

    /// The pictures of the calls, by the first of their names.
    package var pictures: [String] {
        claims.map { $0.locations.first?.path.description ?? "image \($0.image.value)" }
    }

    /// What happened, as a clause: `the model took longer than limits.picture, 1 s`.
    package var reason: String {
        switch limit {
        case .time(let span): "the model took longer than limits.picture, \(span.secondsText)"
        case .memory(let bytes): "the model took more than \(bytes >> 20) MiB of memory, the limit of its trial run"
        }
    }

    /// The ends of the attempts: a crash of each picture.
    var ends: [AttemptResult] { claims.map { AttemptResult(claim: $0, outcome: .crashed(reason)) } }
}
