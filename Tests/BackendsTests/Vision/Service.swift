import FoundationEssentials
import JSON
import Platform
import TestSupport
import Testing
import Domain
import Services

@testable import Backends

/// A slot of the Vision backend, and a server on this machine that it asks.
final class Service {
    static let key = "AIza-a-key-of-the-tests"
    let server: LoopbackServer
    let backend: VisionBackend
    let slot: VisionSlot
    private let time = TestClock()

    /// - Parameters:
    ///   - token: a secret with an access token; nil: an API key is used.
    ///   - timeout: how long a request may take.
    ///   - url: the server's address, where it is not that of `answer`.
    init(
        token: Secret? = nil, timeout: TimeSpan = .seconds(20), url: String? = nil,
        features: [FeatureType] = [.labelDetection],
        _ answer: @escaping @Sendable (LoopbackServer.Request) -> LoopbackServer.Response
    ) throws {
        server = try LoopbackServer(answer)
        var settings = VisionSettings(auth: token.map { .accessToken($0) } ?? .apiKey(.environment("KEY")))
        settings.account = "my-project"
        settings.endpoint = url ?? server.url
        let environment = ProcessEnvironment(
            variables: ["KEY": Self.key, "STORAGE_EMULATOR_HOST": server.authority], clock: time.clock)
        let plan = VisionPlan(settings, features: features.map { Feature(type: $0) }, prepare: Prepare())
        backend = try plan.open(in: environment, timeout: timeout)
        slot = try backend.makeSlot()
    }

    /// Sends pictures of these contents, each a text.
    func send(_ contents: String...) throws(BackendError) -> [Reply] { try slot.send(batch(contents)) }

    /// Sends names of pictures.
    func send(references: String...) throws(BackendError) -> [Reply] {
        var batch = backend.makeBatch()
        for uri in references { _ = batch.append(.reference(uri), asking: backend.recipes) }
        return try slot.send(batch)
    }

    func batch(_ contents: [String]) -> RequestBatch {
        var batch = backend.makeBatch()
        for content in contents {
            let picture = EncodedImage(
                bytes: Array(content.utf8), size: Size(width: 100, height: 50),
                placement: Placement(
                    scale: Point(x: 2, y: 2), offset: Point(x: 0, y: 0), original: Size(width: 200, height: 100)))
            _ = batch.append(.picture(picture), asking: backend.recipes)
        }
        return batch
    }
}

/// The pictures of a request, as the texts they were made of.
func contents(of request: LoopbackServer.Request) -> [String] {
    let requests = (try? JSONDocument(request.body))?.root["requests"]?.elements ?? []
    return requests.map { request in
        let data = request["image"]?["content"]?.string.flatMap { Data(base64Encoded: $0) }
        return data.map { String(decoding: $0, as: UTF8.self) } ?? ""
    }
}

/// A response that labels each picture with the text it was made of.
func labelling(_ request: LoopbackServer.Request) -> LoopbackServer.Response {
    let responses = contents(of: request).map { #"{"labelAnnotations": [{"description": "\#($0)", "score": 0.5}]}"# }
    return .init(200, #"{"responses": [\#(responses.joined(separator: ", "))]}"#)
}

/// How a reply ended, in short: `answered sky billed`, `failed service transient uncertain`.
func summary(_ reply: Reply) -> String {
    let charge = "\(reply.charge)"
    let words = reply.answers.flatMap(\.annotations).map(\.description).joined(separator: "+")
    func kind(_ failure: Failure) -> String { "\(failure.kind)\(failure.isTransient ? " transient" : "")" }
    let ending =
        switch reply.outcome {
        case .answered: "answered \(words)"
        case .failed(let failure): "failed \(kind(failure))" + (words.isEmpty ? "" : " beside \(words)")
        case .wantsContent(let failure): "wantsContent \(kind(failure))"
        case .throttled(_, let wait): "throttled \(wait.map { "\($0.milliseconds)" } ?? "nil")"
        case .unreachable(let failure): "unreachable \(kind(failure))"
        case .stop: "stop"
        case .returned: "returned"
        }
    return "\(ending) \(charge)"
}

/// The failure of a reply.
func failure(_ reply: Reply?) -> Failure? {
    switch reply?.outcome {
    case .failed(let failure), .wantsContent(let failure), .throttled(let failure, _), .unreachable(let failure):
        failure
    case .answered, .stop, .returned, nil: nil
    }
}

/// What a request that was refused as a whole came to: its replies in short, or the error that stops the run.
func verdict(_ service: Service, _ contents: String...) -> String {
    do throws(BackendError) {
        let replies = try service.slotSend(contents)
        if case .stop(let error, _) = replies.first?.outcome { return "\(error)" }
        return replies.map(summary).joined(separator: ", ")
    } catch {
        return "\(error)"
    }
}

extension Service {
    func slotSend(_ contents: [String]) throws(BackendError) -> [Reply] { try slot.send(batch(contents)) }
}
