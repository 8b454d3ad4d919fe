import Imaging
import Pictures
import TestSupport
import Domain

/// Pictures on their way to a local model: decoded, upright, resized.
final class TensorKind: Kind {
    static let name = "tensors"
    /// libde265 takes memory for the size that a HEIC's coded picture says of itself, whatever its boxes say.
    static let maxMegabytes = 3072

    /// More pixels than this are refused, so that what a header promises does not decide how long a run takes.
    static let pixelLimit = 4_000_000

    private let seeds: PictureSeeds
    private let preparer = ImagePreparer()
    private let decoder = PictureDecoder()
    private var bitmap = Bitmap()

    init() throws { seeds = try PictureSeeds() }

    func run(_ random: inout Seeded) throws(Breach) -> Bool {
        let file = seeds.mutated(&random)
        let request = SampleRequest(
            size: random.pick([Size(width: 16, height: 16), Size(width: 33, height: 20), Size(width: 1, height: 7)]),
            channels: random.pick([3, 3, 1]), fit: random.pick(Fit.allCases))
        let image: PreparedImage
        do throws(Failure) {
            image = try preparer.prepare(file.span, for: request, pixelLimit: Self.pixelLimit)
        } catch {
            try error.holds(file)
            return false
        }
        let count = request.size.width * request.size.height * request.channels
        guard image.samples.count == count, image.size == request.size else {
            throw Breach(words: "\(image.samples.count) samples, and not \(count)", input: file)
        }
        guard image.samples.allSatisfy({ $0 >= 0 && $0 <= 255.01 }) else {
            throw Breach(words: "a sample is not within 0...255", input: file)
        }
        guard let header = try? PictureHeader.read(file.span),
            image.placement.original == Size(width: header.upright.width, height: header.upright.height)
        else { throw Breach(words: "the original's size is not the header's", input: file) }
        guard random.once(in: 2) else { return true }
        do throws(PictureError) {
            try decoder.decode(file.span, atLeast: nil, pixelLimit: Self.pixelLimit, into: &bitmap)
        } catch {
            return true
        }
        guard bitmap.size == header.stored, bitmap.pixels.count == 3 * bitmap.width * bitmap.height else {
            throw Breach(
                words: "the header says \(header.stored), and \(bitmap.size) are decoded", input: file)
        }
        return true
    }
}

extension Failure {
    /// Checks a picture's failure: it says something, in one line that fits a terminal.
    func holds(_ input: [UInt8]) throws(Breach) {
        let isSound =
            !message.isEmpty && message.utf8.count < 1000
            && message.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7F }
        if !isSound { throw Breach(words: "the failure is not fit to be shown: \(message)", input: input) }
    }
}
