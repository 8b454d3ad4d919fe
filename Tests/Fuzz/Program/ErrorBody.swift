import TestSupport

/// The bodies of errors, by chance: Google's, functions', and what front ends say.
enum ErrorBody {
    /// The statuses that are no answer, and some that nothing knows.
    static let statuses =
        Array(400...431) + [
            300, 301, 302, 304, 307, 308, 451, 499, 500, 501, 502, 503, 504, 505, 511, 520, 599, 600, 999,
        ]

    /// A `google.rpc.Status`.
    static func status(_ random: inout Seeded) -> Tree {
        .object([
            .init(name: "code", value: .number(String(1 + random.below(20)))),
            .init(name: "message", value: .string(words(&random))),
            .init(name: "details", value: .list((0..<random.below(3)).map { _ in detail(&random) })),
        ])
    }

    /// A whole body.
    static func bytes(_ random: inout Seeded) -> [UInt8] {
        if random.once(in: 8) { return Array("<!DOCTYPE html>\n<title>\(words(&random))</title>".utf8) }
        var error = status(&random)
        if case .object(let members) = error, random.once(in: 2) {
            let status = random.pick(codes + codes.map { $0.lowercased().replacing("_", with: "-") })
            error = .object(members + [.init(name: "status", value: .string(status))])
        }
        if random.once(in: 10) { error = .string(words(&random)) }
        var bytes: [UInt8] = []
        Tree.object([.init(name: "error", value: error)]).write(to: &bytes)
        return bytes
    }

    /// A `Retry-After`.
    static func wait(_ random: inout Seeded) -> String {
        random.pick([
            "0", "1", "3600", "-1", "99999999999999999999", "1.5", "Sat, 21 Nov 2026 23:00:00 GMT",
            "Sun, 06 Nov 1994 08:49:37 GMT", "Fri, 31 Dec 9999 23:59:59 GMT", "soon", "", "1e9", "\u{1}",
        ])
    }

    private static func words(_ random: inout Seeded) -> String {
        random.pick([
            "Bad image data.", "API key not valid. Please pass a valid API key: \(Asking.Service.vision.secret)",
            "Quota exceeded for quota metric 'Requests' and limit 'Requests per minute'", "per day",
            "8 RESOURCE_EXHAUSTED: Quota exceeded", "Error: 3 INVALID_ARGUMENT: x", "No image present",
            "Unexpected token o in JSON at position 1", "Request payload size exceeds the limit: 10485760 bytes.",
            "We can not access the URL currently. Please download the content and pass it in.",
            "Could not load the default credentials", "\u{1B}]0;owned\u{7}\u{1B}[31mred\r\n\u{9B}2J\u{202E}", "",
            "Bearer \(Asking.Service.function.secret) is not valid", String(repeating: "long ", count: 200),
            "Sent message larger than max",
        ])
    }

    private static func detail(_ random: inout Seeded) -> Tree {
        let types = ["ErrorInfo", "Help", "RetryInfo", "QuotaFailure", "BadRequest", "Nonsense"]
        let reasons = [
            "BILLING_DISABLED", "SERVICE_DISABLED", "RATE_LIMIT_EXCEEDED", "API_KEY_INVALID", "quotaExceeded",
        ]
        let link = random.pick(["https://console.cloud.google.com/x", "https://e.org", "\u{1B}[0m"])
        let project = random.pick(["projects/123", "api_key:x", "projects/\u{1B}"])
        return .object([
            .init(name: "@type", value: .string("type.googleapis.com/google.rpc.\(random.pick(types))")),
            .init(name: "reason", value: .string(random.pick(reasons))),
            .init(
                name: "metadata",
                value: .object([
                    .init(name: "consumer", value: .string(project)),
                    .init(name: "quota_limit_value", value: .string(random.pick(["0", "600", "-1"]))),
                ])),
            .init(
                name: "links", value: .list([.object([.init(name: "url", value: .string(link))])])),
            .init(
                name: "retryDelay",
                value: .string(random.pick(["5s", "0.5s", "-1s", "1e400s", "99999999999999s", "s"]))),
            .init(
                name: "violations",
                value: .list([.object([.init(name: "description", value: .string(words(&random)))])])),
        ])
    }

    private static let codes = [
        "CANCELLED", "UNKNOWN", "INVALID_ARGUMENT", "DEADLINE_EXCEEDED", "NOT_FOUND", "PERMISSION_DENIED",
        "RESOURCE_EXHAUSTED", "FAILED_PRECONDITION", "UNIMPLEMENTED", "INTERNAL", "UNAVAILABLE", "UNAUTHENTICATED",
        "OK",
    ]
}
