internal import Domain
internal import Services

extension Reply.Outcome {
    /// What an error of one image means, in a request that the service took.
    ///
    /// - Parameter isReference: whether the service was to fetch the picture itself.
    init(_ status: RPCStatus, isReference: Bool) {
        let failure = Failure(status, isReference: isReference)
        self = isReference && status.wantsContent ? .wantsContent(failure) : .failed(failure)
    }
}

extension Failure {
    /// Why the service has no answer, or not all, for one image of a request that it took.
    ///
    /// - Parameter isReference: whether the service was to fetch the picture itself.
    fileprivate init(_ status: RPCStatus, isReference: Bool) {
        let words = serviceWords(status.message)
        let said = words.isEmpty ? status.code.name : "\"\(words)\""
        let code = status.code.name
        switch status.code {
        case .invalidArgument where status.contains("Bad image data"):
            // Google's own client libraries have reports of good images that are refused so when the service is busy.
            self.init(
                .refused, code: code,
                "the service could not read the picture: \(said); "
                    + "this happens occasionally with good pictures, so each is tried twice"
            )
        case .permissionDenied where status.wantsContent && isReference,
            .unavailable where status.wantsContent && isReference:
            self.init(.unreachable, code: "WANTS_CONTENT", "the service cannot fetch the picture itself: \(said)")
        case .notFound:
            // Not `missing`: that is for files, which are seen when they are back; asking after this one is billed each
            // time.
            self.init(.refused, code: code, "the service does not find the picture: \(said)", isTransient: false)
        case .cancelled, .unknown, .deadlineExceeded, .resourceExhausted, .aborted, .internal, .unavailable, .dataLoss:
            self.init(.service, code: code, "the service failed at this image: \(said)")
        case .ok, .invalidArgument, .alreadyExists, .permissionDenied, .failedPrecondition, .outOfRange,
            .unimplemented, .unauthenticated:
            self.init(.refused, code: code, "the service refused the image: \(said)", isTransient: false)
        }
        details = status.details
    }
}

extension RPCStatus {
    fileprivate func contains(_ words: String) -> Bool { message.lowercased().contains(words.lowercased()) }
    /// Whether the file itself is asked for, in place of its name.
    fileprivate var wantsContent: Bool {
        (code == .permissionDenied || code == .unavailable) && contains("download the content")
    }
}
