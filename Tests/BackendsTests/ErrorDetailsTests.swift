import JSON
import TestSupport
import Testing
import Domain

@testable import Backends
@testable import Services

@Suite("The details of an error") struct ErrorDetailsTests {
    private func details(_ json: String) throws -> String? {
        keptDetails(try JSONDocument(Array(#"{"details":\#(json)}"#.utf8)).root["details"])
    }

    @Test(
        arguments: [
            (#"{"start": 10, "end": 20}"#, #"{"start":10,"end":20}"#), (#""text""#, #""text""#), ("0", "0"),
            ("false", "false"),
            (
                #"[{"@type":"type.googleapis.com/google.rpc.ErrorInfo","reason":"X"}]"#,
                #"[{"@type":"type.googleapis.com/google.rpc.ErrorInfo","reason":"X"}]"#
            ),
            ("null", nil), ("[]", nil), ("{}", nil), ("[ ]", nil), (#""""#, nil),
            (#""\u001b[31m \u007f \u009b \n""#, #""\u001b[31m \u007f \u009b \n""#),
            ("\"\u{7F}\u{9B}\u{e9}\"", #""\u007f\u009bé""#),
        ] as [(String, String?)])
    func `are kept as one line of JSON`(_ json: String, _ expected: String?) throws {
        #expect(try details(json) == expected)
    }

    @Test(arguments: [16_384, 16_385, 100_000])
    func `that are long are cut, with a mark, and stay JSON`(_ count: Int) throws {
        for character in ["x", #"\""#, "\\u009b", "\u{e9}"] {
            let text = String(repeating: character, count: count)
            let kept = try #require(try details("\"\(text)\""))
            #expect(kept.utf8.count <= 16_384 && JSONDocument.isJSON(kept), "\(kept.prefix(80))")
            let root = try JSONDocument(Array(kept.utf8)).root
            #expect(root["truncated"]?.bool == true && root["beginning"]?.string?.isEmpty == false)
        }
    }

    @Test(arguments: [("UNAVAILABLE", "UNAVAILABLE"), ("the header is cut short", "HTTP 503"), ("", "HTTP 503")])
    func `stand beside a code, which is never a sentence`(status: String, code: String) throws {
        let service = try Service { _ in .init(503, #"{"error":{"code":503,"status":"\#(status)","message":"m"}}"#) }
        #expect(failure(try service.send("one").first)?.code == code)
    }

    @Test func `come with every error of the Vision API and of functions`() throws {
        let error = #"{"code":503,"status":"UNAVAILABLE","message":"m","details":[{"n":1}]}"#
        let vision = try Service { _ in .init(503, #"{"error":\#(error)}"#) }
        #expect(failure(try vision.send("one").first)?.details == #"[{"n":1}]"#)
        let image = try Service { _ in .init(200, #"{"responses":[{"error":{"code":13,"details":[{"n":2}]}}]}"#) }
        #expect(failure(try image.send("one").first)?.details == #"[{"n":2}]"#)
        let two = #","details":{"start":10,"end":20}"#
        let function = try Caller { _ in failing(409, "ABORTED", "explicit nope", two) }
        #expect(try function.reply().failure?.details == #"{"start":10,"end":20}"#)
        let slow = try Caller { _ in failing(429, "RESOURCE_EXHAUSTED", "m", #","details":"later""#) }
        #expect(try slow.reply().failure?.details == #""later""#)
    }
}

extension JSONDocument {
    fileprivate static func isJSON(_ text: String) -> Bool { (try? JSONDocument(Array(text.utf8))) != nil }
}
