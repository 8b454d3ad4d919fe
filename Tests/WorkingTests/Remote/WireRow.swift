import Backends
import Curl
import Testing
import Domain
import Services

@testable import Working

/// What a service sends for every request, and what follows for all images of a request.
struct WireRow: Sendable, CustomTestStringConvertible {
    /// What follows for all images.
    enum Meaning: Sendable {
        case answered
        /// The service failed; of a probe no image is held to blame.
        case serviceFails(wait: Int64 = 0)
        /// What came back is not an answer: the image failed for good, but of a probe no image is held to blame.
        case resultUnreadable
        /// The image failed for good, and says nothing of the service.
        case imageFails
        /// The image is asked about once more, and says nothing of the service.
        case imageRetried
        /// Its content is sent.
        case contentWanted
        case pause(Int64 = 1000)
        case unreachable
        /// The run stops, and nothing was billed: the case of `BackendError`.
        case stops(String)
        /// The run stops, and the request may be billed.
        case stopsUncertain

        /// How the attempt ends where it was no probe, in short.
        var outcome: String { String(summary(ofProbe: false).prefix { $0 != "|" }.dropLast()) }

        /// In short, with the request that may be sent next.
        func summary(ofProbe isProbe: Bool) -> String {
            let next = isProbe ? "probe" : "send"
            return switch self {
            case .answered: "answered | send"
            case .serviceFails(0): isProbe ? "held 1500 | wait 1500, probe" : "retry 500 | send"
            case .serviceFails(let wait):
                "\(isProbe ? "held" : "retry") \(wait), account \(wait) | wait \(wait), \(next)"
            case .imageFails: "failed | \(next)"
            case .resultUnreadable: isProbe ? "held 1500 | wait 1500, probe" : "failed | send"
            case .imageRetried: "retry 500 | \(next)"
            case .contentWanted: "retry 0 with content | \(next)"
            case .pause(let wait): "held \(wait), account \(wait) | wait \(wait), \(next)"
            case .unreachable: "held 1000 | wait 1000, \(next)"
            case .stops(let error): "stops by \(error) | \(next)"
            case .stopsUncertain: "requeued, stop | \(next)"
            }
        }
    }

    let status: Int
    var body: String
    var headers: [HTTPHeader] = []
    var error: HTTPError?
    let meaning: Meaning

    var testDescription: String {
        error.map { "\($0.kind)" } ?? "\(status) \(headers.map(\.value)) \(body.prefix(150))"
    }

    /// A response.
    init(_ status: Int, _ body: String, _ headers: [String: String], _ meaning: Meaning) {
        self.status = status
        self.body = body
        self.headers = headers.map { HTTPHeader($0.key, $0.value) }
        self.meaning = meaning
    }

    /// A response without header fields.
    init(_ status: Int, _ body: String, _ meaning: Meaning) { self.init(status, body, [:], meaning) }

    /// A connection that fails.
    init(_ kind: HTTPError.Kind, isSent: Bool, _ meaning: Meaning) {
        self.init(0, "", meaning)
        error = HTTPError(kind, mayHaveBeenSent: isSent, host: "vision.example", message: "no")
    }

    /// What every request is answered.
    var transport: Transport {
        { _ throws(HTTPError) in
            if let error { throw error }
            return HTTPResponse(status: status, headers: headers, body: Array(body.utf8))
        }
    }

    private func reason(_ error: BackendError, _ scene: HealthScene) -> String {
        "stops by \(Mirror(reflecting: error).children.first?.label ?? "") | \(scene.next)"
    }

    /// What follows, by the slot's reading and the service's health.
    func summary<Slot: RemoteSlot>(_ slot: Slot, _ batch: Slot.Batch, ofProbe isProbe: Bool) -> String {
        var scene = HealthScene(isFailing: isProbe)
        let permit = scene.begin()
        do throws(BackendError) {
            let replies = try slot.send(batch) { _ in true }
            let decision = scene.end(replies, under: permit)
            if let stop = decision.stop, replies.allSatisfy({ $0.charge == .none }) { return reason(stop, scene) }
            return "\(decision.summary) | \(scene.next)"
        } catch {
            scene.returnPermit(permit)
            return reason(error, scene)
        }
    }
}

/// An error of a Google API, with details that are JSON objects.
func apiError(_ code: Int, _ status: String, _ message: String, _ details: String...) -> String {
    #"{"error":{"code":\#(code),"message":"\#(message)","status":"\#(status)","details":"#
        + "[\(details.joined(separator: ","))]}}"
}

/// An ErrorInfo of the details.
func errorInfo(_ reason: String, _ metadata: String = "") -> String {
    #"{"@type":"type.googleapis.com/google.rpc.ErrorInfo","reason":"\#(reason)","metadata":{\#(metadata)}}"#
}

/// A RetryInfo of the details.
func retryInfo(_ delay: String) -> String {
    #"{"@type":"type.googleapis.com/google.rpc.RetryInfo","retryDelay":"\#(delay)"}"#
}
