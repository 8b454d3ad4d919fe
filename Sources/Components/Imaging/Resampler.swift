package import Pictures
package import Domain

/// Resizes upright bitmaps to what a model takes; keeps the tables of the last sizes.
///
/// Half-pixel bilinear without antialiasing, in 32-bit floats: bit for bit `tf.image.resize`.
package final class Resampler {
    /// What decides one axis's table.
    private struct Key: Hashable {
        var sourceCount: Int
        var count: Int
        var start: Float
        var length: Float
    }

    private var axes: [Key: BilinearAxis] = [:]
    private let bilinear = Bilinear()
    private var colors: [Float] = []

    /// A resampler; tables are made as sizes come.
    package init() {}

    /// Fills `samples` with the framed part of an upright bitmap; what it does not cover is black.
    package func resample(
        _ bitmap: Bitmap, _ framing: ResizePlan, size: Size, channels: Int, into samples: inout [Float]
    ) {
        let x = axis(bitmap.width, framing.content.width, framing.start.x, framing.share.x)
        let y = axis(bitmap.height, framing.content.height, framing.start.y, framing.share.y)
        if channels == 3 {
            fill(&samples, bitmap, x, y, framing, size)
        } else {
            fill(&colors, bitmap, x, y, framing, size)
            grey(of: colors, into: &samples)
        }
    }

    private func fill(
        _ samples: inout [Float], _ bitmap: Bitmap, _ x: BilinearAxis, _ y: BilinearAxis, _ framing: ResizePlan,
        _ size: Size
    ) {
        let count = size.width * size.height * 3
        if samples.count != count || framing.content != size {
            samples.removeAll(keepingCapacity: true)
            samples.append(contentsOf: repeatElement(0, count: count))
        }
        bilinear.resize(
            bitmap, x: x, y: y, into: &samples, start: 3 * (framing.corner.height * size.width + framing.corner.width),
            rowLength: 3 * size.width)
    }

    private func axis(_ sourceCount: Int, _ count: Int, _ start: Double, _ share: Double) -> BilinearAxis {
        let key = Key(
            sourceCount: sourceCount, count: count, start: Float(start * Double(sourceCount)),
            length: Float(share * Double(sourceCount)))
        if let known = axes[key] { return known }
        // A set of pictures of countless sizes must not make countless tables.
        if axes.count >= 64 { axes.removeAll() }
        let made = BilinearAxis(sourceCount: sourceCount, count: count, start: key.start, length: key.length)
        axes[key] = made
        return made
    }
}

/// The luma of BT.601, from colors that are resized already: both steps are linear, and a third is left to do.
private func grey(of colors: [Float], into samples: inout [Float]) {
    let count = colors.count / 3
    samples.removeAll(keepingCapacity: true)
    samples.reserveCapacity(count)
    for index in 0..<count {
        samples.append(0.299 * colors[3 * index] + 0.587 * colors[3 * index + 1] + 0.114 * colors[3 * index + 2])
    }
}
