import Platform
import Synchronization
import TestSupport
import Testing
import Domain

@testable import Backends

/// A response to a whole request, and what it comes to for one image.
struct Row: Sendable, CustomTestStringConvertible {
    var status: Int
    var body: String
    var headers: [String: String] = [:]
    var expected: String
    var testDescription: String { "\(status) \(body.prefix(120))" }
}

/// An error of a Google API.
private func error(
    _ code: Int, _ status: String, _ message: String, reason: String? = nil, metadata: String = "{}", more: String = ""
) -> String {
    let info = reason.map {
        #"{"@type":"type.googleapis.com/google.rpc.ErrorInfo","reason":"\#($0)","metadata":\#(metadata)}"#
    }
    let details = [info, more.isEmpty ? nil : more].compactMap(\.self).joined(separator: ",")
    return #"{"error":{"code":\#(code),"message":"\#(message)","status":"\#(status)","details":[\#(details)]}}"#
}

private func legacy(_ code: Int, _ reason: String) -> String {
    #"{"error":{"code":\#(code),"message":"legacy words","errors":[{"domain":"usageLimits","reason":"\#(reason)"}]}}"#
}

private let minute =
    "Quota exceeded for quota metric 'Label requests' and limit 'Label requests per minute' of service "
    + "'vision.googleapis.com' for consumer 'project_number:123'."
private let help =
    #"{"@type":"type.googleapis.com/google.rpc.Help","links":[{"description":"x","url":"#
    + #""https://console.cloud.google.com/there?project=123"}]}"#
private let evil = #"{"@type":"type.googleapis.com/google.rpc.Help","links":[{"url":"https://evil.example/"}]}"#
private let retry = #"{"@type":"type.googleapis.com/google.rpc.RetryInfo","retryDelay":"26s"}"#
private let consumer = #"{"consumer":"projects/123"}"#

