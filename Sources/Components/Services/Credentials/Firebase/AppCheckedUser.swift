internal import Domain

/// The user who signs in and the proof that a registered app asks: two grants with ends of their own, sent together.
///
/// A function that refuses the pair does not say which of the two it means, so both are renewed then.
struct AppCheckedUser<User: TokenProvider>: TokenProvider {
    private var attestation: CachedToken<AppCheckTokens>
    private var user: CachedToken<User>

    let margin = TimeSpan.seconds(300)

    init(_ user: User, attestation: AppCheckTokens) {
        self.user = CachedToken(user)
        self.attestation = CachedToken(attestation)
    }

    mutating func grant(at now: Timestamp, instead refused: Token?) throws(BackendError) -> Token {
        // First, for an App Check token that is not to be had makes signing in pointless.
        let attested = try attestation.grant(at: now, isRefused: refused != nil)
        let signedIn = try user.grant(at: now, isRefused: refused != nil)
        let ends = [signedIn.ends, attested.ends].compactMap(\.self).min()
        return Token(headers: signedIn.headers + attested.headers, ends: ends)
    }
}
