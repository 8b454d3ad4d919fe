import Domain

/// An upright rectangle in pixels.
struct PixelBox: Equatable {
    var left: Double
    var top: Double
    var right: Double
    var bottom: Double

    var width: Double { right - left }
    var height: Double { bottom - top }

    /// All of a picture.
    init(_ size: Size) {
        (left, top, right, bottom) = (0, 0, Double(size.width), Double(size.height))
    }

    /// What is around points, cut to a picture; nil where they have no corner or nothing of them is a number.
    init?(around points: [Point], in size: Size) {
        let points = points.filter { $0.x.isFinite && $0.y.isFinite }
        guard let first = points.first else { return nil }
        (left, top, right, bottom) = (first.x, first.y, first.x, first.y)
        for point in points {
            (left, right) = (min(left, point.x), max(right, point.x))
            (top, bottom) = (min(top, point.y), max(bottom, point.y))
        }
        let (width, height) = (Double(size.width), Double(size.height))
        (left, right) = (min(max(left, 0), width), min(max(right, 0), width))
        (top, bottom) = (min(max(top, 0), height), min(max(bottom, 0), height))
    }

    /// Its sides in whole pixels that leave nothing of it outside: `120 60 420 240`.
    ///
    /// First to thousandths: a service's 32-bit fractions make 120.0000063 of what was meant to be 120.
    var wholePixels: String {
        func thousandths(_ value: Double) -> Double { (value * 1000).rounded() / 1000 }
        let sides = [
            thousandths(left).rounded(.down), thousandths(top).rounded(.down), thousandths(right).rounded(.up),
            thousandths(bottom).rounded(.up),
        ]
        return sides.map { String(Int($0)) }.joined(separator: " ")
    }
}
