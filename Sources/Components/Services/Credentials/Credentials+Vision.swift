internal import Curl
package import Domain

/// The credentials a manifest names for Cloud Vision, tried out: what is missing, malformed or refused by Google's
/// token endpoint is an error now, before any image is claimed.
///
/// An API key, an access token and a service account's own signature are tried out by the service alone, with the first
/// request.
///
/// - Parameter account: whose bill it is, where the manifest says; it pays for people whose credentials name no
///   project.
package func credentials(
    for auth: VisionSettings.Auth, account: String?, in environment: ProcessEnvironment
) throws(BackendError) -> any Credentials {
    let credentials = try VisionCredentials(account: account, environment).open(auth)
    _ = try credentials.headers()
    return credentials
}

/// Chooses the source of each kind of credentials, and finds out the project.
private struct VisionCredentials {
    private let account: String?
    private let environment: ProcessEnvironment
    private let reader: SecretReader
    private let service: TokenService

    init(account: String?, _ environment: ProcessEnvironment) {
        self.account = account
        self.environment = environment
        reader = SecretReader(environment: environment.variables)
        service = TokenService(environment)
    }

    func open(_ auth: VisionSettings.Auth) throws(BackendError) -> any Credentials {
        switch auth {
        case .apiKey(let secret):
            // A key belongs to one project, which it does not tell; what the environment names may be another.
            return renewed(StaticToken(kind: .apiKey, secret: secret, reader: reader), project: nil)
        case .accessToken(let secret):
            let quota = value("GOOGLE_CLOUD_QUOTA_PROJECT")
            let source = StaticToken(kind: .accessToken, secret: secret, reader: reader, others: pays(quota))
            return renewed(source, project: quota ?? named)
        case .serviceAccount(let secret):
            guard case .serviceAccount(let account) = try GoogleKeyFile(reader.text(secret), source: secret.source)
            else {
                throw .credentials(
                    subject: "the credentials in \(secret.source)",
                    reason: "they are a user's, not a service account's",
                    advice: "say `adc: true`, with GOOGLE_APPLICATION_CREDENTIALS set to the file")
            }
            return renewed(
                ServiceAccountTokens(account, service: service, others: []), project: account.project ?? named)
        case .applicationDefault:
            let places = ApplicationDefault(environment.variables, reader: reader, service: service)
            return open(try places.find())
        }
    }

    private func open(_ found: ApplicationDefault.Found) -> any Credentials {
        // The environment's word on who pays goes before the file's, as with Google's own libraries.
        let quota = value("GOOGLE_CLOUD_QUOTA_PROJECT")
        switch found {
        case .file(.serviceAccount(let account)):
            let source = ServiceAccountTokens(account, service: service, others: pays(quota))
            return renewed(source, project: quota ?? account.project ?? named)
        case .file(.authorizedUser(let user)):
            let payer = quota ?? user.quotaProject ?? account ?? named
            return renewed(AuthorizedUserTokens(user, service: service, others: pays(payer)), project: payer)
        case .machine(let server):
            let source = MetadataTokens(server: server, others: pays(quota))
            return renewed(source, project: quota ?? named ?? server.project)
        }
    }

    private func renewed(_ source: some TokenProvider, project: String?) -> any Credentials {
        RenewedCredentials(source, project: project, clock: environment.clock)
    }

    /// The project the environment names.
    private var named: String? { value("GOOGLE_CLOUD_PROJECT") ?? value("GCLOUD_PROJECT") }

    /// The header field that says which project pays.
    private func pays(_ project: String?) -> [HTTPHeader] {
        guard let project, isHeaderValue(project) else { return [] }
        return [HTTPHeader("x-goog-user-project", project)]
    }

    private func value(_ name: String) -> String? {
        environment.variables[name].flatMap { isHeaderValue($0) ? $0 : nil }
    }
}
