import Testing
import YAML

@Suite struct CoreSchemaTests {
    @Test(
        arguments: [
            ("~", .null), ("null", .null), ("Null", .null), ("NULL", .null), ("\"\"", .string("")),
            ("nULL", .string("nULL")),
            ("true", .bool(true)), ("True", .bool(true)), ("FALSE", .bool(false)), ("tRUE", .string("tRUE")),
            ("0", .integer(0)), ("-12", .integer(-12)), ("+7", .integer(7)), ("007", .integer(7)),
            ("0o17", .integer(15)), ("0x1F", .integer(31)), ("0o9", .string("0o9")), ("0xG", .string("0xG")),
            ("0x", .string("0x")), ("-0x1", .string("-0x1")), ("0x-1", .string("0x-1")),
            ("9223372036854775807", .integer(.max)), ("9223372036854775808", .float(9_223_372_036_854_775_808)),
            ("0xFFFFFFFFFFFFFFFF", .float(18_446_744_073_709_551_616)),
            ("1.5", .float(1.5)), ("-.5", .float(-0.5)), ("5.", .float(5)), ("1e3", .float(1000)),
            ("1E-2", .float(0.01)),
            ("+1.25e+2", .float(125)), (".inf", .float(.infinity)), ("-.INF", .float(-.infinity)),
            (".", .string(".")), ("1e", .string("1e")), ("1.2.3", .string("1.2.3")), ("e5", .string("e5")),
            ("-", .list([.null])), ("+", .string("+")), ("+.nan", .string("+.nan")), ("1_000", .string("1_000")),
            ("12:30", .string("12:30")), ("0b1", .string("0b1")), ("2024-01-01", .string("2024-01-01")),
        ] as [(String, Plain)])
    func `plain scalars mean what YAML 1.2 says`(text: String, expected: Plain) throws {
        #expect(Plain(try parse(text)) == expected)
    }

    @Test(arguments: ["yes", "no", "on", "off", "y", "N", "Yes"])
    func `the flags of YAML 1_1 are texts`(word: String) throws {
        #expect(Plain(try parse(word)) == .string(word))
    }

    @Test(arguments: ["\"5\"", "'5'", "!!str 5", "! 5", "|-\n  5", ">-\n  5"])
    func `a number in any kind of quotes is a text`(text: String) throws {
        #expect(Plain(try parse(text)) == .string("5"))
    }

    @Test func `not a number is a float`() throws {
        guard case .float(let number) = try parse(".nan").content else {
            Issue.record("no float")
            return
        }
        #expect(number.isNaN)
    }

    @Test func `a number keeps how it is written`() throws {
        #expect(try parse("{usd: 0.10}")["usd"]?.source == "0.10")
    }

    @Test(arguments: [
        ("!!int \"5\"", Plain.integer(5)), ("!!float 5", .float(5)), ("!!null ''", .null),
        ("!!bool 'true'", .bool(true)),
        ("!!seq [1]", .list([.integer(1)])), ("!!map {a: 1}", .mapping(["a": .integer(1)])),
    ])
    func `YAML's own tags are followed`(text: String, expected: Plain) throws {
        #expect(Plain(try parse(text)) == expected)
    }

    @Test(arguments: [
        ("!!int five", "1:1: the tag !!int does not fit here; leave it out"),
        ("a: !secret x", "1:4: the tag !secret does not fit here; leave it out"),
        ("- !!map [1]", "1:3: the tag !!map does not fit here; leave it out"),
    ])
    func `a tag that does not fit is refused`(text: String, expected: String) {
        #expect(complaint(about: text) == expected)
    }
}
