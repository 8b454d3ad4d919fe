import Backends
import Curl
import TestSupport
import Testing
import Domain
import Services

@testable import Working

private let perMinute =
    "Quota exceeded for quota metric 'Label requests' and limit 'Label requests per minute' of service "
    + "'vision.googleapis.com'"

/// What the Vision API's responses come to for the images of a request, and for the next requests.
@Suite struct `A response of the Vision API` {
    /// Refusals of a whole request.
    static let refusals = [
        WireRow(400, apiError(400, "INVALID_ARGUMENT", "Request must specify image and features."), .imageFails),
        WireRow(400, apiError(400, "INVALID_ARGUMENT", "Too many images per request"), .imageFails),
        WireRow(
            400, apiError(400, "INVALID_ARGUMENT", "Request payload size exceeds the limit: 10485760 bytes."),
            .imageFails),
        WireRow(
            400, apiError(400, "INVALID_ARGUMENT", "Invalid JSON payload received. Unknown name"), .stops("service")),
        WireRow(
            400,
            apiError(
                400, "INVALID_ARGUMENT", "API key not valid. Please pass a valid API key.",
                errorInfo("API_KEY_INVALID")), .stops("service")),
        WireRow(
            401, apiError(401, "UNAUTHENTICATED", "Request had invalid credentials."),
            ["WWW-Authenticate": "Bearer error=\"invalid_token\""], .stops("service")),
        WireRow(
            403, apiError(403, "PERMISSION_DENIED", "The request is missing a valid API key."), .stops("service")),
        WireRow(
            403,
            apiError(
                403, "PERMISSION_DENIED", "This API method requires billing to be enabled.",
                errorInfo("BILLING_DISABLED", #""consumer":"projects/1""#)), .stops("service")),
        WireRow(
            403,
            apiError(
                403, "PERMISSION_DENIED", "Cloud Vision API has not been used in project 1 before or it is disabled.",
                errorInfo("SERVICE_DISABLED")), .stops("service")),
        WireRow(403, #"{"error":{"code":403,"errors":[{"reason":"accessNotConfigured"}]}}"#, .stops("service")),
    ]

    /// Limits of a minute, of a day and of nothing.
    static let limits = [
        WireRow(
            429,
            apiError(
                429, "RESOURCE_EXHAUSTED", perMinute,
                errorInfo(
                    "RATE_LIMIT_EXCEEDED", #""quota_limit":"LabelPerMinutePerProject","quota_limit_value":"1800""#)),
            .pause()),
        WireRow(
            429,
            apiError(
                429, "RESOURCE_EXHAUSTED",
                "Insufficient tokens for quota 'DefaultGroup' and limit 'USER-100s' of service 'v.googleapis.com'"),
            .pause()),
        WireRow(
            429,
            apiError(
                429, "RESOURCE_EXHAUSTED", "Resource has been exhausted (e.g. check quota).",
                #"{"@type":"type.googleapis.com/google.rpc.QuotaFailure","violations":[{"description":"x"}]}"#),
            .pause()),
        WireRow(
            429, apiError(429, "RESOURCE_EXHAUSTED", "Quota exceeded for limit 'Requests per day'."), .stops("quota")),
        WireRow(
            429,
            apiError(
                429, "RESOURCE_EXHAUSTED", "Quota exceeded.",
                errorInfo("RATE_LIMIT_EXCEEDED", #""quota_limit":"RequestsPerDayPerProject","quota_limit_value":"9""#)),
            .stops("quota")),
        WireRow(
            429,
            apiError(
                429, "RESOURCE_EXHAUSTED", "Quota exceeded.",
                errorInfo("RATE_LIMIT_EXCEEDED", #""quota_limit_value":"0""#)), .stops("service")),
        WireRow(429, apiError(429, "RESOURCE_EXHAUSTED", perMinute, retryInfo("26s")), .pause(26_000)),
        WireRow(429, apiError(429, "RESOURCE_EXHAUSTED", perMinute, retryInfo("0.5s")), .pause(500)),
        WireRow(
            429, apiError(429, "RESOURCE_EXHAUSTED", perMinute, retryInfo("26s")), ["Retry-After": "40"], .pause(40_000)
        ),
        WireRow(
            429, "<html>",
            ["Retry-After": "Sun, 06 Nov 1994 08:50:07 GMT", "Date": "Sun, 06 Nov 1994 08:49:37 GMT"], .pause(30_000)),
        WireRow(403, #"{"error":{"code":403,"errors":[{"reason":"rateLimitExceeded"}]}}"#, .pause()),
        WireRow(403, #"{"error":{"code":403,"errors":[{"reason":"userRateLimitExceeded"}]}}"#, .pause()),
        WireRow(403, #"{"error":{"code":403,"errors":[{"reason":"dailyLimitExceeded"}]}}"#, .stops("quota")),
        WireRow(403, #"{"error":{"code":403,"errors":[{"reason":"quotaExceeded"}]}}"#, .stops("quota")),
    ]

    /// Each code of gRPC as a status of HTTP, and what a front end answers without JSON.
    static let statuses = [
        WireRow(499, apiError(499, "CANCELLED", "no"), .serviceFails()),
        WireRow(500, apiError(500, "UNKNOWN", "no"), .serviceFails()),
        WireRow(400, apiError(400, "INVALID_ARGUMENT", "no"), .imageFails),
        WireRow(504, apiError(504, "DEADLINE_EXCEEDED", "no"), .serviceFails()),
        WireRow(404, apiError(404, "NOT_FOUND", "no"), .stops("service")),
        WireRow(409, apiError(409, "ALREADY_EXISTS", "no"), .serviceFails()),
        WireRow(403, apiError(403, "PERMISSION_DENIED", "no"), .stops("service")),
        WireRow(429, apiError(429, "RESOURCE_EXHAUSTED", "no"), .pause()),
        WireRow(400, apiError(400, "FAILED_PRECONDITION", "no"), .stops("service")),
        WireRow(409, apiError(409, "ABORTED", "no"), .serviceFails()),
        WireRow(400, apiError(400, "OUT_OF_RANGE", "no"), .imageFails),
        WireRow(501, apiError(501, "UNIMPLEMENTED", "no"), .stopsUncertain),
        WireRow(500, apiError(500, "INTERNAL", "no"), .serviceFails()),
        WireRow(503, apiError(503, "UNAVAILABLE", "no"), .serviceFails()),
        WireRow(503, apiError(503, "UNAVAILABLE", "no"), ["Retry-After": "26"], .serviceFails(wait: 26_000)),
        WireRow(503, apiError(503, "UNAVAILABLE", "no", retryInfo("4s")), .serviceFails(wait: 4000)),
        WireRow(500, apiError(500, "DATA_LOSS", "no"), .serviceFails()),
        WireRow(401, apiError(401, "UNAUTHENTICATED", "no"), .stops("service")),
        WireRow(404, "<html>404</html>", .stops("service")),
        WireRow(413, "<html>413</html>", .imageFails),
        WireRow(502, "<html>502</html>", .serviceFails()),
        WireRow(504, "<html>504</html>", .serviceFails()),
        WireRow(408, "", .serviceFails()),
        WireRow(301, "", ["Location": "https://example.org/"], .stopsUncertain),
        WireRow(302, "", ["Location": "https://example.org/"], .stopsUncertain),
        WireRow(307, "", ["Location": "https://example.org/"], .stopsUncertain),
        WireRow(308, "", ["Location": "https://example.org/"], .stopsUncertain),
        WireRow(200, "<html>200</html>", .serviceFails()),
        WireRow(200, "{}", .serviceFails()),
        WireRow(200, #"{"responses":[{}]}"#, .serviceFails()),
        WireRow(200, #"{"responses":[{},{}]}"#, .answered),
    ]

    /// Connections that fail.
    static let connections = [
        WireRow(.connect, isSent: false, .unreachable), WireRow(.resolve, isSent: false, .unreachable),
        WireRow(.tls, isSent: false, .unreachable), WireRow(.timeout, isSent: false, .unreachable),
        WireRow(.timeout, isSent: true, .serviceFails()), WireRow(.cut, isSent: true, .serviceFails()),
        WireRow(.other, isSent: true, .serviceFails()), WireRow(.tooLarge, isSent: true, .imageFails),
        WireRow(.badAddress, isSent: false, .stops("setting")), WireRow(.insecure, isSent: false, .stops("setting")),
        WireRow(.redirect, isSent: false, .stops("setting")),
        WireRow(.missing, isSent: false, .stops("systemLibraryMissing")),
    ]

    /// Errors of one image, of which each image of the request has the same.
    static let images: [ImageError] = [
        ImageError(3, "Bad image data.", .imageRetried),
        ImageError(3, "image-annotator::Bad image data.: Image processing error!", .imageRetried),
        ImageError(3, "Unsupported language hint.", .imageFails),
        ImageError(5, "Error opening file: gs://b/a.jpg", .imageFails),
        ImageError(
            7, "We're not allowed to access the URL on your behalf. Please download the content and pass it in.",
            .contentWanted),
        ImageError(
            7, "We can not access the URL currently. Please download the content and pass it in.", .contentWanted),
        ImageError(
            14, "We can not access the URL currently. Please download the content and pass it in.", .contentWanted),
        ImageError(7, "Permission denied.", .imageFails), ImageError(8, "Quota exhausted.", .serviceFails()),
        ImageError(4, "Deadline.", .serviceFails()), ImageError(13, "Internal.", .serviceFails()),
        ImageError(14, "Unavailable.", .serviceFails()),
    ]

    private let backend: VisionBackend

    init() throws {
        var settings = VisionSettings(auth: .apiKey(.environment("KEY")))
        settings.account = "tower-1"
        let environment = BackendEnvironment(
            ProcessEnvironment(variables: ["KEY": "key"], clock: TestClock().clock))
        let plan = try BackendPlan(
            .vision(settings), features: [Feature(type: .labelDetection)], prepare: Prepare())
        guard case .remote(let opened) = try plan.open(in: environment, timeout: .seconds(9)) else {
            throw Unopened()
        }
        backend = try #require(opened as? VisionBackend)
    }

    private struct Unopened: Error {}

    private func batch() -> RequestBatch {
        var batch = backend.makeBatch()
        for name in ["gs://b/1.jpg", "gs://b/2.jpg"] { _ = batch.append(.reference(name), asking: backend.recipes) }
        return batch
    }

    private func check(_ row: WireRow, _ isProbe: Bool) {
        let slot = backend.makeSlot(over: row.transport)
        #expect(row.summary(slot, batch(), ofProbe: isProbe) == row.meaning.summary(ofProbe: isProbe))
    }

    @Test(arguments: refusals, [false, true])
    func `that refuses the request fails its images, or stops the run`(_ row: WireRow, isProbe: Bool) {
        check(row, isProbe)
    }

    @Test(arguments: limits, [false, true])
    func `about a limit pauses every request, or stops the run`(_ row: WireRow, isProbe: Bool) { check(row, isProbe) }

    @Test(arguments: statuses, [false, true])
    func `is read by its status, with JSON and without`(_ row: WireRow, isProbe: Bool) { check(row, isProbe) }

    @Test(arguments: connections, [false, true])
    func `that does not come is told from one that was lost`(_ row: WireRow, isProbe: Bool) { check(row, isProbe) }

    @Test(arguments: images, [false, true])
    func `with an error of every image is a failure of the images, or of the service`(_ one: ImageError, isProbe: Bool)
    {
        check(WireRow(200, #"{"responses":[\#(one.body),\#(one.body)]}"#, one.meaning), isProbe)
    }

    @Test(arguments: images, [false, true])
    func `with an error of one image leaves its neighbour and the service alone`(_ one: ImageError, isProbe: Bool)
        throws
    {
        let row = WireRow(200, #"{"responses":[{},\#(one.body)]}"#, one.meaning)
        var scene = HealthScene(isFailing: isProbe)
        let permit = scene.begin()
        let decision = scene.end(try backend.makeSlot(over: row.transport).send(batch()) { _ in true }, under: permit)
        // What fails every image of a request is the service's failure; what fails one is that image's.
        #expect(decision.images.map(\.summary) == ["answered", one.meaning.outcome])
        #expect(decision.stop == nil && scene.next == "send")
    }
}

/// An error that the Vision API gives for one image.
struct ImageError: Sendable, CustomTestStringConvertible {
    let code: Int
    let message: String
    /// What follows where every image has it.
    let meaning: WireRow.Meaning

    init(_ code: Int, _ message: String, _ meaning: WireRow.Meaning) {
        self.code = code
        self.message = message
        self.meaning = meaning
    }

    var body: String { #"{"error":{"code":\#(code),"message":"\#(message)"}}"# }
    var testDescription: String { "\(code) \(message)" }
}
