/// Makes bitmaps smaller without aliasing, keeping its scratch row; one owner at a time.
///
/// First down, then across, in numbers of 16 bits with 8 behind the point, so that no grey level is lost between. A
/// value's part is the upper half of its product with a weight, which processors do eight at a time.
@safe package final class Downscaler {
    /// One row of the result's height and the source's width, and room for what the vectors reach over.
    private var row: [UInt16] = []

    /// A resizer; memory is taken at the first use.
    package init() {}

    /// Writes `x.count` by `y.count` pixels into another bitmap; false where there is no memory.
    package func resize(_ bitmap: Bitmap, x: DownscaleAxis, y: DownscaleAxis, into result: inout Bitmap) -> Bool {
        precondition(x.sourceCount == bitmap.width && y.sourceCount == bitmap.height, "axes of another picture")
        let size = PixelSize(width: x.count, height: y.count)
        guard result.reshape(to: size, channels: bitmap.channels) else { return false }
        // Vectors of four reach up to three samples behind the row; their weights are 0.
        let length = bitmap.channels * bitmap.width + 4
        if row.count < length { row = [UInt16](repeating: 0, count: length) }
        for index in 0..<y.count {
            mixRows(of: bitmap, y, index)
            if bitmap.channels == 3 {
                mixColors(x, into: &result.pixels, at: 3 * index * x.count)
            } else {
                mixColumns(x, into: &result.pixels, at: index * x.count)
            }
        }
        return true
    }

    private func mixRows(of bitmap: Bitmap, _ y: DownscaleAxis, _ index: Int) {
        let length = bitmap.channels * bitmap.width
        let first = y.first[index]
        let taps = y.taps
        unsafe bitmap.pixels.withUnsafeBytes { pixels in
            unsafe row.withUnsafeMutableBytes { row in
                unsafe y.weights.withUnsafeBufferPointer { weights in
                    let weights = unsafe UnsafeBufferPointer(rebasing: weights[(index * y.stride)...].prefix(taps))
                    let source = unsafe UnsafeRawBufferPointer(
                        rebasing: pixels[(first * length)..<((first + taps) * length)])
                    var column = 0
                    while column < length, length >= 32 {
                        // The last ones may be some of those before once more.
                        column = min(column, length &- 32)
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
                            at &+= length
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
                            let value = unsafe UInt32(source[column &+ tap &* length]) &<< 8
                            unsafe sum &+= UInt16(truncatingIfNeeded: (value &* UInt32(weights[tap])) &>> 16)
                        }
                        unsafe row.storeBytes(of: sum, toByteOffset: 2 &* column, as: UInt16.self)
                        column &+= 1
                    }
                }
            }
        }
    }

    /// One channel: a vector holds four neighbours.
    private func mixColumns(_ x: DownscaleAxis, into pixels: inout [UInt8], at start: Int) {
        let stride = x.stride
        unsafe row.withUnsafeBytes { row in
            unsafe pixels.withUnsafeMutableBytes { pixels in
                unsafe x.weights.withUnsafeBytes { weights in
                    unsafe x.first.withUnsafeBufferPointer { first in
                        for index in 0..<first.count {
                            var sums = SIMD4<UInt16>(repeating: 32)
                            let (from, weight) = unsafe (2 &* first[index], 2 &* index &* stride)
                            for tap in Swift.stride(from: 0, to: 2 &* stride, by: 8) {
                                unsafe sums &+= part(
                                    of: row.loadUnaligned(fromByteOffset: from &+ tap, as: SIMD4<UInt16>.self),
                                    weights.loadUnaligned(fromByteOffset: weight &+ tap, as: SIMD4<UInt16>.self))
                            }
                            let sum = sums.wrappedSum()
                            unsafe pixels[start &+ index] = UInt8(truncatingIfNeeded: sum &>> 8)
                        }
                    }
                }
            }
        }
    }

    /// Red, green and blue: a vector holds one pixel.
    private func mixColors(_ x: DownscaleAxis, into pixels: inout [UInt8], at start: Int) {
        let (taps, stride) = (x.taps, x.stride)
        unsafe row.withUnsafeBytes { row in
            unsafe pixels.withUnsafeMutableBytes { pixels in
                unsafe x.weights.withUnsafeBufferPointer { weights in
                    unsafe x.first.withUnsafeBufferPointer { first in
                        for index in 0..<first.count {
                            var sum = SIMD4<UInt16>(repeating: 128)
                            let from = unsafe 6 &* first[index]
                            for tap in 0..<taps {
                                // Three channels, and a fourth number without meaning.
                                let pixel = unsafe row.loadUnaligned(
                                    fromByteOffset: from &+ 6 &* tap, as: SIMD4<UInt16>.self)
                                unsafe sum &+= part(of: pixel, SIMD4(repeating: weights[index &* stride &+ tap]))
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
private func part(of values: SIMD4<UInt16>, _ weights: SIMD4<UInt16>) -> SIMD4<UInt16> {
    let products = SIMD4<UInt32>(truncatingIfNeeded: values) &* SIMD4<UInt32>(truncatingIfNeeded: weights)
    return SIMD4<UInt16>(truncatingIfNeeded: products &>> 16)
}
