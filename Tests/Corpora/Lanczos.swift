import Glibc
package import Pictures

/// The picture that a smaller one is held against: made by a good filter (Lanczos of three lobes), from all pixels.
package enum Lanczos {
    /// A picture made some times smaller each way; a rest at the right and below is left out.
    package static func reduced(_ bitmap: Bitmap, by factors: PixelSize) -> Bitmap? {
        let (width, height) = (bitmap.width / factors.width, bitmap.height / factors.height)
        let (channels, length) = (bitmap.channels, width * bitmap.channels)
        let (across, down) = (weights(for: factors.width), weights(for: factors.height))
        var rows = [Double](repeating: 0, count: length * bitmap.height)
        for y in 0..<bitmap.height {
            for x in 0..<width {
                reduce(across, around: factors.width * x, reach: 3 * factors.width, below: bitmap.width) {
                    pixel, weight in
                    for channel in 0..<channels {
                        rows[y * length + channels * x + channel] +=
                            weight * Double(bitmap.pixels[channels * (y * bitmap.width + pixel) + channel])
                    }
                }
            }
        }
        var pixels: [UInt8] = []
        for y in 0..<height {
            for x in 0..<length {
                var sum = 0.0
                reduce(down, around: factors.height * y, reach: 3 * factors.height, below: bitmap.height) {
                    sum += $1 * rows[length * $0 + x]
                }
                pixels.append(UInt8(max(0, min(255, sum.rounded()))))
            }
        }
        return Bitmap(width: width, height: height, channels: channels, pixels: pixels)
    }

    /// The weights of the pixels from three times a factor before a place to three times behind its end.
    private static func weights(for factor: Int) -> [Double] {
        ((-3 * factor)..<(4 * factor)).map { weight((Double($0) + 0.5 - Double(factor) / 2) / Double(factor)) }
    }

    /// The distance of two pictures' planes, which are of the same sizes, in decibels: larger is nearer.
    package static func decibels(_ one: [Bitmap], _ other: [Bitmap]) -> Double {
        var (sum, count) = (1e-9, 0)
        for (a, b) in zip(one, other) {
            for (a, b) in zip(a.pixels, b.pixels) {
                let difference = Double(a) - Double(b)
                sum += difference * difference
            }
            count += a.pixels.count
        }
        return 10 * log10(255 * 255 * Double(count) / sum)
    }

    /// Gives the pixels around a place that have a weight, and the weights, whose sum is 1.
    private static func reduce(
        _ weights: [Double], around place: Int, reach: Int, below end: Int, _ body: (Int, Double) -> Void
    ) {
        let first = max(0, reach - place)
        let last = min(weights.count, end + reach - place)
        let sum = weights[first..<last].reduce(0, +)
        for index in first..<last { body(place + index - reach, weights[index] / sum) }
    }

    private static func weight(_ x: Double) -> Double {
        guard abs(x) < 3 else { return 0 }
        guard x != 0 else { return 1 }
        return 3 * sin(.pi * x) * sin(.pi * x / 3) / (.pi * .pi * x * x)
    }
}
