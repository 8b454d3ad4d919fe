import FoundationEssentials
import TestSupport
import Testing

@testable import Backends

@Suite("The base 64 encoder") struct Base64Tests {
    @Test func `any bytes become what Foundation makes of them, behind what was there`() {
        var generator = Seeded(64)
        for length in 0...200 {
            let source = (0..<length).map { _ in UInt8.random(in: 0...255, using: &generator) }
            var bytes = Array("before".utf8)
            bytes.append(base64: source)
            let oracle = "before" + Data(source).base64EncodedString()
            #expect(String(decoding: bytes, as: UTF8.self) == oracle, "seed 64, length \(length)")
            #expect([UInt8].base64Count(length) == oracle.utf8.count - 6)
        }
    }

    @Test func `every pair of characters is there, slashes unescaped`() {
        let source = (0..<65_536).flatMap { pair -> [UInt8] in [UInt8(pair >> 8), UInt8(pair & 255), 0x3F] }
        var bytes: [UInt8] = []
        bytes.append(base64: source)
        #expect(bytes == Array(Data(source).base64EncodedString().utf8))
    }
}
