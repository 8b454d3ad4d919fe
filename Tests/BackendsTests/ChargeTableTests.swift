import Curl
import TestSupport
import Testing
import Domain
import Services

@testable import Backends

/// What is billed after every status, with every sort of body, from both backends.
@Suite("The table of charges") struct ChargeTableTests {
    /// The statuses of a request that was turned away before any work.
    private static let noWork: Set<Int> = [400, 401, 403, 404, 405, 411, 413, 414, 415, 421, 429, 431]
    /// Every status that a client hands on, and some that mean nothing; those below 200 are no end of a response.
    private static let statuses = Array(200...599) + [600, 700, 999]

    private static let answer = #"{"labelAnnotations":[{"description":"Sky","score":0.5}]}"#
    private static let page = "<!DOCTYPE html>\n<title>Error</title>"

    /// A response; those that have no body by definition have none.
    private static func response(_ status: Int, _ body: String) -> LoopbackServer.Response {
        .init(status, status == 204 || status == 304 ? "" : body)
    }

    /// The charge for one picture after each response, in turn; what is thrown is billed nothing.
    private static func charges(_ send: () throws(BackendError) -> [Reply], count: Int) -> [Charge] {
        (0..<count).map { _ in
            do throws(BackendError) { return try send().first?.charge ?? .billed } catch { return .none }
        }
    }

    private static func error(_ status: Int, _ code: String, _ message: String = "words") -> String {
        #"{"error":{"code":\#(status),"status":"\#(code)","message":"\#(message)"}}"#
    }

    @Test(arguments: ["answer", "error", "account", "quota", "page", "nothing"])
    func `the Vision API's statuses are charged by the table, whatever the body says`(sort: String) throws {
        let bodies = Self.statuses.map { status in
            switch sort {
            case "answer": #"{"responses":[\#(Self.answer)]}"#
            case "error": Self.error(status, "SOMETHING")
            case "account": Self.error(status, "PERMISSION_DENIED", "API key not valid. Please pass a valid API key.")
            case "quota": #"{"error":{"message":"m","errors":[{"reason":"rateLimitExceeded"}]}}"#
            case "page": Self.page
            default: ""
            }
        }
        let turns = Turns(zip(Self.statuses, bodies).map(Self.response))
        let service = try Service { _ in turns.next() }
        let charges = Self.charges({ () throws(BackendError) in try service.send("one") }, count: Self.statuses.count)
        for (status, charge) in zip(Self.statuses, charges) {
            let isAnswered = sort == "answer" && (200..<300).contains(status) && status != 204
            let expected: Charge = isAnswered ? .billed : Self.noWork.contains(status) ? .none : .uncertain
            #expect(charge == expected, "\(status) with \(sort)")
        }
        #expect(service.server.requests.count == Self.statuses.count)
    }

    @Test(arguments: ["answer", "page", "INTERNAL", "INVALID_ARGUMENT", "8 RESOURCE_EXHAUSTED: Quota", "nothing"])
    func `a function's statuses are charged by the same table, and by who speaks`(sort: String) throws {
        let bodies = Self.statuses.map { _ in
            switch sort {
            case "answer": #"{"result":[\#(Self.answer)]}"#
            case "page": Self.page
            case "nothing": ""
            case "INTERNAL", "INVALID_ARGUMENT": #"{"error":{"status":"\#(sort)","message":"m"}}"#
            default: #"{"error":{"status":"INTERNAL","message":"\#(sort)"}}"#
            }
        }
        let turns = Turns(zip(Self.statuses, bodies).map(Self.response))
        let caller = try Caller(.object) { _ in turns.next() }
        let slot = try caller.backend.makeSlot()
        let charges = Self.charges(
            { () throws(BackendError) in try slot.send(caller.batch()) }, count: Self.statuses.count)
        for (status, charge) in zip(Self.statuses, charges) {
            let isSuccess = (200..<300).contains(status)
            let hasBody = status != 204 && status != 304
            let expected: Charge =
                switch sort {
                case "answer" where isSuccess && hasBody: .billed
                // The function failed inside: it may have asked.
                case "INTERNAL" where hasBody: .uncertain
                // The Vision API itself turned the function away.
                case "8 RESOURCE_EXHAUSTED: Quota" where hasBody: isSuccess ? .uncertain : .none
                default: Self.noWork.contains(status) ? .none : .uncertain
                }
            #expect(charge == expected, "\(status) with \(sort)")
        }
    }

    @Test func `a status that no table has releases nothing`() {
        for status in Array(-1..<200) + Array(600...1100) {
            #expect(ChargeTable.charge(forStatus: status) == .uncertain, "\(status)")
        }
    }

    @Test(arguments: [200, 201, 202, 203, 206, 226, 299])
    func `every success is read as an answer`(status: Int) throws {
        let service = try Service { request in
            var response = labelling(request)
            response.status = status
            return response
        }
        #expect(try service.send("one", "two").map(summary) == ["answered one billed", "answered two billed"])
        let caller = try Caller(.object) { _ in .init(status, #"{"result":[\#(Self.answer)]}"#) }
        #expect(summary(try caller.reply()) == "answered Sky billed")
    }

    @Test func `a request that may be billed is not sent again with other credentials or in another form`() throws {
        let function = try Caller(.auto) { _ in
            .init(200, #"{"error":{"status":"UNAUTHENTICATED","message":"Unauthenticated"}}"#)
        }
        let reply = try function.reply()
        #expect(reply.charge == .uncertain && function.server.requests.count == 1)
        guard case .stop = reply.outcome else {
            Issue.record("\(reply.outcome)")
            return
        }
    }

    @Test func `an error that says OK beside a result is a success, as it is to Firebase's libraries`() throws {
        let reply = try Caller(always: #"{"error":{"status":"OK"},"result":[\#(Self.answer)]}"#).reply()
        #expect(summary(reply) == "answered Sky billed")
        let without = try Caller(always: #"{"error":{"status":"OK"}}"#).reply()
        #expect(summary(without) == "failed service transient uncertain")
    }
}
