import Platform
import TestSupport
import Testing
import Domain

@testable import Backends

@Suite("The client of Cloud Storage") struct ObjectStorageTests {
    private func problem(_ service: Service, limit: Int = 1 << 20) -> Failure? {
        do throws(Failure) {
            _ = try service.backend.download("gs://bucket/a.jpg", limit: limit)
            return nil
        } catch {
            return error
        }
    }

    @Test func `an object is fetched by its name, with the backend's credentials`() throws {
        let service = try Service { _ in .init(200, "the picture") }
        let bytes = try service.backend.download("gs://my-bucket/räum/a b?.jpg", limit: 100)
        #expect(String(decoding: bytes, as: UTF8.self) == "the picture")
        let request = try #require(service.server.requests.first)
        #expect(request.method == "GET")
        #expect(request.target == "/storage/v1/b/my-bucket/o/r%C3%A4um%2Fa%20b%3F.jpg?alt=media")
        #expect(request.header("x-goog-api-key") == Service.key)
    }

    @Test(arguments: [
        (404, Failure.Kind.refused, false), (403, .unreadable, false), (401, .unreadable, false),
        (400, .unreadable, false), (429, .unreachable, true), (503, .unreachable, true), (425, .unreachable, true),
    ])
    func `an object that is not given fails its image`(_ status: Int, _ kind: Failure.Kind, _ isTransient: Bool) throws
    {
        let service = try Service { _ in .init(status, "No such object: \(Service.key)") }
        let failure = try #require(problem(service))
        #expect(failure.kind == kind && failure.isTransient == isTransient && failure.stage == .read)
        #expect(!failure.message.contains(Service.key))
    }

    @Test func `an object beyond the limit is too large`() throws {
        let service = try Service { _ in .init(200, "more than ten bytes") }
        #expect(problem(service, limit: 10)?.kind == .tooLarge)
        #expect(problem(service, limit: 100) == nil)
    }

    @Test func `a connection that is cut may be there another time`() throws {
        let service = try Service { _ in .init(200, "cut", cutAfter: 5) }
        let failure = try #require(problem(service))
        #expect(failure.kind == .unreachable && failure.isTransient)
    }

    @Test(arguments: ["gs://bucket", "gs:///a", "http://bucket/a", ""])
    func `what names no object is missing`(_ name: String) throws {
        let service = try Service { _ in .init(200, "") }
        #expect(throws: Failure.self) { try service.backend.download(name, limit: 10) }
        #expect(service.server.requests.isEmpty)
    }
}
