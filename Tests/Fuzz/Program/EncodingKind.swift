import Corpora
import Pictures
import TestSupport

/// Whole JPEG files of every kind, at an eighth by our own decoder and by libjpeg-turbo.
final class EncodingKind: Kind {
    static let name = "encodings"
    static let maxMegabytes = 100

    private var decoder = BaselineDecoder()
    private var bitmap = Bitmap()
    private var planar = DecodedPicture()
    private let partwise: PartwiseDecoding

    init() throws { partwise = try PartwiseDecoding() }

    func run(_ random: inout Seeded) throws(Breach) -> Bool {
        let (width, height) =
            switch random.below(12) {
            case 0: (1 + random.below(65_500), 1 + random.below(9))
            case 1: (1 + random.below(9), 1 + random.below(65_500))
            case 2: (65_500, 1 + random.below(3))
            case 3...5: (1 + random.below(20), 1 + random.below(20))
            default: (1 + random.below(300), 1 + random.below(200))
            }
        guard let seed = ScaledSeeds.make(&random, width: width, height: height) else {
            throw Breach(words: "no file of \(width) x \(height) is written", input: [])
        }
        let isTaken = decoder.decode(seed.file.span, into: &bitmap)
        guard isTaken == seed.isCommon else {
            throw Breach(words: "\(width) x \(height) is \(isTaken ? "taken" : "left")", input: seed.file)
        }
        guard isTaken else { return false }
        guard bitmap == LibraryJPEG.decode(seed.file, divisor: 8) else {
            throw Breach(words: "\(width) x \(height) differs from libjpeg-turbo's", input: seed.file)
        }
        guard decoder.decode(seed.file.span, at: .quarter, into: &planar),
            planar.size == PixelSize(width: (width + 3) / 4, height: (height + 3) / 4)
        else { throw Breach(words: "\(width) x \(height) is not taken at a quarter", input: seed.file) }
        let window = 1 + random.below(2 * seed.file.count)
        if let difference = partwise.difference(seed.file, window: window) {
            throw Breach(words: "by \(window) bytes \(difference)", input: seed.file)
        }
        return true
    }
}
