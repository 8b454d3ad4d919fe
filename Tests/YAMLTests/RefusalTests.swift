import Testing
import YAML

@Suite struct RefusalTests {
    @Test(arguments: [
        ("a: 1\nb: 2\na: 3", "3:1: the key `a` is here for the second time; it was first at line 1, column 1"),
        ("{a: 1, \"a\": 2}", "1:8: the key `a` is here for the second time; it was first at line 1, column 2"),
        ("a: 1\n---\nb: 2", "2:1: a second document starts here; write one job per file"),
        ("a: 1\n---\n", "2:1: a second document starts here; write one job per file"),
        ("? [a]\n: 1", "1:3: a key must be a plain word, not a list or a mapping"),
        ("a: *b", "1:4: the alias *b names nothing; an anchor &b must come before it"),
        ("a: &a [*a]", "1:8: the alias *a stands inside of what it names"),
        ("a:\n\t- b", "2:1: this line is indented with a tab; YAML allows only spaces"),
        ("a:\n  - b\n \t- c", "3:2: this line is indented with a tab; YAML allows only spaces"),
        (
            "a: @b",
            "1:4: a value cannot start with this character; quote a value that starts with @, ` or %, and put no "
                + "tab before it"
        ),
        (
            "a: b: c",
            "1:5: a `key: value` cannot stand here; check the indentation, and quote a value that holds a "
                + "colon and a space"
        ),
        ("a: [1, 2", "1:9: expected a comma or the closing ]"),
        ("a: {b: 1", "1:9: expected a comma or the closing }"),
        ("a: \"b\nc: d\n", "3:1: the file ends inside a quoted text; the closing quote is missing"),
        (
            "a: \"\\ud83d\\ude00\"",
            "1:7: this escape is half of a surrogate pair, which YAML does not have; write the "
                + "character itself, or all of it as \\UXXXXXXXX"
        ),
        ("é: x\u{0}y", "1:5: control characters (a NUL byte, say) are not allowed in YAML"),
    ])
    func `what is not YAML is refused with its place`(text: String, expected: String) {
        #expect(complaint(about: text) == expected)
    }

    @Test(
        arguments: [
            ([0x61, 0x3A, 0x20, 0xFF], "1:4"), ([0xEF, 0xBB, 0xBF, 0x0A, 0xC3, 0xA9, 0xC3], "2:2"),
            ([0xFF, 0xFE, 0x61, 0x00], "1:1"), ([0x0D, 0x0A, 0x0D, 0xED, 0xA0, 0x80], "3:1"),
        ] as [([UInt8], String)])
    func `bytes that are not UTF-8 are refused with their place`(bytes: [UInt8], place: String) {
        #expect(complaint(about: bytes) == "\(place): this is not UTF-8; save the file in that encoding")
    }

    @Test func `a text beyond the limit is refused unread`() {
        var limits = YAMLLimits()
        limits.bytes = 4
        #expect(complaint(about: "a: 1", limits: limits) == nil)
        #expect(complaint(about: "a: 12", limits: limits) == "1:1: 5 bytes, and no more than 4 are taken")
    }

    @Test func `nesting is bounded, through aliases too`() {
        let deep = String(repeating: "[", count: 64) + String(repeating: "]", count: 64)
        #expect(complaint(about: deep) == nil)
        #expect(complaint(about: "[\(deep)]") == "1:65: lists and mappings are nested more than 64 deep")
        let half = String(repeating: "[", count: 40) + String(repeating: "]", count: 40)
        let joined = "- &a \(half)\n- " + half.replacing("[]", with: "[*a]")
        #expect(complaint(about: joined) == "2:43: lists and mappings are nested more than 64 deep")
    }

    @Test func `a billion laughs are refused before they are laughed`() {
        var text = "a0: &a0 [lol, lol, lol, lol, lol, lol, lol, lol, lol, lol]\n"
        for level in 1...30 {
            text +=
                "a\(level): &a\(level) [" + Array(repeating: "*a\(level - 1)", count: 10).joined(separator: ", ")
                + "]\n"
        }
        let message = complaint(about: text)
        #expect(
            message == "6:45: more than 1000000 values, aliases counted as often as they are used",
            "\(message ?? "none")")
    }

    @Test func `a long or unprintable key is shown on one short line`() {
        let key = "\\e[31m" + String(repeating: "k", count: 100)
        let message = complaint(about: "\"\(key)\": 1\n\"\(key)\": 2\n") ?? ""
        #expect(message.hasPrefix("2:1: the key `\u{FFFD}[31mkkk"))
        #expect(message.unicodeScalars.count < 160)
    }
}
