package import Platform

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

/// Whether a text is so much like a key or a token that it is not shown where a name is expected: long, with letters in
/// both cases and digits.
package func looksLikeSecret(_ text: String) -> Bool {
    let bytes = text.utf8
    return bytes.count >= 20 && bytes.contains { (0x41...0x5A).contains($0) }
        && bytes.contains { (0x61...0x7A).contains($0) } && bytes.contains { (0x30...0x39).contains($0) }
}

/// Where a secret is found; the secret itself is never in a manifest, a store, a log or an error.
package enum Secret: Equatable, Sendable {
    /// `env:NAME`: an environment variable.
    case environment(String)
    /// `file:PATH`: a file of mode 0600, absolute.
    case file(FilePath)
}
