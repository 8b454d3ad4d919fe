package import Curl
package import Domain

/// The one table from how a request ended to what the vendor may bill for it; every backend goes by it.
///
/// A unit is released only by a row that says why no work was done; whatever has no row here is uncertain. Sources: [1]
/// price and errors of the Vision API (cloud.google.com/vision/pricing, AIP-193); [2] RFC 9110 and RFC 6585; [3]
/// "Protocol specification for https.onCall" and Firebase's sample annotateImage; [4] google/rpc/code.proto and the
/// client library grpc-js.
package enum ChargeTable {
    /// The charge for a response that is not an answer, by its status.
    package static func charge(forStatus status: Int) -> Charge {
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
    package static func charge(for error: HTTPError) -> Charge {
        switch error.kind {
        // The response was begun, and is larger than what is taken here.
        case .tooLarge, .headersTooLarge: .uncertain
        // No byte has left this machine, or some may have.
        case .badAddress, .redirect, .insecure, .missing, .resolve, .connect, .tls, .timeout, .cut, .other:
            error.mayHaveBeenSent ? .uncertain : .none
        }
    }
}
