/// Makes bitmaps smaller without aliasing, keeping its scratch row; one owner at a time.
///
/// First down, then across, in numbers of 16 bits with 8 behind the point, so that no grey level is lost between. A
/// value's part is the upper half of its product with a weight, which processors do eight at a time.
@safe package final class Downscaler {
    /// What decides one axis's table.
    private struct Key: Hashable {
        var sourceCount: Int
        var start: Double
        var length: Double
        var count: Int
    }

    /// One row of the result's height and the source's width, and room for what the vectors reach over.
    private var row: [UInt16] = []
    private var axes: [Key: DownscaleAxis] = [:]

    /// A resizer; memory is taken at the first use.
    package init() {}

    /// Writes `x.count` by `y.count` pixels into another bitmap; false where there is no memory.
    package func resize(_ bitmap: Bitmap, x: DownscaleAxis, y: DownscaleAxis, into result: inout Bitmap) -> Bool {
        precondition(x.sourceCount == bitmap.width && y.sourceCount == bitmap.height, "axes of another picture")
        guard result.reshape(to: PixelSize(width: x.count, height: y.count)) else { return false }
        unsafe bitmap.pixels.withUnsafeBytes { source in
            unsafe result.pixels.withUnsafeMutableBytes { target in
                // Weights of nothing may stand behind the end of a short row; the last pixel is read with its neighbour.
                makeRoom(3 * max(bitmap.width, x.taps) + 1)
                for index in 0..<y.count {
                    unsafe mixRows(source, stride: 3 * bitmap.width, length: 3 * bitmap.width, y, index)
                    unsafe mixPixels(x, into: target, at: 3 * index * x.count)
                }
            }
        }
        return true
    }

    /// Writes planes of a smaller picture into others, colours at half of its size; false where there is no memory.
    ///
    /// - Parameters:
    ///   - stored: the size of the picture that the planes were decoded from.
    ///   - size: the smaller picture's, before it is turned.
    ///   - turning: how the result will be turned, which decides where colours lie beside the last pixel of an odd edge.
    package func resize(
        _ planes: Planes, of stored: PixelSize, to size: PixelSize, turning: Turning, into result: inout Planes
    ) -> Bool {
        let isReversed =
            turning.swapsAxes ? (turning.reversesY, turning.reversesX) : (turning.reversesX, turning.reversesY)
        let axes = planes.list.enumerated().map { index, plane in
            let halves = index > 0
            return (
                x: axis(plane.width, plane.stepX, stored.width, size.width, halves: halves, isReversed: isReversed.0),
                y: axis(plane.height, plane.stepY, stored.height, size.height, halves: halves, isReversed: isReversed.1)
            )
        }
        let sizes = axes.map { Planes.Plane(width: $0.x.count, height: $0.y.count, stride: $0.x.count) }
        guard result.reshape(to: sizes) else { return false }
        let results = result.list
        unsafe planes.bytes.withUnsafeBytes { source in
            unsafe result.bytes.withUnsafeMutableBytes { target in
                for (index, plane) in planes.list.enumerated() {
                    let (x, y) = axes[index]
                    makeRoom(max(plane.width, x.taps))
                    let rows = unsafe UnsafeRawBufferPointer(rebasing: source[plane.offset...])
                    for row in 0..<y.count {
                        unsafe mixRows(rows, stride: plane.stride, length: plane.width, y, row)
                        unsafe mixSamples(x, into: target, at: results[index].offset + row * x.count)
                    }
                }
            }
        }
        return true
    }

    /// One plane's axis.
    ///
    /// A sample of colour stands for two pixels, the first one for the first two of the turned picture: of an odd edge half
    /// a sample is left over, at the end that is the last one then.
    private func axis(
        _ count: Int, _ step: Int, _ stored: Int, _ wanted: Int, halves: Bool, isReversed: Bool
    ) -> DownscaleAxis {
        let samples = halves ? (wanted + 1) / 2 : wanted
        let pixels = halves ? 2 * samples : wanted
        let each = Double(stored) / Double(wanted * step)
        return axis(
            sourceCount: count, start: isReversed ? -Double(pixels - wanted) * each : 0, length: Double(pixels) * each,
            count: samples)
    }

    /// An axis, or the same one again.
    package func axis(sourceCount: Int, start: Double = 0, length: Double, count: Int) -> DownscaleAxis {
        let key = Key(sourceCount: sourceCount, start: start, length: length, count: count)
        if let known = axes[key] { return known }
        // A set of pictures of countless sizes must not make countless tables.
        if axes.count >= 32 { axes.removeAll() }
        let made = DownscaleAxis(sourceCount: sourceCount, start: start, length: length, count: count)
        axes[key] = made
        return made
    }

    private func makeRoom(_ length: Int) {
        if row.count < length { row = [UInt16](repeating: 0, count: length) }
    }

    /// One row of the result's height and the source's width.
    private func mixRows(
        _ source: UnsafeRawBufferPointer, stride: Int, length: Int, _ y: DownscaleAxis, _ index: Int
    ) {
        let first = y.first[index]
        // A short axis has weights for rows that are not there, all of them 0.
        let taps = min(y.taps, y.sourceCount - first)
        let source = unsafe UnsafeRawBufferPointer(
            rebasing: source[(first * stride)..<((first + taps - 1) * stride + length)])
        unsafe row.withUnsafeMutableBytes { row in
            unsafe y.weights.withUnsafeBufferPointer { weights in
                let weights = unsafe UnsafeBufferPointer(rebasing: weights[(index * y.taps)...].prefix(taps))
                var column = 0
                while column &+ 32 <= length {
                    // Four accumulators hide the time that a product takes.
                    var sums = (
                        SIMD8<UInt16>(repeating: 0), SIMD8<UInt16>(repeating: 0), SIMD8<UInt16>(repeating: 0),
                        SIMD8<UInt16>(repeating: 0)
                    )
                    var at = column
                    for tap in 0..<taps {
                        let weight = unsafe weights[tap]
                        unsafe sums.0 &+= part(of: values(source, at), weight)
                        unsafe sums.1 &+= part(of: values(source, at &+ 8), weight)
                        unsafe sums.2 &+= part(of: values(source, at &+ 16), weight)
                        unsafe sums.3 &+= part(of: values(source, at &+ 24), weight)
                        at &+= stride
                    }
                    unsafe row.storeBytes(of: sums.0, toByteOffset: 2 &* column, as: SIMD8<UInt16>.self)
                    unsafe row.storeBytes(of: sums.1, toByteOffset: 2 &* column &+ 16, as: SIMD8<UInt16>.self)
                    unsafe row.storeBytes(of: sums.2, toByteOffset: 2 &* column &+ 32, as: SIMD8<UInt16>.self)
                    unsafe row.storeBytes(of: sums.3, toByteOffset: 2 &* column &+ 48, as: SIMD8<UInt16>.self)
                    column &+= 32
                }
                while column < length {
                    var sum: UInt16 = 0
                    for tap in 0..<taps {
                        let value = unsafe UInt32(source[column &+ tap &* stride]) &<< 8
                        unsafe sum &+= UInt16(truncatingIfNeeded: (value &* UInt32(weights[tap])) &>> 16)
                    }
                    unsafe row.storeBytes(of: sum, toByteOffset: 2 &* column, as: UInt16.self)
                    column &+= 1
                }
            }
        }
    }

    /// One row of the result, of three channels.
    private func mixPixels(_ x: DownscaleAxis, into pixels: UnsafeMutableRawBufferPointer, at start: Int) {
        let taps = x.taps
        unsafe row.withUnsafeBytes { row in
            unsafe x.weights.withUnsafeBufferPointer { weights in
                unsafe x.first.withUnsafeBufferPointer { first in
                    for index in 0..<first.count {
                        var sum = SIMD4<UInt16>(repeating: 128)
                        let from = unsafe 6 &* first[index]
                        for tap in 0..<taps {
                            // Three channels, and a fourth number without meaning.
                            let pixel = unsafe row.loadUnaligned(
                                fromByteOffset: from &+ 6 &* tap, as: SIMD4<UInt16>.self)
                            unsafe sum &+= part(of: pixel, weights[index &* taps &+ tap])
                        }
                        let bytes = SIMD4<UInt8>(truncatingIfNeeded: sum &>> 8)
                        let at = start &+ 3 &* index
                        unsafe pixels[at] = bytes.x
                        unsafe pixels[at &+ 1] = bytes.y
                        unsafe pixels[at &+ 2] = bytes.z
                    }
                }
            }
        }
    }

    /// One row of the result, of one channel.
    private func mixSamples(_ x: DownscaleAxis, into samples: UnsafeMutableRawBufferPointer, at start: Int) {
        let taps = x.taps
        unsafe row.withUnsafeBufferPointer { row in
            unsafe x.weights.withUnsafeBufferPointer { weights in
                unsafe x.first.withUnsafeBufferPointer { first in
                    for index in 0..<first.count {
                        var sum: UInt32 = 128 << 16
                        let (from, weight) = unsafe (first[index], index &* taps)
                        for tap in 0..<taps {
                            unsafe sum &+= UInt32(row[from &+ tap]) &* UInt32(weights[weight &+ tap])
                        }
                        unsafe samples[start &+ index] = UInt8(truncatingIfNeeded: sum &>> 24)
                    }
                }
            }
        }
    }
}

/// Eight bytes, with 8 bits behind the point.
@inline(__always)
private func values(_ source: UnsafeRawBufferPointer, _ offset: Int) -> SIMD8<UInt16> {
    let bytes = unsafe source.loadUnaligned(fromByteOffset: offset, as: SIMD8<UInt8>.self)
    return SIMD8<UInt16>(truncatingIfNeeded: bytes) &<< 8
}

/// The upper halves of products.
@inline(__always)
private func part(of values: SIMD8<UInt16>, _ weight: UInt16) -> SIMD8<UInt16> {
    let weights = SIMD8<UInt32>(truncatingIfNeeded: SIMD8<UInt16>(repeating: weight))
    return SIMD8<UInt16>(truncatingIfNeeded: (SIMD8<UInt32>(truncatingIfNeeded: values) &* weights) &>> 16)
}

/// The upper halves of products.
@inline(__always)
private func part(of values: SIMD4<UInt16>, _ weight: UInt16) -> SIMD4<UInt16> {
    let weights = SIMD4<UInt32>(truncatingIfNeeded: SIMD4<UInt16>(repeating: weight))
    return SIMD4<UInt16>(truncatingIfNeeded: (SIMD4<UInt32>(truncatingIfNeeded: values) &* weights) &>> 16)
}
