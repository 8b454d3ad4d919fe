internal import JSON
internal import Domain

/// A file of credentials as Google's tools write them, by its `type`.
enum GoogleKeyFile: Sendable {
    case serviceAccount(ServiceAccount)
    case authorizedUser(AuthorizedUser)

    /// Reads such a file's text.
    ///
    /// - Parameter source: where it was, for errors.
    init(_ text: String, source: String) throws(BackendError) {
        let root: JSONNode
        do throws(JSONError) {
            root = try JSONDocument(Array(text.utf8)).root
        } catch {
            throw .secret(source: source, reason: "is not a JSON file of credentials (\(error))")
        }
        switch root["type"]?.string {
        case "service_account": self = .serviceAccount(try ServiceAccount(root, source: source))
        case "authorized_user": self = .authorizedUser(try AuthorizedUser(root, source: source))
        case let type?:
            // A file of another kind may hold anything where its type would stand.
            let name = otherTypes.contains(type) ? "are of type `\(type)`" : "are of an unknown type"
            throw .credentials(
                subject: "the credentials in \(source)",
                reason: "they \(name); Cairn takes service_account and authorized_user",
                advice:
                    "make a key of a service account, or give `accessToken:` what `gcloud auth print-access-token` prints"
            )
        case nil:
            throw .secret(
                source: source, reason: "has no `type`; it is neither a service account's key nor a file of gcloud's")
        }
    }
}

/// The types that Google's own libraries know besides.
private let otherTypes = [
    "external_account", "external_account_authorized_user", "impersonated_service_account", "gdch_service_account",
]
