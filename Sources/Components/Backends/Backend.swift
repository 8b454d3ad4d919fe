package import Domain

/// A backend that is open, by what it wants to be given.
package enum Backend: Sendable {
    /// A model on this machine, given pixels one picture at a time.
    case local(any LocalBackend)
    /// A service that is sent files, several in one request.
    case remote(any RemoteBackend)

    /// What it answers: one recipe for each feature.
    package var recipes: [Recipe] {
        switch self {
        case .local(let backend): backend.recipes
        case .remote(let backend): backend.recipes
        }
    }
}
