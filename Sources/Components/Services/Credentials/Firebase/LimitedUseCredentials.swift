internal import Curl
internal import Domain

/// A user's credentials with an App Check token of its own for each request, for a function that takes each token once
/// (`consumeAppCheckToken`).
struct LimitedUseCredentials: Credentials {
    let user: any Credentials
    let tokens: AppCheckTokens
    let clock: Clock

    var project: String? { user.project }

    /// Asks the App Check service each time.
    func headers() throws(BackendError) -> [HTTPHeader] {
        // First, for an App Check token that is not to be had makes signing in pointless.
        var tokens = tokens
        let attested = try tokens.grant(at: clock.now(), instead: nil)
        return try user.headers() + attested.headers
    }

    func renew(after refused: [HTTPHeader]) throws(BackendError) -> Bool { try user.renew(after: refused) }
}
