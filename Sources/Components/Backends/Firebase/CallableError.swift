internal import Curl
internal import JSON
internal import Services

/// What a callable function says when it fails, or what the front end before it says.
///
/// `{"error":{"status","message","details"}}` (documentation "Protocol specification for https.onCall").
struct CallableError: Sendable {
    /// The party that says it.
    enum ErrorOrigin {
        /// Google's front end, in HTML or plain text: no function has run.
        case frontEnd
        case function
        /// The Vision API, which the function had asked.
        case vision
    }

    /// The party that says it.
    let origin: ErrorOrigin
    /// The status of the response, whatever code the error has.
    let status: Int
    /// What is said, with the HTTP status that belongs to its code.
    let said: ServiceError

    /// Reads a response; nil where it is not an error.
    ///
    /// - Parameter root: the body, where it is JSON; secrets are hidden in it already.
    init?(_ response: HTTPResponse, _ root: JSONNode?) {
        let node = root?["error"]
        guard node != nil || !(200..<300).contains(response.status) else { return nil }
        // Firebase's library for iOS takes such an error for none.
        if (200..<300).contains(response.status), node?["status"]?.string == RPCCode.ok.name,
            root.flatMap(callResult) != nil
        {
            return nil
        }
        status = response.status
        var error = ServiceError(response, node)
        if let words = node?.string { error.message = serviceWords(words) }
        // What calls itself a success comes from a function, however it writes its errors.
        guard let node, node.isObject || response.status < 300 else {
            origin = .frontEnd
            said = error
            return
        }
        let code = knownCode(node) ?? (response.status < 400 ? .internal : nil)
        if let code { error.take(code) }
        // Firebase's sample reports everything as INTERNAL and puts what Google's Node client says in the message.
        guard code == nil || code == .internal || code == .unknown, let (code, words) = upstream(error.message) else {
            origin = .function
            said = error
            return
        }
        error.take(code)
        error.message = words
        origin = .vision
        said = error
    }
}

/// The code of a function's error; nil where it has none that is known.
///
/// The protocol has `"status":"RESOURCE_EXHAUSTED"`; functions that write errors themselves also have
/// `resource-exhausted`, and call it `code`, as Firebase's libraries do.
private func knownCode(_ error: JSONNode) -> RPCCode? {
    guard let words = error["status"]?.words ?? error["code"]?.words else { return nil }
    let name = words.hasPrefix("functions/") ? String(words.dropFirst("functions/".count)) : words
    let code = RPCCode(name: name.uppercased().replacing("-", with: "_"))
    // An error is none that says all is well.
    return code == .ok ? .internal : code
}

/// The code and the words in a message of gRPC's library for Node: `8 RESOURCE_EXHAUSTED: CapPeriod exceeded`.
private func upstream(_ message: String) -> (RPCCode, String)? {
    let text = message.hasPrefix("Error: ") ? message.dropFirst("Error: ".count) : message[...]
    guard let blank = text.firstIndex(of: " "), let number = Int(text[..<blank]), let code = RPCCode(rawValue: number),
        code != .ok, let colon = text[blank...].firstIndex(of: ":"),
        text[blank..<colon].dropFirst().utf8.allSatisfy({ $0 == UInt8(ascii: "_") || (0x41...0x5A).contains($0) })
    else { return nil }
    return (code, String(text[colon...].dropFirst().drop { $0 == " " }))
}

extension ServiceError {
    /// Adds a code, with the HTTP status that goes with it.
    fileprivate mutating func take(_ code: RPCCode) {
        self.code = code.name
        httpStatus = code.httpStatus
    }
}

extension RPCCode {
    /// The HTTP status by which the code is sent (`google/rpc/code.proto`).
    fileprivate var httpStatus: Int {
        switch self {
        case .ok: 200
        case .cancelled: 499
        case .invalidArgument, .failedPrecondition, .outOfRange: 400
        case .deadlineExceeded: 504
        case .notFound: 404
        case .alreadyExists, .aborted: 409
        case .permissionDenied: 403
        case .resourceExhausted: 429
        case .unimplemented: 501
        case .unavailable: 503
        case .unauthenticated: 401
        case .unknown, .internal, .dataLoss: 500
        }
    }
}
