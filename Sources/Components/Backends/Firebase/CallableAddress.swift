internal import Domain

/// Where a callable function is, and what it is called.
struct CallableAddress: Sendable {
    /// The address that is asked.
    let url: String
    /// What decides the answers: `my-project/annotateImage`, or the address of one that has no such name.
    let identity: String
    /// What people know it by: `my-project/annotateImage`.
    let name: String
    /// The manifest's key for it.
    let key: String

    /// The address of a function: its own, or the one that Cloud Functions gives a name in a region of the project
    /// (documentation "Protocol specification for https.onCall").
    ///
    /// - Parameter sameAs: what its earlier answers know it by; nil: what it is called now.
    init(_ function: FirebaseSettings.Function, project: String, sameAs: String?) {
        switch function {
        case .named(let function, let region):
            url = "https://\(region)-\(project).cloudfunctions.net/\(function)"
            name = "\(project)/\(function)"
            identity = sameAs ?? name
            key = "backend.function"
        case .url(let address):
            url = address
            identity = sameAs ?? address
            let rest = address.firstRange(of: "://").map { address[$0.upperBound...] } ?? address[...]
            name = "\(project)/\(rest.split(separator: "/").last ?? rest)"
            key = "backend.url"
        }
    }
}
