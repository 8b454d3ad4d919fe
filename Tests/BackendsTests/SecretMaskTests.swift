import Curl
import FoundationEssentials
import JSON
import TestSupport
import Testing
import Domain

@testable import Backends
@testable import Services

@Suite("The mask of secrets") struct SecretMaskTests {
    private static let key = "AIza/Sy+Never-to-be_seen=4711"
    private let mask = SecretMask([
        HTTPHeader("X-Goog-Api-Key", key), HTTPHeader("x-goog-user-project", "my-project-4711"),
    ])

    private static func percent(_ text: String, upper: Bool) -> String {
        text.utf8.map { byte in
            let digits = String(byte, radix: 16)
            return "%" + (upper ? digits.uppercased() : digits)
        }.joined()
    }

    private static func base64(_ text: String) -> String { Data(text.utf8).base64EncodedString() }

    private static func ofAddresses(_ text: String) -> String {
        text.replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
    }

    /// Every form in which a service may repeat the key.
    static let forms: [String] = {
        let escaped = key.utf8.map { "\\u00" + String($0, radix: 16) }.joined()
        var forms = [
            key, percent(key, upper: true), percent(key, upper: false), key.replacing("/", with: "%2F"),
            key.replacing("+", with: "%2b"), key.replacing("/", with: "%252F"), key.replacing("/", with: "\\/"),
            escaped, escaped.replacing("\\u", with: "\\\\u"), key.replacing("A", with: "\\u0041"),
        ]
        for before in ["", "k", "ke", "key"] {
            let encoded = base64(before + key + "&more")
            forms += [encoded, ofAddresses(encoded)]
            forms += ["\\/", "%2F"].map { encoded.replacing("/", with: $0) }
        }
        return forms + [base64(key), ofAddresses(base64(key))]
    }()

    @Test(arguments: ["\\u-001", "\\u+041", "%-1", "%+4", "%2", "\\u00", "\\u", "\\", "%25", "\\u00zz", "%zz"])
    func `what only begins like an escape is left as it is`(text: String) {
        #expect(mask.hiding(in: text) == text)
        #expect(mask.hiding(in: "\(text)\(Self.key)").hasSuffix("***"))
    }

    @Test func `a long text of encoded secrets is hidden in one piece`() {
        let encoded = Self.base64(String(repeating: Self.key, count: 20_000))
        #expect(mask.hiding(in: "<\(encoded)>") == "<***>")
    }

    @Test(arguments: forms) func `a secret is hidden in every form, and nothing else is`(_ form: String) throws {
        for text in ["\(form)", "before \(form) after", #"{"a":"<\#(form)>","b":"\n"}"#] {
            let hidden = mask.hiding(in: text)
            #expect(hidden.contains("***"), "\(text)")
            // No six characters in a row of what stood there are left.
            let characters = Array(form)
            for start in stride(from: 0, to: max(1, characters.count - 6), by: 1) {
                let part = String(characters[start..<min(start + 6, characters.count)])
                #expect(!hidden.contains(part), "\(part) of \(form) is left in \(hidden)")
            }
            if text.hasPrefix("{") {
                let root = try JSONDocument(Array(hidden.utf8)).root
                #expect(root["a"]?.string?.hasPrefix("<") == true && root["b"]?.string == "\n", "\(hidden)")
            }
        }
    }

    @Test func `JSON stays JSON where a secret begins as an escape does`() throws {
        let mask = SecretMask(secrets: ["nothing-to-see"])
        let json = #"{"a":"line\nothing-to-see"}"#
        #expect(try JSONDocument(Array(mask.hiding(in: json).utf8)).root["a"]?.string == "line***")
    }

    @Test func `a text without a secret stays as it is, and a short secret hides nothing`() {
        let text = #"{"project":"my-project-4711","percent":"100 %","path":"a\\b\/c","base64":"QUl6YQ=="}"#
        #expect(mask.hiding(in: text) == text)
        #expect(SecretMask(secrets: ["sky", ""]).hiding(in: "the sky") == "the sky")
    }

    @Test func `a token of many words is hidden without its scheme`() {
        let mask = SecretMask([HTTPHeader("Authorization", "Bearer ya29.token-of-the-test")])
        #expect(mask.hiding(in: "Bearer ya29.token-of-the-test, ya29%2Etoken%2Dof-the-test") == "Bearer ***, ***")
    }

    @Test func `a label that repeats the key is stored without it`() throws {
        let service = try Service { _ in
            let encoded = Data(Service.key.utf8).base64EncodedString()
            let label = #"{"description":"\#(Service.key) \#(encoded)","score":0.5}"#
            return .init(200, #"{"responses":[{"labelAnnotations":[\#(label)]}]}"#)
        }
        let reply = try #require(try service.send("one").first)
        #expect(summary(reply) == "answered *** *** billed")
        #expect(reply.raw.map { String(decoding: $0.bytes, as: UTF8.self) }?.contains("*** ***") == true)
        let caller = try Caller(always: #"{"result":[{"labelAnnotations":[{"description":"\#(Caller.idToken)"}]}]}"#)
        #expect(summary(try caller.reply()) == "answered *** billed")
    }
}