@Suite("The refusal of a whole request") struct RefusalTests {
    static let stopping: [Row] = [
        Row(
            status: 403,
            body: error(
                403, "PERMISSION_DENIED", "This API method requires billing to be enabled.", reason: "BILLING_DISABLED",
                metadata: consumer, more: help),
            expected: "account my-project: the service says \"This API method requires billing to be enabled.\" "
                + "(PERMISSION_DENIED); billing is disabled for project 123: enable it at "
                + "https://console.cloud.google.com/there?project=123, then `cairn work`"),
        Row(
            status: 403, body: error(403, "PERMISSION_DENIED", "Denied.", reason: "BILLING_DISABLED", more: evil),
            expected: "account my-project: the service says \"Denied.\" (PERMISSION_DENIED); billing is disabled for "
                + "project my-project: enable it at "
                + "https://console.cloud.google.com/billing/linkedaccount?project=my-project, then `cairn work`"),
        Row(
            status: 403,
            body: error(
                403, "PERMISSION_DENIED",
                "Cloud Vision API has not been used in project 123 before or it is disabled.",
                reason: "SERVICE_DISABLED", metadata: consumer),
            expected: "account my-project: the service says \"Cloud Vision API has not been used in project 123 before "
                + "or it is disabled.\" (PERMISSION_DENIED); the Cloud Vision API is not enabled for project 123: "
                + "enable it at https://console.cloud.google.com/apis/library/vision.googleapis.com?project=123, "
                + "wait some minutes, then `cairn work`"),
        Row(
            status: 403, body: legacy(403, "accessNotConfigured"),
            expected: "account my-project: the service says \"legacy words\" (HTTP 403); the Cloud Vision API is not "
                + "enabled for project my-project: enable it at https://console.cloud.google.com/apis/library/"
                + "vision.googleapis.com?project=my-project, wait some minutes, then `cairn work`"),
        Row(
            status: 403, body: error(403, "PERMISSION_DENIED", "The request is missing a valid API key."),
            expected: "account my-project: the service says \"The request is missing a valid API key.\" "
                + "(PERMISSION_DENIED); the request had no credentials: check that backend.auth names an "
                + "existing key or account"),
        Row(
            status: 403, body: error(403, "PERMISSION_DENIED", "The caller does not have permission"),
            expected:
                "account my-project: the service says \"The caller does not have permission\" (PERMISSION_DENIED); "
                + "ask the owner of project my-project to grant these credentials access to the Cloud Vision API"),
        Row(
            status: 403, body: error(403, "PERMISSION_DENIED", "Blocked.", reason: "API_KEY_SERVICE_BLOCKED"),
            expected: "account my-project: the service says \"Blocked.\" (PERMISSION_DENIED); the key's restrictions "
                + "forbid this: let it use the Cloud Vision API, from this machine, at "
                + "https://console.cloud.google.com/apis/credentials?project=my-project"),
        Row(
            status: 403, body: error(403, "PERMISSION_DENIED", "Scopes.", reason: "ACCESS_TOKEN_SCOPE_INSUFFICIENT"),
            expected:
                "account my-project: the service says \"Scopes.\" (PERMISSION_DENIED); the access token lacks the "
                + "scope https://www.googleapis.com/auth/cloud-vision: make one that has it"),
        Row(
            status: 403, body: error(403, "PERMISSION_DENIED", "A quota project is required."),
            expected: "account my-project: the service says \"A quota project is required.\" (PERMISSION_DENIED); "
                + "name a project that you may bill as backend.account, then `cairn work`"),
        Row(
            status: 400,
            body: error(
                400, "INVALID_ARGUMENT", "API key not valid. Please pass a valid API key.", reason: "API_KEY_INVALID"),
            expected: "account my-project: the service says \"API key not valid. Please pass a valid API key.\" "
                + "(INVALID_ARGUMENT); the API key in backend.auth.apiKey is not valid; copy it again, or create one, "
                + "at "
                + "https://console.cloud.google.com/apis/credentials?project=my-project"),
        Row(
            status: 429,
            body: error(429, "RESOURCE_EXHAUSTED", "Quota exceeded for limit 'Requests per day'.", more: retry),
            expected:
                "account my-project: the service says \"Quota exceeded for limit 'Requests per day'.\"; the quota "
                + "starts again at midnight Pacific time (America/Los_Angeles): run `cairn work` then, or ask for more "
                + "at https://console.cloud.google.com/iam-admin/quotas?project=my-project"),
        Row(
            status: 429,
            body: error(
                429, "RESOURCE_EXHAUSTED", "Quota exceeded.", reason: "RATE_LIMIT_EXCEEDED",
                metadata: #"{"quota_limit":"RequestsPerMinutePerProject","quota_limit_value":"0"}"#),
            expected:
                "account my-project: the service says \"Quota exceeded.\" (RESOURCE_EXHAUSTED); project my-project "
                + "has a quota of 0 for this; request quota at "
                + "https://console.cloud.google.com/iam-admin/quotas?project=my-project"),
        Row(
            status: 403, body: legacy(403, "dailyLimitExceeded"),
            expected:
                "account my-project: the service says \"legacy words\"; the quota starts again at midnight Pacific "
                + "time (America/Los_Angeles): run `cairn work` then, or ask for more at "
                + "https://console.cloud.google.com/iam-admin/quotas?project=my-project"),
    ]

    @Test(arguments: stopping) func `what would fail every image stops the run, with what to do`(_ row: Row) throws {
        let service = try Service { _ in .init(row.status, row.body, headers: row.headers) }
        #expect(verdict(service, "one", "two") == row.expected)
        #expect(service.server.requests.count == 1, "nothing is split, nothing sent again")
    }

    @Test(arguments: [404, 405, 302, 400, 403, 501, 402, 415])
    func `an address where no Vision API is stops the run, and is named`(_ status: Int) throws {
        let service = try Service { _ in .init(status, "<html>\n<b>no</b>") }
        let words = verdict(service, "one", "two")
        #expect(words.hasPrefix("account my-project: the service says status \(status) (HTTP \(status)); "))
        #expect(status == 403 || words.contains("\(service.server.url)/v1/images:annotate"))
    }

    static let passing: [Row] = [
        Row(status: 429, body: error(429, "RESOURCE_EXHAUSTED", minute), expected: "throttled nil none"),
        Row(
            status: 429,
            body: error(
                429, "RESOURCE_EXHAUSTED", minute, reason: "RATE_LIMIT_EXCEEDED",
                metadata: #"{"quota_limit":"LabelPerMinutePerProject","quota_limit_value":"1800"}"#, more: retry),
            expected: "throttled 26000 none"),
        Row(
            status: 429, body: error(429, "RESOURCE_EXHAUSTED", minute, more: retry), headers: ["Retry-After": "40"],
            expected: "throttled 40000 none"),
        Row(
            status: 429, body: "<html>slow down</html>", headers: ["Retry-After": "0.5"],
            expected: "throttled 500 none"),
        Row(
            status: 429, body: "",
            headers: [
                "Retry-After": "Sun, 06 Nov 1994 08:50:07 GMT", "Date": "Sun, 06 Nov 1994 08:49:37 GMT",
            ], expected: "throttled 30000 none"),
        Row(
            status: 429,
            body: error(
                429, "RESOURCE_EXHAUSTED",
                "Insufficient tokens for quota 'DefaultGroup' and limit 'USER-100s' of service 'vision.googleapis.com'."
            ),
            expected: "throttled nil none"),
        Row(
            status: 429,
            body: error(
                429, "RESOURCE_EXHAUSTED", "Resource has been exhausted (e.g. check quota).",
                more:
                    #"{"@type":"type.googleapis.com/google.rpc.QuotaFailure","violations":[{"description":"per "#
                    + #"minute"}]}"#
            ),
            expected: "throttled nil none"),
        Row(status: 403, body: legacy(403, "rateLimitExceeded"), expected: "throttled nil none"),
        Row(status: 403, body: legacy(403, "userRateLimitExceeded"), expected: "throttled nil none"),
        Row(status: 500, body: error(500, "INTERNAL", "Internal."), expected: "failed service transient uncertain"),
        Row(status: 502, body: "<html>502</html>", expected: "failed service transient uncertain"),
        Row(status: 503, body: error(503, "UNAVAILABLE", "Away."), expected: "failed service transient uncertain"),
        Row(status: 504, body: "", expected: "failed service transient uncertain"),
        Row(status: 499, body: error(499, "CANCELLED", "No."), expected: "failed service transient uncertain"),
        Row(status: 409, body: error(409, "ABORTED", "No."), expected: "failed service transient uncertain"),
        Row(status: 408, body: "", expected: "failed lost transient uncertain"),
    ]

    @Test(arguments: passing) func `what passes is waited for or tried again, and sent once`(_ row: Row) throws {
        let service = try Service { _ in .init(row.status, row.body, headers: row.headers) }
        let replies = try service.send("one", "two")
        #expect(replies.map(summary) == [row.expected, row.expected])
        #expect(service.server.requests.count == 1)
        // Google's own code, or the status where there is none.
        let name = row.body.matches(of: /"status":"(\w+)"/).first.map { "\($0.1)" }
        #expect(replies.allSatisfy { failure($0)?.code == name ?? "HTTP \(row.status)" })
        guard row.status >= 500 else { return }
        let words = row.body.matches(of: /"message":"([^"]+)"/).first.map { "\"\($0.1)\"" } ?? "status \(row.status)"
        #expect(replies.allSatisfy { failure($0)?.message == "the service failed: \(words)" })
    }

    @Test(arguments: [
        Row(
            status: 400, body: error(400, "INVALID_ARGUMENT", "Invalid JSON payload received. Unknown name."),
            expected: "does not understand what Cairn sends"),
        Row(
            status: 400, body: error(400, "FAILED_PRECONDITION", "User location is not supported."),
            expected: "User location is not supported."),
    ])
    func `a request that is no request of the service's stops the run`(_ row: Row) throws {
        let service = try Service { _ in .init(row.status, row.body) }
        #expect(verdict(service, "one", "two").contains(row.expected))
        #expect(service.server.requests.count == 1)
    }

    @Test func `credentials are in no error, whatever the service repeats`() throws {
        for status in [400, 403, 404, 429, 503] {
            let service = try Service { _ in
                .init(status, error(status, "X", "consumer 'api_key:\(Service.key)' \(Service.key)\\nsecond line"))
            }
            let words = verdict(service, "one")
            #expect(!words.contains(Service.key) && !words.contains("\n"), "\(status): \(words)")
            let message = failure((try? service.send("one"))?.first)?.message ?? ""
            #expect(!message.contains(Service.key))
            #expect(words.contains("api_key:***") || message.contains("api_key:***"))
        }
    }
}
