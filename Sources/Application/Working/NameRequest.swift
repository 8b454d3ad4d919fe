internal import Storage
internal import Domain

/// A request for further names of a claim's content; none come back where it has no more.
struct NameRequest {
    let claim: Claim
    /// The last of its names that was looked at.
    let last: PathID
}
