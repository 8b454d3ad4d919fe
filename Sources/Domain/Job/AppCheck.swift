/// Where App Check tokens come from: they show that a registered app asks.
package enum AppCheck: Equatable, Sendable {
    /// A token that was made elsewhere.
    case token(Secret)
    /// Tokens that the App Check service gives for a proof, again and again.
    case exchange(TokenExchange)

    /// What the App Check service is asked for tokens with.
    package struct TokenExchange: Equatable, Sendable {
        /// Where Google gives App Check tokens.
        package static let publicEndpoint = "https://firebaseappcheck.googleapis.com"

        /// The app's id in the project: `1:1234567890:web:0123456789abcdef`.
        package var appID: String
        /// What shows that the app asks.
        package var proof: Proof
        /// The project's Web API key.
        package var webKey: Secret
        /// The service's address.
        package var endpoint: String
        /// Whether each request has a token of its own, for a function that takes each token once.
        package var isLimitedUse = false

        /// An exchange.
        package init(appID: String, proof: Proof, webKey: Secret, endpoint: String = publicEndpoint) {
            self.appID = appID
            self.proof = proof
            self.webKey = webKey
            self.endpoint = endpoint
        }
    }

    /// What shows that the app asks; exactly one.
    package enum Proof: Equatable, Sendable {
        /// A token that is signed by a service account of the project.
        case customToken(Secret)
        /// A token that the console has on the app's list of debug tokens.
        case debugToken(Secret)

        /// The manifest's key.
        package var key: String {
            switch self {
            case .customToken: "customToken"
            case .debugToken: "debugToken"
            }
        }
        /// Where it is found.
        package var secret: Secret {
            switch self {
            case .customToken(let secret), .debugToken(let secret): secret
            }
        }
    }
}
