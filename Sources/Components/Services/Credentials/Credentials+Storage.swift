internal import Curl
package import Domain

/// The credentials that a manifest names for an object in Cloud Storage, tried out as those of a backend are; nil for
/// an object that is asked for without.
///
/// - Parameter project: the Firebase project, where the manifest or the app's property list names it.
package func credentials(
    for access: HostedModel.StoredObject.Access, project: String?, in environment: ProcessEnvironment
) throws(BackendError) -> (any Credentials)? {
    switch access {
    case .plain(nil), .firebase(nil, nil): return nil
    case .plain(let auth?): return try credentials(for: auth, account: nil, in: environment)
    case .firebase(let auth?, let appCheck):
        // Where none is needed, nothing reads the name.
        guard let project = project ?? (access.needsProject ? nil : "") else { throw projectMissing }
        var settings = FirebaseSettings(project: project, function: .url(""), auth: auth)
        settings.appCheck = appCheck
        return StorageCredentials(try credentials(for: settings, in: environment))
    case .firebase(nil, let appCheck?):
        guard let project = project ?? (access.needsProject ? nil : "") else { throw projectMissing }
        let tokens = AppCheckTokens(
            source: appCheck, project: project, reader: SecretReader(environment: environment.variables),
            service: TokenService(environment))
        let credentials = RenewedCredentials(tokens, project: project, clock: environment.clock)
        _ = try credentials.headers()
        return credentials
    }
}

private let projectMissing = BackendError.setting(
    key: "backend.hosted.project", reason: "it is missing, and backend.hosted.plist has no PROJECT_ID")

/// A Firebase user's credentials as Cloud Storage for Firebase wants them: `Authorization: Firebase TOKEN`.
private struct StorageCredentials: Credentials {
    private let user: any Credentials

    init(_ user: any Credentials) { self.user = user }

    var project: String? { user.project }

    func headers() throws(BackendError) -> [HTTPHeader] { try user.headers().map { reworded($0, bearer, firebase) } }

    func renew(after refused: [HTTPHeader]) throws(BackendError) -> Bool {
        try user.renew(after: refused.map { reworded($0, firebase, bearer) })
    }

    private func reworded(_ field: HTTPHeader, _ old: String, _ new: String) -> HTTPHeader {
        guard field.name == "Authorization", field.value.hasPrefix(old) else { return field }
        return HTTPHeader(field.name, new + field.value.dropFirst(old.count))
    }
}

private let bearer = "Bearer "
private let firebase = "Firebase "
