import Platform
import TestSupport
import Testing
import Domain
import Services

@testable import Backends

/// What becomes of a call whose credentials are not taken.
@Suite("The credentials of a call") struct CallCredentialsTests {
    private static let rejected = failing(401, "UNAUTHENTICATED", "Unauthenticated")
    private static let good = LoopbackServer.Response(200, #"{"result":[{}]}"#)

    /// A function that takes tokens made for it and an Auth emulator, both at one place.
    private func slots(_ count: Int, takes: @escaping @Sendable (String) -> Bool) throws -> (LoopbackServer, [Reply?]) {
        let numbers = Turns(Array(1...100))
        let server = try LoopbackServer { request in
            guard request.target.hasPrefix("/annotateImage") else {
                let number = numbers.next()
                return .init(
                    200,
                    #"{"idToken":"e30.e30.c2ln\#(number)","refreshToken":"r","expiresIn":"3600","#
                        + #""id_token":"e30.e30.c2ln\#(number)","refresh_token":"r","expires_in":"3600"}"#)
            }
            return takes(request.header("authorization") ?? "") ? Self.good : Self.rejected
        }
        let settings = FirebaseSettings(
            project: "p-1", function: .url("\(server.url)/annotateImage"),
            auth: .signIn(.anonymous, webKey: .environment("KEY"), emulator: server.authority))
        let environment = ProcessEnvironment(
            variables: ["KEY": "web-key"], clock: TestClock().clock)
        let backend = try FirebasePlan(settings, features: [Feature(type: .labelDetection)], prepare: Prepare())
            .open(in: environment, timeout: .seconds(20))
        let replies = together(count) { _ -> Reply? in
            var batch = backend.makeBatch()
            _ = batch.append(.reference("gs://b/a.jpg"), asking: backend.recipes)
            return try? backend.makeSlot().send(batch)[0]
        }
        return (server, replies)
    }

    @Test func `a token that has ended early is renewed once for all, and the call repeated once`() throws {
        let (server, replies) = try slots(8) { $0 == "Bearer e30.e30.c2ln2" }
        #expect(replies.compactMap { $0?.charge } == Array(repeating: .billed, count: 8))
        let asked = server.requests.filter { !$0.target.hasPrefix("/annotateImage") }.map(\.target)
        #expect(asked.count == 2 && asked[0].contains("accounts:signUp") && asked[1].contains("/v1/token"))
    }

    @Test func `a function that takes no token stops the run after one repetition`() throws {
        let (server, replies) = try slots(1) { _ in false }
        guard case .stop(_, let failure?) = try #require(replies[0]).outcome else { throw Unexpected() }
        #expect(failure.code == "UNAUTHENTICATED" && replies[0]?.metrics?.httpStatus == 401)
        #expect(server.requests.filter { $0.target.hasPrefix("/annotateImage") }.count == 2)
    }

    private struct Unexpected: Error {}

    @Test func `the reason names what to look at, and no secret`() throws {
        for (answer, words) in [
            (Self.rejected, "does not take the ID token, or wants an App Check token"),
            (
                failing(401, "UNAUTHENTICATED", "annotateImage must be called while authenticated."),
                "while authenticated"
            ),
            (page(401), "allUsers"),
            (failing(401, "UNAUTHENTICATED", "the token \(Caller.idToken) is bad"), "the token *** is bad"),
        ] {
            let caller = try Caller(.object) { _ in answer }
            let complaint = try caller.stop()?.description ?? ""
            #expect(complaint.contains(words) && !complaint.contains(Caller.idToken), "\(complaint)")
            // A token from outside that has not changed is not shown twice.
            #expect(caller.server.requests.count == 1)
        }
    }

    @Test func `a token in a file is read again`() throws {
        let folder = try Scratch()
        let file = try folder.write("id", "e30.e30.b2xk")
        try Files.permit(file, 0o600)
        let server = try LoopbackServer { request in
            guard request.header("authorization") == "Bearer e30.e30.bmV3" else {
                _ = try? folder.write("id", "e30.e30.bmV3")
                return Self.rejected
            }
            return Self.good
        }
        let settings = FirebaseSettings(
            project: "p-1", function: .url("\(server.url)/annotateImage"), auth: .idToken(.file(file)))
        let environment = ProcessEnvironment(variables: [:], clock: TestClock().clock)
        let backend = try FirebasePlan(settings, features: [Feature(type: .labelDetection)], prepare: Prepare())
            .open(in: environment, timeout: .seconds(20))
        var batch = backend.makeBatch()
        _ = batch.append(.reference("gs://b/a.jpg"), asking: backend.recipes)
        #expect(try backend.makeSlot().send(batch)[0].charge == .billed)
    }
}
