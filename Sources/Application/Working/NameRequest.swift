internal import Platform
internal import Storage
internal import Domain

/// A request for further names of a claim's content: a worker thread asks, and the thread that reads the store answers.
final class NameRequest: Sendable {
    /// The claim.
    let claim: Claim
    /// The last of its names that was looked at.
    let last: PathID
    private let answer = Monitor<[FileLocation]??>(nil)

    /// A request.
    init(of claim: Claim, after last: PathID) {
        self.claim = claim
        self.last = last
    }

    /// Answers with names, none where there are no more; the first answer stands.
    ///
    /// - Parameter given: nil where the work is stopped: the claim goes back.
    func answer(_ given: [FileLocation]?) {
        answer.with { if case .none = $0 { $0 = .some(given) } }
    }

    /// The answer, waiting for it.
    func wait() -> [FileLocation]? { answer.wait { $0 } }
}
