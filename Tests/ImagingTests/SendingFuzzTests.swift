import Corpora
import Imaging
import Pictures
import TestSupport
import Testing
import Domain

/// Whatever the bytes are, the answer is a file or a failure; a crash ends the test run.
@Suite("Damaged files on their way to a service") struct SendingFuzzTests {
    static let names = [
        "rgb.png", "alpha.png", "interlaced.png", "rgb16.png", "lossless.webp", "lossy.webp", "baseline.jpg",
        "progressive.jpg", "cmyk.jpg", "restart.jpg", "turned.heic", "other.gif", "other.bmp", "other.tiff",
        "talkative.jpg",
        "talkative.png", "talkative.webp", "talkative.gif",
    ]

    private func file(_ name: String) throws -> [UInt8] {
        let bitmap = try Picture.smooth(width: 90, height: 66)
        return switch name {
        case "talkative.jpg": try Talkative.jpeg(bitmap, orientation: 7, profile: Talkative.profile(70_000))
        case "talkative.png": try Talkative.png(bitmap, profile: Talkative.profile(300))
        case "talkative.webp": try Talkative.webp()
        case "talkative.gif": try Talkative.gif()
        default: try Talkative.fixture(name)
        }
    }

    @Test(arguments: names)
    func `mutations give a file that can be read, or a failure`(name: String) throws {
        let whole = try file(name)
        let seed = UInt64(whole.count)
        var random = Seeded(seed)
        let preparer = ImagePreparer()
        let requests = [
            sending(), sending(metadata: .keep), sending(box(30, 20)), sending(box(30, 20), metadata: .keep),
            sending(maxBytes: 900),
        ]
        for round in 0..<300 {
            var mutated = whole
            for _ in 0..<Int.random(in: 1...8, using: &random) {
                let at = Int.random(in: 0..<mutated.count, using: &random)
                switch Int.random(in: 0..<5, using: &random) {
                case 0: mutated[at] = UInt8.random(in: 0...255, using: &random)
                case 1: mutated[at] ^= 1 << UInt8.random(in: 0...7, using: &random)
                case 2: mutated[at] = [0, 1, 0x7F, 0x80, 0xFF].randomElement(using: &random) ?? 0
                case 3: mutated.remove(at: at)
                default: mutated.removeLast(min(mutated.count - 1, Int.random(in: 1...40, using: &random)))
                }
            }
            let request = requests[round % requests.count]
            guard let image = try? preparer.encode(mutated.span, for: request, pixelLimit: 1_000_000) else { continue }
            #expect(image.bytes.count <= request.maxBytes, "\(name), seed \(seed), round \(round)")
            let header = try? PictureHeader.read(image.bytes.span)
            #expect(
                header?.upright == PixelSize(width: image.size.width, height: image.size.height),
                "\(name), seed \(seed), round \(round)")
        }
    }
}
