import Corpora
import Pictures
import TestSupport

/// Drawn photographs by our own decoder and by libjpeg-turbo: at an eighth the pixels are the same, and at a quarter
/// the planes of both are held against all samples made smaller by a good filter.
final class PhotographKind: Kind {
    static let name = "photographs"
    static let maxMegabytes = 100

    private var decoder = BaselineDecoder()
    private var bitmap = Bitmap()
    private var picture = DecodedPicture()
    /// How much nearer ours were than the library's, in decibels.
    private var gain = 0.0
    private var count = 0

    init() throws {}

    func run(_ random: inout Seeded) throws(Breach) -> Bool {
        let sampling = random.pick([LibraryJPEG.Sampling.quarter, .quarter, .half, .full])
        let size = PixelSize(width: 320 + 8 * random.below(30), height: 240 + 8 * random.below(30))
        guard let photograph = draw(&random, width: size.width, height: size.height),
            let file = LibraryJPEG.encode(photograph, quality: 70 + random.below(28), sampling: sampling)
        else { throw Breach(words: "no photograph is drawn", input: []) }
        guard decoder.decode(file.span, into: &bitmap), decoder.decode(file.span, at: .quarter, into: &picture) else {
            throw Breach(words: "the photograph is not taken", input: file)
        }
        guard bitmap == LibraryJPEG.decode(file, divisor: 8) else {
            throw Breach(words: "at an eighth the photograph differs from libjpeg-turbo's", input: file)
        }
        let planes = picture.planes.map(\.bitmap)
        guard let (ours, theirs) = Quarter.decibels(of: planes, file) else {
            throw Breach(words: "planes of \(planes.map(\.size))", input: file)
        }
        guard ours > theirs - 0.1 else {
            throw Breach(words: "\(ours) dB, and libjpeg-turbo's has \(theirs)", input: file)
        }
        (gain, count) = (gain + ours - theirs, count + 1)
        guard gain > 0 || count < 10 else {
            throw Breach(words: "\(count) photographs are \(-gain / Double(count)) dB worse on average", input: file)
        }
        return true
    }

    /// A landscape of soft hills with edges between them, under texture of several sizes.
    private func draw(_ random: inout Seeded, width: Int, height: Int) -> Bitmap? {
        let steps = [1, 2, 4, 9, 24]
        let fields = steps.map { step in
            (step, (0..<((width / step + 2) * (height / step + 2))).map { _ in Double(random.below(201) - 100) / 100 })
        }
        let colors = (0..<9).map { _ in Double(random.below(200)) }
        let (hill, strength) = (Double(20 + random.below(80)), Double(2 + random.below(14)))
        var pixels: [UInt8] = []
        for y in 0..<height {
            for x in 0..<width {
                let line = Double(height) * 0.4 + hill * Double((x * 7 / width) % 3) + Double(x % 97) / 5
                let ground = Double(y) < line ? 0 : Double(y) < line * 1.4 ? 3 : 6
                var texture = 0.0
                for (step, field) in fields { texture += field[(y / step) * (width / step + 2) + x / step] }
                for channel in 0..<3 {
                    let slope = Double(y) / Double(height) * 40
                    let level = colors[Int(ground) + channel] + slope + texture * strength * (channel == 1 ? 1 : 0.8)
                    pixels.append(UInt8(max(0, min(255, level))))
                }
            }
        }
        return Bitmap(width: width, height: height, pixels: pixels)
    }
}
