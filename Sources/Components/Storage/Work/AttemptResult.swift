package import Domain
internal import Zlib

/// An attempt's end, as a slot reports it.
package struct AttemptResult: Sendable {
    /// The claim that ends.
    package let claim: Claim
    /// How.
    package private(set) var outcome: AttemptOutcome
    /// How long the work on it took on this machine; nil where it was not begun.
    package let workTime: TimeSpan?
    /// The answers: to every recipe the claim asked, or beside a failure to some of them.
    package var answers: [Answer] = []
    /// The response they were read from.
    package var raw: CompressedResponse?
    /// Whether the vendor bills for it; what was answered is billed in any case.
    package var charge = Charge.none
    /// How long the whole account has to wait, where the service said that it asks for too much.
    package var hold: TimeSpan?
    /// Whether the image's bytes are sent from now on where a reference was sent: the service could not fetch it.
    package var sendsContent = false
    /// The figures of the call of a service; nil where none was asked.
    package var metrics: CallMetrics?
    /// The upright size of a picture that nothing was known of but its name, where it was seen after all.
    package var original: Size?

    /// Whether its task ends failed.
    package var hasFailed: Bool { if case .failed = outcome { true } else { false } }
    /// The first answer that is more than can be kept.
    private var answerTooLarge: Answer? { answers.first(where: \.isTooLarge) }

    /// An end.
    package init(claim: Claim, outcome: AttemptOutcome, workTime: TimeSpan? = nil) {
        self.claim = claim
        self.outcome = outcome
        self.workTime = workTime
    }
}

extension AttemptResult {
    /// The end of which nothing is too large to be kept: an answer that is fails the image, and is billed all the same.
    package var bounded: AttemptResult {
        guard let answer = answerTooLarge else { return self }
        var end = self
        end.outcome = .failed(Failure(tooLarge: answer))
        end.answers.removeAll(where: \.isTooLarge)
        if case .none = charge { end.charge = .billed }
        return end
    }

    /// A claim that returns to the queue unfinished.
    package init(returning claim: Claim) {
        self.init(claim: claim, outcome: .interrupted(nil, after: nil))
    }
}

/// How an attempt ended.
package enum AttemptOutcome: Sendable {
    /// With an answer to every recipe of the task.
    case answered
    /// With a failure that stands.
    case failed(Failure)
    /// With a failure that may pass: the task waits so long for its next try.
    case retry(Failure, after: TimeSpan)
    /// Without being a try: the work was stopped, or no service could be asked; the task waits so long, or not at all.
    case interrupted(Failure?, after: TimeSpan?)
    /// With the worker's process, which must end because of what it does to the image: a crash is counted on the
    /// image, with the reason as a clause.
    case crashed(String)
}

/// A response as it is kept: deflated (RFC 1950) before an end is reported, so that the one writer need not do it.
package struct CompressedResponse: Equatable, Sendable {
    /// The deflated bytes; none where nothing came.
    package let bytes: [UInt8]
    /// The size of the picture that was sent, upright; nil where it is not known.
    package let sent: Size?

    /// Packs a response.
    package init(_ raw: RawResponse) {
        bytes = raw.bytes.isEmpty ? [] : deflate(raw.bytes.span, level: 1)
        sent = raw.sent.flatMap { $0.width > 0 && $0.height > 0 ? $0 : nil }
    }
}
