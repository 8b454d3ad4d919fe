internal import Services
internal import Domain

/// Sentences on what people can do about a function that stops a run.
struct CallableAdvice: Sendable {
    /// The function.
    let address: CallableAddress
    /// Whose bill it is.
    let account: String
    /// What can be done about what the Vision API says.
    var vision: Advice { Advice(account: account, url: address.url) }

    /// Why the run stops.
    func stop(_ error: CallableError) -> BackendError {
        let said = error.said
        let message = said.message.isEmpty ? "status \(said.httpStatus)" : "\"\(said.message)\""
        let words = message + (said.details.map { ", details \(serviceWords($0))" } ?? "")
        return .service(account: account, code: said.code, words: words, advice: sentence(error))
    }

    /// The same stop, with the advice that fits a function; a used-up quota is the same behind it.
    func instead(of stop: BackendError, _ error: CallableError) -> BackendError {
        if case .quota = stop { return stop }
        return self.stop(error)
    }

    /// Why the run stops when the function refuses its argument in one form, or in both.
    func refusal(of form: ArgumentForm, words: String, isOther: Bool) -> BackendError {
        let said = "the function \(address.name) says \"\(words)\""
        return .setting(
            key: "backend.argument",
            reason: isOther
                ? "\(said) to its argument as text and as an object; \(deployment)"
                : "\(said) to its argument as \(form.word); say `argument: \(form.other.word)`, or leave it out")
    }

    /// Why the run stops when no result can be read.
    var unreadable: BackendError {
        .setting(
            key: address.key,
            reason:
                "what \(address.name) returns is not an answer of the Vision API, for none of the images so far; \(deployment)"
        )
    }

    private func sentence(_ error: CallableError) -> String {
        switch error.origin {
        case .frontEnd: sentence(frontEnd: error.said)
        case .function: sentence(function: error)
        case .vision: sentence(upstream: error)
        }
    }

    private func sentence(frontEnd said: ServiceError) -> String {
        switch said.httpStatus {
        case 401, 403:
            "\(address.url) does not let everybody call it: give allUsers the role Cloud Functions Invoker (or Cloud Run Invoker, of a function of the 2nd generation); "
                + "the function itself then sees who is signed in"
        case 404:
            "there is no function at \(address.url): check \(places), and what `firebase functions:list` shows"
        default: "nothing answers as a callable function at \(address.url): check \(places)"
        }
    }

    private func sentence(function error: CallableError) -> String {
        if error.isOfFunctionItself { return sentence(upstream: error) }
        switch error.said.httpStatus {
        case 401:
            return
                "\(address.name) does not take the ID token, or wants an App Check token: check that backend.auth signs in to the function's own project, that this machine's clock is right, and backend.appCheck, then `cairn work`"
        case 403: return "let \(address.name) allow this user, then `cairn work`; \(log)"
        default: return log
        }
    }

    private func sentence(upstream error: CallableError) -> String {
        let said = error.said
        if said.has("BILLING_DISABLED", "SERVICE_DISABLED") || said.contains("requires billing")
            || said.contains("has not been used in project")
        {
            return vision.sentence(said)
        }
        if error.isMalformedArgument { return deployment }
        if error.lacksCredentials || said.httpStatus == 401 || said.httpStatus == 403 {
            return "give the service account that \(address.name) runs as the right to use the Cloud Vision API; \(log)"
        }
        return log
    }

    private var places: String {
        address.key == "backend.url" ? address.key : "backend.project, backend.region and backend.function"
    }

    private var log: String {
        "see its log: `firebase functions:log --only \(address.name.split(separator: "/").last ?? "")`"
    }

    private var deployment: String {
        "deploy Firebase's sample `annotateImage` (github.com/firebase/functions-samples, vision-annotate-images) there"
    }
}
