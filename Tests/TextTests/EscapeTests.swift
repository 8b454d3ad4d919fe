import Testing
import Text

@Suite struct EscapeTests {
    @Test func `hexadecimal digits come back to their bytes`() {
        let bytes = (0...255).map(UInt8.init)
        let digits = hexadecimal(bytes)
        #expect(digits.hasPrefix("000102") && digits.hasSuffix("fdfeff") && digits.utf8.count == 512)
        #expect(Text.bytes(ofHexadecimal: digits) == bytes)
        #expect(hexadecimal([]) == "" && Text.bytes(ofHexadecimal: "") == [])
    }

    @Test(arguments: ["f", "fF", "FF", "0x", "g0", " 0", "é"])
    func `bytes are read from pairs of lower-case digits only`(text: String) {
        #expect(Text.bytes(ofHexadecimal: text) == nil)
    }

    @Test func `a digit has its value in either case`() {
        let values = "0123456789abcdefABCDEF".utf8.map(hexadecimalDigit)
        #expect(values == Array(0...15) + Array(10...15))
        #expect("/:@G`g ".utf8.allSatisfy { hexadecimalDigit($0) == nil })
    }

    @Test func `an address keeps letters, digits and four signs`() {
        #expect(percentEncoded("aZ09-._~") == "aZ09-._~")
        #expect(percentEncoded("a b/c?d=é%") == "a%20b%2Fc%3Fd%3D%C3%A9%25")
        #expect(percentEncoded("x/yz".dropFirst()) == "%2Fyz")
        #expect(percentEncoded(Array("/a.b-c_d~e?\u{1}".utf8), keeping: "/.-") == "/a.b-c%5Fd%7Ee%3F%01")
        #expect(formEncoded([("grant type", "a&b"), ("x", "")]) == "grant%20type=a%26b&x=")
    }

    @Test(arguments: [
        ("", #""""#), ("a/b", #""a/b""#), ("say \"no\"\\", #""say \"no\"\\""#), ("\n\r\t", #""\n\r\t""#),
        ("\u{0}\u{1f}", #""\u0000\u001f""#), ("é\u{7f}\u{202e}", "\"é\u{7f}\u{202e}\""),
    ])
    func `a JSON string escapes what it must`(text: String, json: String) {
        var bytes = Array("x".utf8)
        bytes.append(json: text)
        #expect(String(decoding: bytes, as: UTF8.self) == "x" + json)
    }

    @Test(arguments: [
        ([UInt8]("plain /".utf8), #""plain /""#), (Array("é\"\\\n\r\t".utf8), #""é\"\\\n\r\t""#),
        ([0, 0x1B, 0x7F], #""\u0000\u001b\u007f""#), (Array("\u{202e}\u{2028}\u{85}".utf8), #""\u202e\u2028\u0085""#),
        ([0xFF, 0x61, 0xE2, 0x82], #""\\xffa\\xe2\\x82""#),
        ([0xC0, 0x80, 0xED, 0xA0, 0x80], #""\\xc0\\x80\\xed\\xa0\\x80""#),
        (Array("👍".utf8), "\"👍\""),
    ])
    func `a JSON string of bytes is valid and moves nothing on a terminal`(bytes: [UInt8], json: String) {
        var text: [UInt8] = []
        text.append(jsonOf: bytes)
        #expect(String(validating: text, as: UTF8.self) == json)
    }

    @Test(arguments: [
        ([UInt8]("a é 👍".utf8), "a é 👍"), ([0x61, 0xFF, 0x62], #"a\xffb"#),
        (Array("a\nb\u{202e}".utf8), #"a\x0ab\xe2\x80\xae"#),
        ([0xE2, 0x82], #"\xe2\x82"#), ([], ""),
    ])
    func `bytes are readable on one line`(bytes: [UInt8], text: String) { #expect(readable(bytes) == text) }

    @Test func `bytes that are not UTF-8 come one at a time`() {
        let parts = LossyText(Array("aé".utf8) + [0xFF, 0xF0, 0x9F] + Array("👍".utf8)).map { part in
            switch part {
            case .scalar(let scalar): String(scalar)
            case .byte(let byte): "\(byte)"
            }
        }
        #expect(parts == ["a", "é", "255", "240", "159", "👍"])
    }
}
