import TestSupport
import Text
import Domain
import Services

@testable import Backends

/// A function on this machine that answers as a test says, and the backend that calls it.
struct Caller {
    typealias Answer = @Sendable (LoopbackServer.Request) -> LoopbackServer.Response

    let server: LoopbackServer
    let backend: FirebaseBackend

    /// - Parameters:
    ///   - argument: the form of the argument, as the manifest says.
    ///   - types: what is asked of each image.
    ///   - timeout: the longest that a call may take.
    ///   - function: what it answers.
    init(
        _ argument: FirebaseSettings.Argument = .auto, _ types: [FeatureType] = [.labelDetection],
        appCheck: Secret? = nil, timeout: TimeSpan = .seconds(20), function: @escaping Answer
    ) throws {
        server = try LoopbackServer(function)
        var settings = FirebaseSettings(
            project: "p-1", function: .url("\(server.url)/annotateImage"), auth: .idToken(.environment("ID")))
        settings.argument = argument
        settings.appCheck = appCheck.map { .token($0) }
        let environment = ProcessEnvironment(
            variables: ["ID": Self.idToken, "APP": "ac-1"], clock: TestClock().clock)
        backend = try FirebasePlan(settings, features: types.map { Feature(type: $0) }, prepare: Prepare())
            .open(in: environment, timeout: timeout)
    }

    /// A function that always answers the same.
    init(_ argument: FirebaseSettings.Argument = .auto, _ types: [FeatureType] = [.labelDetection], always: String)
        throws
    {
        try self.init(argument, types) { _ in .init(200, always) }
    }

    /// A token without any claims, which holds for ever.
    static let idToken = "e30.e30.c2lnbmF0dXJl"

    /// A batch with one picture of 4 by 3 pixels, of an original twice as large.
    func batch(_ bytes: [UInt8] = [1, 2, 3]) -> RequestBatch {
        var batch = backend.makeBatch()
        let place = Placement(
            scale: Point(x: 2, y: 2), offset: Point(x: 0, y: 0), original: Size(width: 8, height: 6))
        let picture = EncodedImage(bytes: bytes, size: Size(width: 4, height: 3), placement: place)
        _ = batch.append(.picture(picture), asking: backend.recipes)
        return batch
    }

    /// What becomes of one picture, in a slot of its own.
    func reply() throws(BackendError) -> Reply { try backend.makeSlot().send(batch())[0] }

    /// Why one picture stops the run; nil where it does not.
    func stop() throws(BackendError) -> BackendError? {
        if case .stop(let error, _) = try reply().outcome { error } else { nil }
    }
}

/// An error as functions answer it.
func failing(_ http: Int, _ status: String, _ message: String, _ more: String = "") -> LoopbackServer.Response {
    .init(http, #"{"error":{"status":"\#(status)","message":\#(jsonString(message))\#(more)}}"#)
}

/// What Google's front end says by itself.
func page(_ http: Int) -> LoopbackServer.Response {
    .init(http, "<!DOCTYPE html>\n<title>Error \(http)</title>", headers: ["Content-Type": "text/html"])
}
