internal import Curl
internal import Domain

/// The one table from how a request ended to what the vendor may bill for it; every backend goes by it.
///
/// A unit is released only by a row that says why no work was done; whatever has no row here is uncertain. Sources: [1]
/// price and errors of the Vision API (cloud.google.com/vision/pricing, AIP-193); [2] RFC 9110 and RFC 6585; [3]
/// "Protocol specification for https.onCall" and Firebase's sample annotateImage; [4] google/rpc/code.proto and the
/// client library grpc-js.
enum ChargeTable {
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

    /// The charge for a response that is not an answer, by its status.
    static func charge(forStatus status: Int) -> Charge {
        switch status {
        // The request itself is refused: bad JSON, a bad key, too many images. It never came to be annotated [1].
        case 400: .none
        // The credentials were not taken, so that there is no account to bill [1].
        case 401: .none
        // The account may not ask: billing or the API is disabled, a key is restricted [1].
        case 403: .none
        // There is no such method at this address [2], or what a parameter names does not exist [1].
        case 404: .none
        // The address takes no POST [2].
        case 405: .none
        // The length of the request is missing: it was not read [2].
        case 411: .none
        // The request is larger than what is read [1].
        case 413: .none
        // The address is longer than what is read [2].
        case 414: .none
        // The request was not read, as JSON is not taken there [2].
        case 415: .none
        // The server is not the one for this host: it does not answer for it [2].
        case 421: .none
        // A quota is used up: the request is turned away before the work [1].
        case 429: .none
        // The header fields are larger than what is read [2].
        case 431: .none
        // Everything else: a redirect may stand where the work was done; 408, 409, 425 and 499 are about what was
        // begun; of 5xx no page says that nothing is billed; what has no meaning (0, 999) says nothing at all.
        default: .uncertain
        }
    }

    /// The charge for a request without a response.
    static func charge(for error: HTTPError) -> Charge {
        switch error.kind {
        // The response was begun, and is larger than what is taken here.
        case .tooLarge, .headersTooLarge: .uncertain
        // No byte has left this machine, or some may have.
        case .badAddress, .redirect, .insecure, .missing, .resolve, .connect, .tls, .timeout, .cut, .other:
            error.mayHaveBeenSent ? .uncertain : .none
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
