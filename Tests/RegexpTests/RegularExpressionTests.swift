import Regexp
import TestSupport
import Testing

@Suite struct RegularExpressionTests {
    @Test(arguments: [
        ("", "", true), ("", "abc", true), ("b", "abc", true), ("d", "abc", false), ("^b", "abc", false),
        ("^a.c$", "abc", true), ("a.c", "a\nc", false), ("(?s)a.c", "a\nc", true), ("^b$", "a\nb\nc", false),
        ("(?m)^b$", "a\nb\nc", true), ("light|tower", "a tower", true), ("^(light|tower)$", "a tower", false),
        ("ab*c", "ac", true), ("ab+c", "ac", false), ("ab?c", "abbc", false), ("a{2,3}", "a", false),
        ("^a{2,3}$", "aaa", true), ("^a{2,3}$", "aaaa", false), ("^a{2,}$", "aaaaaa", true), ("^a{2}$", "aaa", false),
        ("a{x}", "a{x}", true), ("[a-c]+$", "xyzabc", true), ("[^a-c]", "abc", false), ("[]a]", "]", true),
        ("[a-]", "-", true), ("[\\d.]+€", "3.50€", true), ("\\d{4}-\\d\\d", "on 2026-11", true), ("\\D", "123", false),
        ("^\\w+$", "Größe", true), ("^\\w+$", "a b", false), ("\\bcat\\b", "a cat sat", true),
        ("\\bcat\\b", "concatenate", false), ("\\Bcat", "concatenate", true), ("^\\s+$", " \t\u{A0}", true),
        ("(?i)straße", "STRAßE", true), ("(?i)ÉCLAIR", "éclair", true), ("(?i)[a-c]x", "BX", true),
        ("a(?i)b", "aB", true), ("a(?i)b", "AB", false), ("(?i:a)b", "Ab", true), ("(?i:a)b", "AB", false),
        ("a*?b", "aab", true), ("(a*)*b", "aaaa", false), ("(|a)+$", "b", true), ("\\.", "a", false),
        ("\\x41\\x{1F600}", "A😀", true), ("^.$", "😀", true), ("^.$", "e\u{301}", false), ("a\\\\b", "a\\b", true),
        ("[^\\w]", "é!", true), ("(?i)[^a]", "A", false), ("\\Aab\\z", "ab", true), ("x|", "y", true),
    ])
    func `a pattern matches what it says`(pattern: String, text: String, matches: Bool) throws {
        #expect(try RegularExpression(pattern).matches(text) == matches, "\(pattern) in \(text)")
    }

