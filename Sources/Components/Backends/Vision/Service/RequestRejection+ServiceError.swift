internal import Domain
internal import Services

extension RequestRejection {
    /// What the service's refusal of a whole request means.
    ///
    /// The wordings are those of Google's API front end.
    ///
    /// - Parameter advice: what can be done about what stops the run.
    init(_ error: ServiceError, _ advice: Advice) {
        let said = error.message.isEmpty ? "status \(error.httpStatus)" : "\"\(error.message)\""
        if error.isAboutQuota {
            if error.isNothingAllowed {
                // It does not open again by itself: somebody has to ask for it.
                self = .stop(
                    .service(account: advice.account, code: error.code, words: said, advice: advice.quota(error)),
                    .stopping(error))
            } else if error.isAboutDay {
                self = .stop(
                    .quota(account: advice.account, words: said, advice: advice.quota(error)), .stopping(error))
            } else {
                self = .throttled(Failure(.service, code: error.code, "the service asks for a pause: \(said)"))
            }
            return
        }
        let stop = BackendError.service(
            account: advice.account, code: error.code, words: said, advice: advice.sentence(error))
        if error.isAboutAccount {
            self = .stop(stop, .stopping(error))
            return
        }
        switch error.httpStatus {
        case 400 where error.isStructured: self = RequestRejection(badRequest: error, said, stop)
        case 401: self = .unauthenticated(stop, .stopping(error))
        case 408:
            self = .failed(Failure(.lost, code: error.code, "the service timed out waiting for the request"))
        case 413: self = .refused(.tooLargeToSend(error.code))
        case let status where HTTPStatus.mayPass(status, of: .calls):
            self = .failed(Failure(.service, code: error.code, "the service failed: \(said)"))
        default: self = .stop(stop, .stopping(error))
        }
    }

    private init(badRequest error: ServiceError, _ said: String, _ stop: BackendError) {
        if error.contains("payload size exceeds") || error.contains("Too many images per request") {
            self = .refused(.tooLargeToSend(error.code))
        } else if error.contains("Invalid JSON payload") || error.code == RPCCode.failedPrecondition.name {
            self = .stop(stop, .stopping(error))
        } else {
            self = .refused(
                Failure(
                    .refused, code: error.code, "the service refused the request for this image: \(said)",
                    isTransient: false))
        }
    }
}

extension Failure {
    /// What an attempt keeps of an error that stops the run.
    static func stopping(_ error: ServiceError) -> Failure {
        let said = error.message.isEmpty ? "status \(error.httpStatus)" : "\"\(error.message)\""
        return Failure(.refused, code: error.code, "the service refused the request: \(said)", isTransient: false)
    }

    /// One image is more than a request may hold.
    fileprivate static func tooLargeToSend(_ code: String) -> Failure {
        Failure(
            .tooLarge, code: code,
            "the picture is larger than the service takes in one request; make prepare.fit smaller",
            isTransient: false)
    }
}

extension ServiceError {
    /// Whether too much was asked, in whatever time.
    fileprivate var isAboutQuota: Bool {
        httpStatus == 429
            || has(
                "RATE_LIMIT_EXCEEDED", "rateLimitExceeded", "userRateLimitExceeded", "dailyLimitExceeded",
                "dailyLimitExceededUnreg", "quotaExceeded")
    }

    /// Whether a limit of the day was reached.
    var isAboutDay: Bool {
        has("dailyLimitExceeded", "dailyLimitExceededUnreg", "quotaExceeded")
            || ([message] + limits).contains { limit in
                let limit = limit.lowercased()
                return limit.contains("per day") || limit.contains("perday")
            }
    }

    /// Whether the limit is 0.
    var isNothingAllowed: Bool { limitValue == "0" }

    /// Whether it is the key or the project that is refused, whatever the status.
    fileprivate var isAboutAccount: Bool {
        reasons.contains { $0.hasPrefix("API_KEY_") }
            || has("BILLING_DISABLED", "SERVICE_DISABLED", "accessNotConfigured", "CONSUMER_INVALID", "keyInvalid")
            || contains("API key not valid") || contains("API key expired") || contains("API key not found")
    }
}
