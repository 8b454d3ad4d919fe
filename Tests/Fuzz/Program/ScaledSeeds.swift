import Corpora
import Glibc
import Pictures
import TestSupport

/// JPEG files of every sampling, quality and coding that libjpeg-turbo writes, of pictures that are drawn by chance.
enum ScaledSeeds {
    /// A file, and whether `BaselineDecoder` is expected to take it.
    struct Seed {
        var file: [UInt8]
        var isCommon: Bool
    }

    /// A file of one picture.
    static func make(_ random: inout Seeded, width: Int, height: Int) -> Seed? {
        let sampling = random.pick(LibraryJPEG.Sampling.allCases + [.quarter, .quarter, .half, .full])
        let isProgressive = random.once(in: 20)
        // libjpeg-turbo takes these from the environment alone.
        let restart = random.pick(["", "", "1", "2", "1B", "3B", "\(1 + random.below(40))B"])
        setenv("TJ_RESTART", restart, 1)
        setenv("TJ_OPTIMIZE", random.once(in: 2) ? "1" : "0", 1)
        if restart.isEmpty { unsetenv("TJ_RESTART") }
        guard let bitmap = draw(&random, width: width, height: height),
            let file = LibraryJPEG.encode(
                bitmap, quality: 1 + random.below(100), sampling: sampling, isProgressive: isProgressive)
        else { return nil }
        return Seed(file: file, isCommon: sampling.isCommon && !isProgressive && max(width, height) > 4)
    }

    /// A slope of colors under more or less noise, with an edge.
    private static func draw(_ random: inout Seeded, width: Int, height: Int) -> Bitmap? {
        let (noise, edge) = (random.pick([1, 4, 30, 256]), random.below(width + 1))
        let slopes = (0..<6).map { _ in random.below(9) - 4 }
        var pixels: [UInt8] = []
        pixels.reserveCapacity(3 * width * height)
        for y in 0..<height {
            for x in 0..<width {
                for channel in 0..<3 {
                    let level = 128 + (x * slopes[channel] + y * slopes[3 + channel]) / 2 + (x < edge ? 60 : 0)
                    pixels.append(UInt8(truncatingIfNeeded: max(0, min(255, level + random.below(noise) - noise / 2))))
                }
            }
        }
        return Bitmap(width: width, height: height, pixels: pixels)
    }
}
