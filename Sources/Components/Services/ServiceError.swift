internal import Text
package import Curl
package import JSON
internal import Platform
package import Domain

/// What a Google API says when it refuses a request as a whole.
///
/// `{"error":{"code","message","status","details":[...],"errors":[...]}}`, with the details of
/// `google/rpc/error_details.proto`; a front end may send HTML instead, of which nothing is read.
package struct ServiceError: Sendable {
    /// The status of the response.
    package var httpStatus: Int
    /// Whether the body was such an error.
    package let isStructured: Bool
    /// The name of the code, `PERMISSION_DENIED`; `HTTP 502` where the body says nothing.
    package var code: String
    /// The service's words, in one line; empty where there are none.
    package var message: String
    /// All that is said beside the words, as JSON; nil where there is nothing.
    package let details: String?
    /// Machine-readable reasons: `BILLING_DISABLED`, `rateLimitExceeded`.
    package private(set) var reasons: [String] = []
    /// Whose the request was: a project's number or name.
    package private(set) var consumer: String?
    /// Google's own pages that help.
    package private(set) var links: [String] = []
    /// After how long a repetition makes sense.
    package private(set) var retryDelay: TimeSpan?
    /// Names and descriptions of the limits that were reached.
    package private(set) var limits: [String] = []
    /// The limit's value; 0 where nothing is allowed at all.
    package private(set) var limitValue: String?

    /// Reads a response that is not a success.
    ///
    /// - Parameter node: the error itself, where the body has one; secrets are hidden in it already.
    package init(_ response: HTTPResponse, _ node: JSONNode?) {
        httpStatus = response.status
        isStructured = node?.isObject == true
        // A relay may put a sentence where a code belongs; that is not a name to count failures by.
        let status = node?["status"]?.words.flatMap { $0.utf8.allSatisfy(isIdentifier) && !$0.isEmpty ? $0 : nil }
        code = status ?? "HTTP \(httpStatus)"
        message = serviceWords(node?["message"]?.string ?? "")
        details = keptDetails(node?["details"])
        for item in node?["errors"]?.objects ?? [] { reasons += [item["reason"]?.words].compactMap(\.self) }
        for detail in node?["details"]?.objects ?? [] { read(detail) }
    }

    private mutating func read(_ detail: JSONNode) {
        switch detail["@type"]?.string?.split(separator: ".").last {
        case "ErrorInfo":
            reasons += [detail["reason"]?.words].compactMap(\.self)
            let metadata = detail["metadata"]
            consumer = metadata?["consumer"]?.words.flatMap(project)
            limits += [metadata?["quota_limit"]?.words].compactMap(\.self)
            limitValue = metadata?["quota_limit_value"]?.words
        case "Help":
            links += (detail["links"]?.objects ?? []).compactMap { $0["url"]?.words.flatMap(googlePage) }
        case "RetryInfo":
            retryDelay = detail["retryDelay"]?.string.flatMap { $0.hasSuffix("s") ? seconds($0.dropLast()) : nil }
        case "QuotaFailure":
            limits += (detail["violations"]?.objects ?? []).compactMap { $0["description"]?.words }
        default: break
        }
    }

    /// Whether one of the reasons is there.
    package func has(_ wanted: String...) -> Bool { reasons.contains { wanted.contains($0) } }

    /// Whether the message has some words, in whatever case.
    package func contains(_ words: String) -> Bool { message.lowercased().contains(words.lowercased()) }
}

/// A project by what a consumer is called: `projects/123`; nil for a consumer that is an API key.
private func project(_ consumer: String) -> String? {
    let parts = consumer.split(whereSeparator: { $0 == "/" || $0 == ":" })
    guard parts.count == 2, ["projects", "project", "project_number"].contains(parts[0]),
        parts[1].allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") })
    else { return nil }
    return String(parts[1])
}

/// An address that may be shown as Google's own; nil for any other.
private func googlePage(_ url: String) -> String? {
    let isPlain = url.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F }
    let places = [
        "https://console.cloud.google.com/", "https://console.developers.google.com/", "https://cloud.google.com/",
    ]
    return isPlain && url.utf8.count < 500 && places.contains(where: url.hasPrefix) ? url : nil
}

/// Whether a byte may stand in the name of a code: `RESOURCE_EXHAUSTED`, `functions/resource-exhausted`.
private func isIdentifier(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"):
        true
    default: "_-/".utf8.contains(byte)
    }
}
