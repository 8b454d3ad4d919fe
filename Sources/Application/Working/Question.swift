internal import Platform

/// What one thread asks and the thread of the store answers: whether a request may be sent, or what else a content is
/// called.
final class Question<Request: Sendable, Answer: Sendable>: Sendable {
    let request: Request
    private let given = Monitor<Answer??>(nil)

    init(_ request: Request) {
        self.request = request
    }

    /// Answers; the first answer stands.
    ///
    /// - Parameter answer: nil where the work is stopped.
    func answer(_ answer: Answer?) {
        given.with { if case .none = $0 { $0 = .some(answer) } }
    }

    /// The answer, waiting for it.
    func wait() -> Answer? { given.wait { $0 } }
}
