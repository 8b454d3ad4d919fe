import Platform
import TestSupport
import Testing
import Domain

@testable import Backends

@Suite("The proof in Vision requests") struct ProofTests {
    private func token(_ text: String, in folder: Scratch) throws -> Secret {
        let file = try folder.write("token", text)
        try Files.permit(file, 0o600)
        return .file(file)
    }

    @Test func `refused credentials are renewed once, and the request is sent once more`() throws {
        let folder = try Scratch()
        let secret = try token("old-token-1", in: folder)
        let service = try Service(token: secret) { request in
            guard request.header("authorization") != "Bearer old-token-1" else {
                // Whoever makes the tokens puts a new one there.
                _ = try? self.token("new-token-2", in: folder)
                return .init(401, #"{"error":{"code":401,"status":"UNAUTHENTICATED","message":"Invalid Credentials"}}"#)
            }
            return labelling(request)
        }
        #expect(try service.send("one").map(summary) == ["answered one billed"])
        #expect(
            service.server.requests.map { $0.header("authorization") } == ["Bearer old-token-1", "Bearer new-token-2"])
    }

    @Test func `a second request with renewed credentials goes only when it is allowed`() throws {
        let folder = try Scratch()
        let secret = try token("old-token-1", in: folder)
        let service = try Service(token: secret) { _ in
            _ = try? self.token("new-token-2", in: folder)
            return .init(401, "")
        }
        var asked: [Int] = []
        let replies = try service.slot.send(service.batch(["one", "two"])) { images in
            asked.append(images)
            return false
        }
        #expect(replies.map(summary) == ["returned none", "returned none"])
        #expect(asked == [2] && service.server.requests.count == 1)
    }

    @Test func `credentials that stay refused stop the run`() throws {
        let service = try Service { _ in
            .init(401, #"{"error":{"code":401,"status":"UNAUTHENTICATED","message":"Invalid Credentials"}}"#)
        }
        let expected =
            "account my-project: the service says \"Invalid Credentials\" (UNAUTHENTICATED); the service rejected "
            + "the credentials in backend.auth: renew them, check this machine's clock, then run `cairn work`"
        #expect(verdict(service, "one") == expected)
        #expect(service.server.requests.count == 1, "there is nothing new to try")
    }

    @Test func `renewed credentials that are refused again stop the run`() throws {
        let folder = try Scratch()
        let secret = try token("old-token-1", in: folder)
        let service = try Service(token: secret) { request in
            _ = try? self.token("new-token-2", in: folder)
            return .init(401, "")
        }
        #expect(verdict(service, "one").hasPrefix("account my-project: the service says status 401"))
        #expect(service.server.requests.count == 2)
    }
}
