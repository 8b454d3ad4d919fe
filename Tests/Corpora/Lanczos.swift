import Glibc
package import Pictures

/// The picture that a smaller one is held against: made by a good filter (Lanczos of three lobes), from all pixels.
package enum Lanczos {
    /// A picture made four times smaller; a rest of up to three pixels at the right and below is left out.
    package static func quarter(of bitmap: Bitmap) -> Bitmap? {
        let (width, height) = (bitmap.width / 4, bitmap.height / 4)
        let weights = (-12..<16).map { weight((Double($0) - 1.5) / 4) }
        var rows = [Double](repeating: 0, count: 3 * width * bitmap.height)
        for y in 0..<bitmap.height {
            for x in 0..<width {
                reduce(weights, around: 4 * x, below: bitmap.width) { pixel, weight in
                    for channel in 0..<3 {
                        rows[3 * (y * width + x) + channel] +=
                            weight * Double(bitmap.pixels[3 * (y * bitmap.width + pixel) + channel])
                    }
                }
            }
        }
        var pixels: [UInt8] = []
        for y in 0..<height {
            for x in 0..<(3 * width) {
                var sum = 0.0
                reduce(weights, around: 4 * y, below: bitmap.height) { sum += $1 * rows[3 * width * $0 + x] }
                pixels.append(UInt8(max(0, min(255, sum.rounded()))))
            }
        }
        return Bitmap(width: width, height: height, pixels: pixels)
    }

    /// The distance of two pictures of one size in decibels: larger is nearer.
    package static func decibels(_ one: Bitmap, _ other: Bitmap) -> Double {
        var sum = 1e-9
        for (a, b) in zip(one.pixels, other.pixels) {
            let difference = Double(a) - Double(b)
            sum += difference * difference
        }
        return 10 * log10(255 * 255 * Double(one.pixels.count) / sum)
    }

    /// Gives the pixels around a place that have a weight, and the weights, whose sum is 1.
    private static func reduce(_ weights: [Double], around place: Int, below end: Int, _ body: (Int, Double) -> Void) {
        let first = max(0, 12 - place)
        let last = min(weights.count, end + 12 - place)
        let sum = weights[first..<last].reduce(0, +)
        for index in first..<last { body(place + index - 12, weights[index] / sum) }
    }

    private static func weight(_ x: Double) -> Double {
        guard abs(x) < 3 else { return 0 }
        guard x != 0 else { return 1 }
        return 3 * sin(.pi * x) * sin(.pi * x / 3) / (.pi * .pi * x * x)
    }
}
