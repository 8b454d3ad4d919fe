import Pictures
import TestSupport
import Testing

/// Whatever the bytes are, the answer is a picture or an error; a crash ends the test run.
@Suite struct FuzzTests {
    @Test(arguments: Fixture.decodable.map(\.name) + Fixture.scans)
    func `every truncation gives a picture or an error`(name: String) throws {
        let file = try Fixture.bytes(name)
        let decoder = PictureDecoder()
        var bitmap = Bitmap()
        for length in 0..<file.count {
            let part = Array(file[..<length])
            attempt(part, decoder, &bitmap, "\(name) cut to \(length)")
        }
    }

    @Test(arguments: Fixture.decodable.map(\.name) + Fixture.scans)
    func `mutations give a picture or an error`(name: String) throws {
        let file = try Fixture.bytes(name)
        let seed = UInt64(file.count)
        var random = Seeded(seed)
        let decoder = PictureDecoder()
        var bitmap = Bitmap()
        for round in 0..<400 {
            var mutated = file
            for _ in 0..<Int.random(in: 1...8, using: &random) {
                let at = Int.random(in: 0..<mutated.count, using: &random)
                switch Int.random(in: 0..<5, using: &random) {
                case 0: mutated[at] = UInt8.random(in: 0...255, using: &random)
                case 1: mutated[at] ^= 1 << UInt8.random(in: 0...7, using: &random)
                case 2: mutated[at] = [0, 1, 0x7F, 0x80, 0xFF].randomElement(using: &random) ?? 0
                case 3: mutated.remove(at: at)
                default: mutated.insert(mutated[Int.random(in: 0..<mutated.count, using: &random)], at: at)
                }
            }
            attempt(mutated, decoder, &bitmap, "\(name), seed \(seed), round \(round)")
        }
    }

    private func attempt(_ bytes: [UInt8], _ decoder: PictureDecoder, _ bitmap: inout Bitmap, _ what: String) {
        _ = try? PictureHeader.read(bytes.span)
        do throws(PictureError) {
            // A limit of a megapixel: what a mutated header promises may well be there in memory.
            try decoder.decode(
                bytes.span, atLeast: PixelSize(width: 10, height: 10), pixelLimit: 1_000_000, into: &bitmap)
            #expect(bitmap.pixels.count == 3 * bitmap.width * bitmap.height && bitmap.width > 0, "\(what)")
        } catch {
            #expect(error != .empty || bytes.isEmpty, "\(what)")
        }
    }
}
