import TestSupport
import Testing
import Domain
import Services

@testable import Backends

/// How the form of a function's argument is found out.
@Suite("The form of an argument") struct ArgumentFormTests {
    private static let good = LoopbackServer.Response(200, #"{"result":[{}]}"#)
    private static let olderNode = "Unexpected token o in JSON at position 1"
    private static let newerNode = #""[object Object]" is not valid JSON"#

    /// A function that wants text, as Firebase's sample did until 2023.
    private static func older(_ words: String) -> Caller.Answer {
        { $0.text.hasPrefix(#"{"data":{"#) ? failing(500, "INTERNAL", words) : good }
    }

    /// A function that wants an object.
    private static let newer: Caller.Answer = {
        $0.text.hasPrefix(#"{"data":{"#) ? good : failing(500, "INTERNAL", "No image present.")
    }

    private func forms(_ caller: Caller) -> [String] {
        caller.server.requests.map { $0.text.hasPrefix(#"{"data":{"#) ? "object" : "string" }
    }

    @Test func `an object comes first, and where it is taken nothing else is tried`() throws {
        let caller = try Caller(function: Self.newer)
        for _ in 0..<3 { #expect(try caller.reply().charge == .billed) }
        #expect(forms(caller) == ["object", "object", "object"])
    }

    @Test(arguments: [olderNode, newerNode])
    func `a function that wants text gets text, from then on at once`(words: String) throws {
        let caller = try Caller(function: Self.older(words))
        for _ in 0..<3 {
            let reply = try caller.reply()
            #expect(reply.charge == .billed && reply.failure == nil)
        }
        #expect(forms(caller) == ["object", "string", "string", "string"])
    }

    @Test func `sixteen slots find it out once`() throws {
        let caller = try Caller(function: Self.older(Self.newerNode))
        let charges = together(16) { _ in try? caller.reply().charge }
        #expect(charges == Array(repeating: .billed, count: 16))
        #expect(forms(caller).filter { $0 == "object" }.count == 1)
        #expect(caller.server.requests.count == 17)
    }

    @Test func `a first call that tells nothing holds nobody up`() throws {
        let turns = Turns([failing(503, "UNAVAILABLE", "away")])
        let caller = try Caller { request in
            request.text.hasPrefix(#"{"data":{"#) ? turns.next() : Self.good
        }
        let kinds = together(4) { _ in try? caller.reply().failure?.kind }
        #expect(kinds == [.service, .service, .service, .service])
        #expect(forms(caller) == ["object", "object", "object", "object"])
    }

    @Test func `what is found out late is found out all the same`() throws {
        let turns = Turns([
            failing(503, "UNAVAILABLE", "away"), failing(500, "INTERNAL", Self.newerNode),
        ])
        let caller = try Caller { request in
            request.text.hasPrefix(#"{"data":{"#) ? turns.next() : Self.good
        }
        #expect(try caller.reply().failure?.kind == .service)
        #expect(together(8) { _ in try? caller.reply().charge } == Array(repeating: .billed, count: 8))
        #expect(try caller.reply().charge == .billed)
        #expect(forms(caller).last == "string")
    }

    @Test func `the manifest's word is not questioned, and a function that disagrees stops the run`() throws {
        let object = try Caller(.object, function: Self.older(Self.newerNode))
        let string = try Caller(.string, function: Self.newer)
        let complaints = try [object, string].map { try $0.stop()?.description }
        #expect(
            complaints == [
                #"backend.argument: the function p-1/annotateImage says ""[object Object]" is not valid JSON" to its "#
                    + #"argument "#
                    + "as object; say `argument: string`, or leave it out",
                #"backend.argument: the function p-1/annotateImage says "No image present." to its argument as "#
                    + #"string; "#
                    + "say `argument: object`, or leave it out",
            ])
        #expect(object.server.requests.count == 1 && string.server.requests.count == 1)
    }

    @Test func `a function that takes neither form stops the run`() throws {
        let caller = try Caller { request in
            failing(
                500, "INTERNAL", request.text.hasPrefix(#"{"data":{"#) ? Self.newerNode : "No image present.")
        }
        for _ in 0..<2 {
            let complaint = try caller.stop()?.description ?? ""
            #expect(complaint.hasPrefix("backend.argument: ") && complaint.contains("as text and as an object"))
        }
    }

    @Test func `a call in the other form is made only when it is allowed, and what was learned stays`() throws {
        let caller = try Caller(function: Self.older(Self.newerNode))
        var asked: [Int] = []
        let held = try caller.backend.makeSlot().send(caller.batch()) { images in
            asked.append(images)
            return false
        }[0]
        guard case .returned = held.outcome else { throw Unexpected(held) }
        #expect(asked == [1] && held.charge == .none)
        #expect(forms(caller) == ["object"])
        #expect(try caller.reply().charge == .billed)
        #expect(forms(caller) == ["object", "string"])
    }

    @Test func `what other calls have found is noted while the first one is under way`() throws {
        let understanding = CallableDialect(.auto)
        var isFull = false
        let call = try understanding.call(again: { true }) { _ throws(BackendError) in
            understanding.sawAnswer()
            isFull = (0..<9).contains { _ in understanding.sawUnreadable() }
            return CallableReply(.refused(Failure(.refused, code: nil, "no")), charge: .none)
        }
        #expect(call != nil && !isFull)
    }

    @Test func `words of the Vision API's are no complaint about the form`() throws {
        let caller = try Caller { _ in failing(500, "INTERNAL", "3 INVALID_ARGUMENT: No image present.") }
        #expect(try caller.reply().failure?.kind == .refused)
        #expect(caller.server.requests.count == 1)
    }
}

/// A reply that should have been another.
private struct Unexpected: Error {
    let reply: Reply

    init(_ reply: Reply) { self.reply = reply }
}
