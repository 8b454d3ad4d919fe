import Services
import Testing

@Suite("The words of a service") struct ServiceWordsTests {
    @Test func `are one line of at most 300 characters`() {
        #expect(serviceWords("no\r\nsuch\n\nkey") == "no such key")
        #expect(serviceWords(String(repeating: "é", count: 400)).count == 300)
        #expect(!serviceWords("a\u{1B}[31mb").contains("\u{1B}"))
    }

    @Test func `hold no secret, however short, and none that a cut has split`() {
        #expect(serviceWords("the key k1 is bad", hiding: ["k1"]) == "the key *** is bad")
        let words = String(repeating: "x", count: 295) + "AIza-a-secret"
        #expect(serviceWords(words, hiding: ["AIza-a-secret"]).hasSuffix("x***"))
        let long = String(repeating: "s", count: 799) + "t"
        #expect(serviceWords("bad: \(long) \(long)", hiding: [long]) == "bad: *** ***")
    }
}
