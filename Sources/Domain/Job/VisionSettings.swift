/// `backend: {kind: vision}`: the Cloud Vision API, asked straight.
package struct VisionSettings: Equatable, Sendable {
    /// How Cairn proves who it is; exactly one.
    package enum Auth: Equatable, Sendable {
        /// An API key, sent in a header.
        case apiKey(Secret)
        /// The JSON of a service account's key.
        case serviceAccount(Secret)
        /// An OAuth access token, made elsewhere.
        case accessToken(Secret)
        /// Application Default Credentials: what Google's own clients would find.
        case applicationDefault
    }

    /// The models every feature has; `builtin/weekly` exists for text alone and is set on the feature.
    package enum Model: String, CaseIterable, Sendable {
        case stable = "builtin/stable"
        case latest = "builtin/latest"
    }

    /// Where Google serves the API.
    package static let publicEndpoint = "https://vision.googleapis.com"

    /// Whose bill it is; nil: the project of the credentials.
    package var account: String?
    /// The model of features that name none.
    package var model = Model.stable
    /// Scheme, host and port, without a closing slash.
    package var endpoint = publicEndpoint
    /// How Cairn proves who it is.
    package var auth: Auth

    /// Settings with the credentials only.
    package init(auth: Auth) {
        self.auth = auth
    }
}
