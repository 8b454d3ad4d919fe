import FoundationEssentials
import TestSupport
import Testing
import Text

@Suite("Base 64") struct Base64Tests {
    @Test func `any bytes become what Foundation makes of them`() {
        var generator = Seeded(64)
        for length in 0...200 {
            let source = (0..<length).map { _ in UInt8.random(in: 0...255, using: &generator) }
            let oracle = Data(source).base64EncodedString()
            #expect(String(decoding: Base64.encode(source), as: UTF8.self) == oracle, "seed 64, length \(length)")
            #expect(Base64.count(of: length) == oracle.utf8.count)
        }
    }

    @Test func `every pair of characters is there, slashes unescaped, behind what was there`() {
        let source = (0..<65_536).flatMap { pair -> [UInt8] in [UInt8(pair >> 8), UInt8(pair & 255), 0x3F] }
        let oracle = Array(Data(source).base64EncodedString().utf8)
        var room = Array("before".utf8) + [UInt8](repeating: 0, count: oracle.count)
        var span = room.mutableSpan
        Base64.write(source.span, into: &span, at: 6)
        #expect(room == Array("before".utf8) + oracle)
    }
}
