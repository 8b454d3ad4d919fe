internal import Domain
internal import Services

extension RequestRejection {
    /// What an error of a callable function means for its image, or for all.
    init(_ error: CallableError, _ advice: CallableAdvice) {
        let said = error.said
        if let known = RequestRejection(known: error, advice) {
            self = known
            return
        }
        switch RequestRejection(said, advice.vision) {
        case .unauthenticated(let stop, let failure) where error.origin != .vision:
            self = .unauthenticated(advice.instead(of: stop, error), failure)
        case .unauthenticated(let stop, let failure): self = .stop(advice.instead(of: stop, error), failure)
        case .stop(let stop, let failure): self = .stop(advice.instead(of: stop, error), failure)
        case let verdict: self = verdict
        }
    }

    /// The cases that a function alone has.
    private init?(known error: CallableError, _ advice: CallableAdvice) {
        let said = error.said
        let quoted = said.message.isEmpty ? "status \(said.httpStatus)" : "\"\(said.message)\""
        if error.origin != .frontEnd, said.httpStatus == 404, error.origin == .function || said.contains("gs://") {
            self = .refused(
                Failure(
                    .refused, code: said.code, "the service does not find the picture: \(quoted)", isTransient: false))
        } else if said.contains("Sent message larger than max") {
            self = .refused(
                Failure(
                    .tooLarge, code: said.code,
                    "the function may not send so large a picture (\(quoted)); make prepare.fit smaller",
                    isTransient: false))
        } else if said.contains("Received message larger than max") {
            self = .failed(
                Failure(
                    .service, code: Failure.responseTooLarge,
                    "the answer is more than the function takes (\(quoted)); "
                        + "ask for less (maxResults, fewer features at once)",
                    isTransient: false))
        } else if error.isOfFunctionItself {
            self = .stop(advice.stop(error), .stopping(said))
        } else {
            return nil
        }
    }
}

extension CallableError {
    /// Whether the function cannot even ask the Vision API: it has no credentials, or does not hand on what it is
    /// given.
    var isOfFunctionItself: Bool {
        origin != .frontEnd && (lacksCredentials || isMalformedArgument)
    }

    /// Google's client in the function has no credentials.
    var lacksCredentials: Bool {
        said.contains("Could not load the default credentials") || said.contains("Unable to detect a Project Id")
    }

    /// The function takes another argument than an AnnotateImageRequest, or is not a callable one.
    var isMalformedArgument: Bool {
        said.contains("Request message serialization failure") || said.contains(": array expected")
            || said.httpStatus == 400 && said.message == "Bad Request"
    }
}
