package import Platform

/// Where a secret is found; the secret itself is never in a manifest, a store, a log or an error.
package enum Secret: Equatable, Sendable {
    /// `env:NAME`: an environment variable.
    case environment(String)
    /// `file:PATH`: a file of mode 0600, absolute.
    case file(FilePath)
}
