import Curl
import Platform
import TestSupport
import Testing
import Domain

@testable import Services

@Suite("The client of services that want credentials") struct AuthorizedClientTests {
    /// Tokens one after another: each renewal gives the next one.
    private final class Tokens: Credentials {
        let project: String? = nil
        private let used: Monitor<Int>
        private let tokens: [String]
        /// Why no token can be had.
        private let problem: BackendError?

        init(_ tokens: [String], problem: BackendError? = nil) {
            self.tokens = tokens
            self.problem = problem
            used = Monitor(0)
        }

        func headers() throws(BackendError) -> [HTTPHeader] {
            if let problem { throw problem }
            return [HTTPHeader("Authorization", "Bearer \(tokens[used.with { $0 }])")]
        }

        func renew(after refused: [HTTPHeader]) throws(BackendError) -> Bool {
            used.with { used in
                used += 1
                return used < tokens.count
            }
        }
    }

    /// A call as it was read.
    private struct Reading: AuthorizedReply {
        let call: ServiceCall

        var status: Int? { call.metrics?.httpStatus }
        var mayBeAskedWithOthers: Bool { status == 401 }
        var text: String {
            switch call.outcome {
            case .response(let response): String(decoding: response.body, as: UTF8.self)
            case .unanswered(let rejection, let charge): "\(rejection) \(charge)"
            }
        }
    }

    private let time = TestClock()

    /// What a post comes to, with a transport of the test's own, which takes a quarter of a second.
    private func post(
        _ tokens: Tokens, again: (Int) -> Bool = { _ in true },
        _ answer: @escaping (HTTPRequest) throws(HTTPError) -> HTTPResponse
    ) throws -> Reading? {
        let environment = ProcessEnvironment(
            variables: [:], clock: time.clock, monotonic: time.monotonic, chance: { 0.5 })
        let time = time
        let client = AuthorizedClient(
            url: "https://api.example/ask", key: "backend.endpoint", credentials: tokens,
            transport: { request throws(HTTPError) in
                time.advance(TimeSpan(milliseconds: 250))
                return try answer(request)
            }, in: environment, timeout: .seconds(5))
        return try client.post(HTTPBody([1, 2, 3]), images: 7, again: again) { Reading(call: $0) }
    }

    @Test func `measures a call by the clock that it was given, and counts bytes and images`() throws {
        let reading = try #require(try post(Tokens(["a"])) { _ in HTTPResponse(status: 204, headers: [], body: []) })
        #expect(
            reading.call.metrics
                == CallMetrics(
                    httpStatus: 204, requestBytes: 3, latency: TimeSpan(milliseconds: 250), images: 7))
        #expect(reading.call.endedAt == time.clock.now())
    }

    @Test func `hides the token in what comes back`() throws {
        let reading = try post(Tokens(["abcdefgh"])) { _ in
            HTTPResponse(status: 200, headers: [], body: Array("the token abcdefgh is fine".utf8))
        }
        #expect(reading?.text == "the token *** is fine")
    }

    @Test func `asks a second time with a better token, once`() throws {
        var asked: [String] = []
        let reading = try post(Tokens(["a", "b", "c"])) { request in
            asked += request.credentials.map(\.value)
            return HTTPResponse(status: 401, headers: [], body: [])
        }
        #expect(asked == ["Bearer a", "Bearer b"] && reading?.status == 401)
    }

    @Test func `asks no second time where that is forbidden, or there is no better token`() throws {
        var images: [Int] = []
        let forbidden = try post(
            Tokens(["a", "b"]),
            again: {
                images.append($0)
                return false
            }, { _ in HTTPResponse(status: 401, headers: [], body: []) })
        #expect(forbidden == nil && images == [7])
        let last = try post(Tokens(["a"])) { _ in HTTPResponse(status: 401, headers: [], body: []) }
        #expect(last?.status == 401)
    }

    @Test func `sends nothing and stops nothing while no token can be had`() throws {
        let tokens = Tokens(["a"], problem: .tokenService(host: "tokens.example", reason: "status 503"))
        let reading = try #require(try post(tokens) { _ in HTTPResponse(status: 200, headers: [], body: []) })
        #expect(reading.call.metrics == nil && reading.text.hasSuffix(" none"))
        #expect(reading.text.contains("tokens.example gives no token now: status 503"))
    }

    @Test func `throws what would fail every call`() throws {
        let problem = BackendError.secret(source: "env:KEY", reason: "is not set")
        #expect(throws: problem) {
            try post(Tokens(["a"], problem: problem)) { _ in HTTPResponse(status: 200, headers: [], body: []) }
        }
    }

    @Test(arguments: [true, false])
    func `tells a call that was lost from one that was not sent`(isSent: Bool) throws {
        let reading = try #require(
            try post(Tokens(["a"])) { _ throws(HTTPError) in
                throw HTTPError(.cut, mayHaveBeenSent: isSent, host: "api.example", message: "cut")
            })
        #expect(reading.call.metrics?.requestBytes == (isSent ? 3 : 0) && reading.status == nil)
        #expect(reading.text.hasSuffix(isSent ? " uncertain" : " none"))
    }
}
