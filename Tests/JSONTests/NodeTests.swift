import JSON
import Testing

@Suite("What a JSON text holds") struct NodeTests {
    @Test func `values are found by name and place, whatever their kind`() throws {
        let text = #"{"a":[1,-2.5e3,"x\ny😀",true,false,null,{}],"n":null,"big":"18446744073709","ten":10.0}"#
        let root = try JSONDocument(Array(text.utf8)).root
        let elements = try #require(root["a"]).elements
        #expect(elements.count == 7)
        #expect(elements[0].integer == 1)
        #expect(elements[1].double == -2500)
        #expect(elements[2].string == "x\ny😀")
        #expect(elements[3].bool == true)
        #expect(elements[4].bool == false)
        #expect(elements[5].isNull)
        #expect(elements[6].isObject && elements[6].members.isEmpty)
        #expect(root["n"] == nil)
        #expect(root["missing"] == nil)
        #expect(root["big"]?.integer == 18_446_744_073_709)
        #expect(root["ten"]?.integer == 10)
        #expect(root["a"]?["b"] == nil)
    }

    @Test(arguments: [
        "", "{", "[1,]", "[1 2]", "{\"a\" 1}", "{a:1}", "01", "1.", "tru", "\"\\x\"", "\"\u{01}\"", "1 1", "[", "-",
    ])
    func `what is no JSON is refused`(text: String) {
        #expect(throws: JSONError.self) { try JSONDocument(Array(text.utf8)) }
    }

    @Test func `nothing nests deeper than the limit`() {
        #expect(throws: JSONError.self) { try JSONDocument(Array(repeating: UInt8(ascii: "["), count: 1 << 20)) }
    }
}
