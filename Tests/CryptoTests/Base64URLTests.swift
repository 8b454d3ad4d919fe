import Crypto
import FoundationEssentials
import TestSupport
import Testing

@Suite struct Base64URLTests {
    @Test func `Base 64 for addresses is Foundation's with other letters and no padding, there and back`() {
        let seed: UInt64 = 1
        var random = Seeded(seed)
        for count in 0..<500 {
            let bytes = (0..<count).map { _ in UInt8.random(in: .min ... .max, using: &random) }
            let padded = String(
                Data(bytes).base64EncodedString().map { $0 == "+" ? "-" : $0 == "/" ? "_" : $0 })
            let text = Base64URL.text(bytes)
            #expect(text == String(padded.prefix { $0 != "=" }), "seed \(seed), \(count) bytes")
            #expect(Base64URL.bytes(text) == bytes && Base64URL.bytes(padded) == bytes, "seed \(seed), \(count) bytes")
        }
    }

    @Test(arguments: ["A", "AAAAA", "+A", "A/", "A A", "Ä", "A=A"])
    func `Base 64 for addresses is not read from what is none`(text: String) {
        #expect(Base64URL.bytes(text) == nil)
    }
}
