internal import Services

/// Sentences on what people can do about a refusal that stops a run.
struct Advice: Sendable {
    /// Whose bill it is.
    let account: String
    /// The address that was asked.
    let url: String

    /// What to do about a limit of the day, or one that allows nothing.
    func quota(_ error: ServiceError) -> String {
        let page = page("https://console.cloud.google.com/iam-admin/quotas", error)
        if error.isNothingAllowed {
            return
                "project \(project(error)) has a quota of 0 for this; request quota at \(page)"
        }
        return
            "the quota starts again at midnight Pacific time (America/Los_Angeles): run `cairn work` then, or ask for more at \(page)"
    }

    /// What to do about any other refusal.
    func sentence(_ error: ServiceError) -> String {
        let project = project(error)
        if error.has("BILLING_DISABLED") || error.contains("requires billing") {
            let page = page("https://console.cloud.google.com/billing/linkedaccount", error)
            return "billing is disabled for project \(project): enable it at \(page), then `cairn work`"
        }
        if error.has("SERVICE_DISABLED", "accessNotConfigured") || error.contains("has not been used in project") {
            let page = page("https://console.cloud.google.com/apis/library/vision.googleapis.com", error)
            return
                "the Cloud Vision API is not enabled for project \(project): enable it at \(page), wait some minutes, then `cairn work`"
        }
        if let key = aboutKey(error) { return key }
        return switch error.httpStatus {
        case 400:
            "backend.endpoint \(url) does not understand what Cairn sends; "
                + "check the address and the features' parameters"
        case 401:
            "the service rejected the credentials in backend.auth: renew them, check this machine's clock, then run `cairn work`"
        case 403 where error.has("ACCESS_TOKEN_SCOPE_INSUFFICIENT"):
            "the access token lacks the scope https://www.googleapis.com/auth/cloud-vision: make one that has it"
        case 403 where error.has("USER_PROJECT_DENIED") || error.contains("quota project"):
            "name a project that you may bill as backend.account, then `cairn work`"
        case 403: "ask the owner of project \(project) to grant these credentials access to the Cloud Vision API"
        default: "check that backend.endpoint is right: \(url) is what was asked"
        }
    }

    private func aboutKey(_ error: ServiceError) -> String? {
        let page = page("https://console.cloud.google.com/apis/credentials", error)
        if error.contains("missing a valid API key") {
            return "the request had no credentials: check that backend.auth names an existing key or account"
        }
        if error.has("API_KEY_INVALID", "keyInvalid") || error.contains("API key not valid")
            || error.contains("API key expired")
            || error.contains("API key not found")
        {
            return "the API key in backend.auth.apiKey is not valid; copy it again, or create one, at \(page)"
        }
        guard error.reasons.contains(where: { $0.hasPrefix("API_KEY_") }) else { return nil }
        return "the key's restrictions forbid this: let it use the Cloud Vision API, from this machine, at \(page)"
    }

    /// The project that Google names, else the one that is billed.
    private func project(_ error: ServiceError) -> String { error.consumer ?? account }

    /// Google's own link, else the console's page for the project.
    private func page(_ fallback: String, _ error: ServiceError) -> String {
        let project = project(error)
        return error.links.first ?? fallback + (project == unknownAccount ? "" : "?project=\(project)")
    }
}

/// The name of an account that has none.
package let unknownAccount = "default"
