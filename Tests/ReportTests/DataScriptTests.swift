import Domain
import JSON
import Testing

@testable import Report

@Suite("Data files of the page") struct DataScriptTests {
    @Test func `a script holds any text in a string that nothing ends`() {
        let text = "a'b\\c\n\r\u{2028}\u{2029}</script>é\u{80}ア"
        var json = JSONBuilder()
        json.array { $0.add(nil, text) }
        let script = String(decoding: DataScript.call("text", ["job"], json: json.bytes), as: UTF8.self)
        #expect(script.hasPrefix("cairn.text('job',JSON.parse('[\"a\\'b"))
        #expect(script.hasSuffix("'))\n"))
        let body = script.dropLast()
        for letter in ["\n", "\r", "\u{2028}", "\u{2029}", "</"] { #expect(!body.contains(letter)) }
        #expect(body.contains("\\u2028\\u2029<\\/script>é\u{80}ア"))
    }

    @Test func `objects and arrays have commas where they belong`() throws {
        var json = JSONBuilder()
        json.object { json in
            json.add("a", 1)
            json.array("b") { json in
                json.add(nil, "x")
                json.add(nil, Float.nan)
                json.array { _ in }
            }
            json.add("c", Double?.none)
        }
        #expect(String(decoding: json.bytes, as: UTF8.self) == #"{"a":1,"b":["x",null,[]],"c":null}"#)
        _ = try JSONDocument(json.bytes)
    }
}
