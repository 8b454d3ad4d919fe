package import Vocabulary

/// How an attempt ended.
package enum AttemptEnding: Sendable {
    /// With an answer to every recipe of the task.
    case answered
    /// With a failure that stands.
    case failed(Failure)
    /// With a failure that may pass: the task waits until then.
    case retry(Failure, at: Timestamp)
    /// Without being a try: the work was stopped, or nobody could be asked; the task waits until then.
    case interrupted(Failure?, until: Timestamp?)
}

/// An attempt's end, as a slot reports it.
package struct Finished: Sendable {
    /// The exchange with a service.
    package struct Exchange: Sendable, Equatable {
        /// The status of the response, where there was one.
        package var httpStatus: Int?
        /// The bytes of the request.
        package var requestBytes: Int
        /// From the request's first byte to the response's last.
        package var latency: TimeSpan
        /// How many images the request held.
        package var images: Int

        /// An exchange.
        package init(httpStatus: Int?, requestBytes: Int, latency: TimeSpan, images: Int = 1) {
            self.httpStatus = httpStatus
            self.requestBytes = requestBytes
            self.latency = latency
            self.images = images
        }
    }

    /// The claim that ends.
    package let claim: Claim
    /// How.
    package internal(set) var ending: AttemptEnding
    /// When the work on it began.
    package let startedAt: Timestamp
    /// The answers: to every recipe the claim asked, or beside a failure to some of them.
    package var answers: [Answer] = []
    /// The response they were read from.
    package var raw: PackedResponse?
    /// Whether the vendor bills for it; what was answered is billed in any case.
    package var charge = Charge.none
    /// Until when the whole account has to wait, where the service said that it asks for too much.
    package var holdsAccountUntil: Timestamp?
    /// The exchange with a service; nil where none was asked.
    package var exchange: Exchange?
    /// The upright size of a picture that nothing was known of but its name, where it was seen after all.
    package var original: Size?

    /// Whether its task ends failed.
    package var hasFailed: Bool { if case .failed = ending { true } else { false } }
    /// The first answer that has more annotations than can be kept.
    var answerTooLarge: Answer? { answers.first { $0.annotations.count > Answer.mostAnnotations } }

    /// An end.
    package init(claim: Claim, ending: AttemptEnding, startedAt: Timestamp) {
        self.claim = claim
        self.ending = ending
        self.startedAt = startedAt
    }
}

extension Finished {
    /// The end of which nothing is too large to be kept: an answer that is fails the image, and is billed all the same.
    var bounded: Finished {
        guard let answer = answerTooLarge else { return self }
        var end = self
        end.ending = .failed(Failure(tooManyAnnotations: answer))
        end.answers.removeAll { $0.annotations.count > Answer.mostAnnotations }
        if case .none = charge { end.charge = .billed }
        return end
    }

    /// A claim that is given back unfinished.
    package init(returning claim: Claim) {
        self.init(claim: claim, ending: .interrupted(nil, until: nil), startedAt: Timestamp(milliseconds: .max))
    }
}
