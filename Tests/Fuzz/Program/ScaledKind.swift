import Corpora
import Pictures
import TestSupport

/// Changed JPEG files of at most 512 pixels at an eighth: what our own decoder takes, libjpeg-turbo decodes to the same
/// pixels without a warning.
final class ScaledKind: Kind {
    static let name = "scaled"
    static let maxMegabytes = 100
    /// More pixels than this are not decoded, so that what a changed header promises does not decide how long a run
    /// takes.
    private static let maxPixels = 1_000_000

    private let seeds: PictureSeeds
    private var decoder = BaselineDecoder()
    private var bitmap = Bitmap()
    private var planar = DecodedPicture()

    private let partwise: PartwiseDecoding

    init() throws {
        partwise = try PartwiseDecoding()
        var random = Seeded(17)
        var files: [[UInt8]] = []
        while files.count < 600 {
            let width = 1 + random.below(64)
            let seed = ScaledSeeds.make(&random, width: width, height: 1 + random.below(512 / width))
            if let seed, seed.isCommon || random.once(in: 8) { files.append(seed.file) }
        }
        seeds = PictureSeeds(files: files)
    }

    func run(_ random: inout Seeded) throws(Breach) -> Bool {
        let file = seeds.mutated(&random)
        if let size = try? PictureHeader.read(file.span).stored, size.width * size.height > Self.maxPixels {
            return false
        }
        if random.once(in: 8) {
            let window = 1 + random.below(2 * file.count + 1)
            if let difference = partwise.difference(file, window: window) {
                throw Breach(words: "by \(window) bytes \(difference)", input: file)
            }
        }
        let isTaken = decoder.decode(file.span, at: .quarter, into: &planar)
        let isTakenSmaller = decoder.decode(file.span, into: &bitmap)
        guard isTaken || isTakenSmaller else { return false }
        guard let expected = LibraryJPEG.decode(file, divisor: 8) else {
            throw Breach(words: "libjpeg-turbo warns of what is taken", input: file)
        }
        guard !isTakenSmaller || expected == bitmap else {
            throw Breach(words: "the pixels differ from libjpeg-turbo's", input: file)
        }
        return isTakenSmaller
    }
}
