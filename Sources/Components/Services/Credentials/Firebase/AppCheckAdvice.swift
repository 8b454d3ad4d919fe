internal import Domain

/// What the App Check service's refusals mean and what can be done, in words for people.
struct AppCheckAdvice {
    /// The refusal as an error.
    let error: BackendError

    /// - Parameters:
    ///   - answer: the refusal.
    ///   - exchange: whose places are named; never what is there.
    init(_ answer: TokenAnswer, _ exchange: AppCheck.TokenExchange, project: String) {
        let said = "\(answer.code) \(answer.explanation)"
        let source = exchange.proof.secret.source
        let console = "in the console under App Check, Apps"
        let reason: String
        let advice: String
        if said.contains("API key not valid") || said.contains("valid API key") {
            (reason, advice) = (
                "the Web API key is not valid",
                "copy it from the console, Project settings, General, into \(exchange.webKey.source)"
            )
        } else if said.contains("blocked") {
            (reason, advice) = (
                "the restrictions of the Web API key in \(exchange.webKey.source) forbid it (\(answer.words))",
                "allow the key Firebase App Check API in the console under APIs & Services, Credentials"
            )
        } else if said.contains("has not been used") || said.contains("is disabled") {
            (reason, advice) = (
                "the Firebase App Check API is not enabled (\(answer.words))",
                "gcloud services enable firebaseappcheck.googleapis.com --project \(project)"
            )
        } else if said.contains("not registered") || answer.status == 404 {
            (reason, advice) = (
                "project \(project) has no such app there (\(answer.words))",
                "register the app \(console), and check backend.appCheck.appId and backend.project"
            )
        } else if case .debugToken = exchange.proof {
            (reason, advice) = (
                "the debug token in \(source) was rejected (\(answer.words))",
                "add it \(console), the app's menu, Manage debug tokens"
            )
        } else {
            (reason, advice) = (
                "the custom token in \(source) was rejected (\(answer.words))",
                "put a new one there, signed by a service account of project \(project) for this app"
            )
        }
        error = .credentials(
            subject: "App Check token of app \(exchange.appID)", reason: "\(reason)", advice: advice)
    }
}
