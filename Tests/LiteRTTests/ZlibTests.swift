import TestSupport
import Testing
import Zlib

@Suite struct ZlibTests {
    @Test(arguments: [0, 1, 5, 100, 65_535, 65_536, 65_537, 300_000])
    func `what was deflated inflates to itself`(count: Int) throws {
        var generator = Seeded(UInt64(count))
        let bytes = (0..<count).map { _ in UInt8.random(in: 0...40, using: &generator) }
        for level in [-3, 0, 1, 6, 9, 12] {
            #expect(try inflated(deflated(bytes, level: level), limit: count) == bytes, "level \(level)")
        }
    }

    @Test func `a limit below the length is refused and the length itself is not`() throws {
        let packed = deflated([UInt8](repeating: 7, count: 1_000_000))
        #expect(packed.count < 2000)
        #expect(throws: ZlibError.tooLong(limit: 999_999)) { try inflated(packed, limit: 999_999) }
        #expect(try inflated(packed, limit: 1_000_000).count == 1_000_000)
    }

    @Test func `the checksum is the standard's`() {
        #expect(checksum(Array("123456789".utf8)) == 0xCBF4_3926)
        #expect(checksum([]) == 0)
    }

    @Test func `raw data is the middle of a zlib stream`() throws {
        let bytes = Array("label\nlabel\nlabel\n".utf8)
        let packed = deflated(bytes)
        let middle = Array(packed[2..<(packed.count - 4)])
        #expect(try inflated(middle, raw: true, limit: 100) == bytes)
        #expect(throws: ZlibError.damaged) { try inflated(middle, limit: 100) }
    }

    @Test func `every cut is reported, and damage never answers other bytes`() throws {
        var generator = Seeded(3)
        let bytes = (0..<5000).map { _ in UInt8.random(in: 0...9, using: &generator) }
        let packed = deflated(bytes)
        for length in 0..<packed.count {
            #expect(throws: ZlibError.cutShort) { try inflated(Array(packed[..<length]), limit: 10_000) }
        }
        for _ in 0..<2000 {
            var damaged = packed
            damaged[Int.random(in: 0..<packed.count, using: &generator)] ^= UInt8.random(in: 1...255, using: &generator)
            let answer = try? inflated(damaged, limit: 10_000)
            #expect(answer == nil || answer == bytes)
        }
    }
}
