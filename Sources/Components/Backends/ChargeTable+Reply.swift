internal import Domain
internal import Services

extension ChargeTable {
    /// What was read in a response that says it is a success.
    enum ReplyContent {
        /// An answer to all that was asked of the image.
        case answer
        /// An answer with a value that no answer can have.
        case malformedAnswer
        /// An error of this one image, beside whatever was answered.
        case imageError
        /// Something that is not an answer, or answers to more or fewer images than were asked about.
        case nothing
    }

    /// The charge for one image of a response with a status of 200...299.
    static func charge(for reading: ReplyContent) -> Charge {
        switch reading {
        // It was asked and answered, which is what a unit is [1].
        case .answer: .billed
        // The service did the work and answered; that the answer cannot be used makes it no cheaper [1].
        case .malformedAnswer: .billed
        // No page says whether a picture that could not be annotated is billed [1].
        case .imageError: .uncertain
        // The service took the request (a proxy may turn 200 into 203, RFC 9110 15.3.4): it may have done the work [2].
        case .nothing: .uncertain
        }
    }

    /// The charge for an error that a callable function, or what stands before it, answered.
    ///
    /// The HTTP status follows from the function's own code [3], and the function may have asked the Vision API before
    /// it failed: who speaks decides.
    ///
    /// - Parameter form: how the argument was sent.
    static func charge(for error: CallableError, to form: ArgumentForm) -> Charge {
        // A success that calls itself an error is neither: the function ran.
        if (200..<300).contains(error.status) { return .uncertain }
        // The function's JavaScript stumbled over its argument, before it asked anything [3].
        if error.origin == .function, form.isRefused(by: error.said.message) { return .none }
        // The function has no credentials to ask with, or its client could not even write the request [4].
        if error.isOfFunctionItself { return .none }
        // The function's client keeps back a request that is too large, and throws away an answer that is too large
        // [4].
        if error.origin != .frontEnd, error.said.contains("Sent message larger than max") { return .none }
        if error.origin != .frontEnd, error.said.contains("Received message larger than max") { return .uncertain }
        // A function that does not implement what it is asked for has sent no request [4].
        if error.origin == .function, error.status == 501, error.said.code == RPCCode.unimplemented.name {
            return .none
        }
        return switch error.origin {
        // No function has run, or nothing says that one has.
        case .frontEnd: charge(forStatus: error.status)
        // The function's code says what it thinks of the request, and its status the same in HTTP's words [3]. Where
        // both say that it was turned away, it was; where they differ, nothing is sure.
        case .function: charge(forStatus: error.status) == .none ? charge(forStatus: error.said.httpStatus) : .uncertain
        // The Vision API's own code, in Google's words: the same rows as if it had been asked straight [4]. The status
        // is the function's 500, which says nothing more.
        case .vision: charge(forStatus: error.said.httpStatus)
        }
    }
}