    @Test(arguments: [
        ("(", "the group has no `)`, at character 1"), ("a)", "`)` closes no group, at character 2"),
        ("a[bc", "`[` has no `]`, at character 2"),
        ("*a", "nothing is before `*` that it could repeat, at character 1"),
        ("a**", "a repetition of a repetition needs a group, at character 3"),
        ("a++", "possessive repetition is not supported, at character 3"),
        ("(a)\\1", "back-references such as \\1 are not supported, at character 4"),
        ("a\\", "a backslash is at the end, at character 2"),
        ("\\q", "the escape \\q is not supported, at character 1"),
        ("a{3,2}", "the repetition {3,2} goes backwards, at character 2"),
        ("a{1001}", "a repetition can count to 1000 at most, at character 2"),
        ("(?=a)", "look-around and named groups are not supported; write (...), (?:...) or (?i), at character 1"),
        ("[b-a]", "the range in brackets goes backwards, or to a class, at character 2"),
        ("[[:alpha:]]", "classes such as [:alpha:] are not supported; write \\w, \\d or \\s, at character 2"),
        ("\\x{D800}", "\\x needs two hexadecimal digits, or those of a character in braces, at character 1"),
        ("((a{100}){100}){100}", "it is too long, with its repetitions written out (more than 10000 steps)"),
        (String(repeating: "(", count: 5000), "more than 100 groups are in each other, at character 101"),
    ])
    func `what is not a pattern is refused with its place`(pattern: String, reason: String) {
        do throws(RegularExpressionError) {
            _ = try RegularExpression(pattern)
            Issue.record("\(pattern) was compiled")
        } catch { #expect("\(error)" == reason, "\(pattern)") }
    }

    @Test(arguments: [
        ("(a+)+$", "b"), ("(a|aa)+$", "b"), ("(a|a)*b", ""), ("(.*)*x", ""), ("(a?){30}a{30}$", "b"),
        ("(.*a){12}x", ""), ("^(([a-z])+.)+[A-Z]([a-z])+$", "!"),
    ])
    func `patterns that ruin backtracking take time in proportion to the text`(pattern: String, end: String) throws {
        let expression = try RegularExpression(pattern)
        let clock = ContinuousClock()
        let text = String(repeating: "a", count: 4000) + end
        let time = clock.measure { #expect(!expression.matches(text)) }
        #expect(time < .seconds(20), "\(pattern): \(time)")
    }

    private func matches(_ pattern: String, _ bytes: [UInt8]) throws -> Bool {
        var search = RegexpSearch(try RegularExpression(pattern))
        return search.matches(bytes.span)
    }

    @Test func `one search after the other knows nothing of those before`() throws {
        var search = RegexpSearch(try RegularExpression("ab+$|^x"))
        for (text, expected) in [("cab", true), ("b", false), ("a", false), ("ab", true), ("yx", false), ("x", true)] {
            #expect(search.matches(Array(text.utf8).span) == expected, "\(text)")
        }
    }

    @Test func `bytes that are not UTF-8 are one character each`() throws {
        let bytes: [UInt8] = [0x61, 0xFF, 0xC3, 0x62, 0xED, 0xA0, 0x80, 0xF0, 0x9F]
        #expect(try matches("^a\\x{FFFD}\\x{FFFD}b\\x{FFFD}{5}$", bytes))
        #expect(try !matches("é", [0xC3]))
        #expect(try RegularExpression("a\\x00b").matches("a\u{0}b"))
    }

    @Test func `any text is a pattern or an error, and any text can be searched`() throws {
        var random = Seeded(4711)
        let pieces =
            Array("aéb()[]|*+?{}\\^$.,12-i:dDwWsbBxAz \n").map(String.init) + ["(?i)", "{2,3}", "[^", "\\x{", "(?:"]
        var compiled = 0
        for _ in 0..<20_000 {
            let count = Int.random(in: 0..<12, using: &random)
            let pattern = (0..<count).compactMap { _ in pieces.randomElement(using: &random) }.joined()
            let bytes = (0..<8).map { _ in UInt8.random(in: 0...255, using: &random) }
            do throws(RegularExpressionError) {
                var search = RegexpSearch(try RegularExpression(pattern))
                let found = search.matches(bytes.span)
                #expect(search.matches(bytes.span) == found, "\(pattern)")
                compiled += 1
            } catch {
                #expect(
                    (1...max(1, pattern.unicodeScalars.count + 1)).contains(error.position ?? 1), "\(pattern): \(error)"
                )
            }
        }
        #expect((2000..<18_000).contains(compiled), "\(compiled)")
    }

    /// A small matcher by another way, sets of ends, as the judge.
    @Test func `random patterns match as they do by another way`() throws {
        var random = Seeded(20_261_122)
        var matched = 0
        for _ in 0..<3000 {
            let (pattern, ends) = Self.random(depth: 3, &random)
            let text = (0..<Int.random(in: 0..<7, using: &random)).map { _ in
                Bool.random(using: &random) ? UInt8(ascii: "a") : UInt8(ascii: "b")
            }
            let expected = (0...text.count).contains { !ends(text, $0).isEmpty }
            let found = try matches(pattern, text)
            #expect(found == expected, "\(pattern) in \(String(decoding: text, as: UTF8.self))")
            matched += found ? 1 : 0
        }
        #expect((300..<2700).contains(matched), "\(matched)")
    }

    private typealias Ends = ([UInt8], Int) -> Set<Int>

    private static func random(depth: Int, _ random: inout Seeded) -> (String, Ends) {
        guard depth > 0 else {
            switch Int.random(in: 0..<5, using: &random) {
            case 0: return ("^", { $1 == 0 ? [0] : [] })
            case 1: return ("$", { $1 == $0.count ? [$1] : [] })
            case 2: return (".", { $1 < $0.count ? [$1 + 1] : [] })
            default:
                let letter = Bool.random(using: &random) ? "a" : "b"
                return (letter, { $1 < $0.count && $0[$1] == Array(letter.utf8)[0] ? [$1 + 1] : [] })
            }
        }
        let (first, firstEnds) = Self.random(depth: depth - 1, &random)
        let (second, secondEnds) = Self.random(depth: depth - 1, &random)
        switch Int.random(in: 0..<4, using: &random) {
        case 0:
            return ("(?:\(first)|\(second))", { firstEnds($0, $1).union(secondEnds($0, $1)) })
        case 1:
            return (
                "(\(first))*",
                { text, start in
                    var ends: Set = [start]
                    var newest = ends
                    while !newest.isEmpty {
                        newest = Set(newest.flatMap { firstEnds(text, $0) }).subtracting(ends)
                        ends.formUnion(newest)
                    }
                    return ends
                }
            )
        case 2:
            return (
                "(\(first)){1,2}",
                { text, start in
                    let once = firstEnds(text, start)
                    return once.union(once.flatMap { firstEnds(text, $0) })
                }
            )
        default:
            return (first + second, { text, start in Set(firstEnds(text, start).flatMap { secondEnds(text, $0) }) })
        }
    }
}
