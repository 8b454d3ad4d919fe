/// Makes bitmaps smaller without aliasing, keeping its scratch row; one owner at a time.
///
/// First down, then across, in numbers of 16 bits with 8 behind the point: a grey level is lost nowhere between.
@safe package final class Downscaler {
    private var row: [UInt16] = []

    /// A resizer; memory is taken at the first use.
    package init() {}

    /// Writes `x.count` by `y.count` pixels into another bitmap; false where there is no memory.
    package func resize(_ bitmap: Bitmap, x: DownscaleAxis, y: DownscaleAxis, into result: inout Bitmap) -> Bool {
        precondition(x.sourceCount == bitmap.width && y.sourceCount == bitmap.height, "axes of another picture")
        guard result.reshape(to: PixelSize(width: x.count, height: y.count)) else { return false }
        // Weights of nothing may stand beyond the end of a short row: the pixels there are zeroes of ours.
        let length = 3 * max(bitmap.width, x.taps) + 1
        if row.count != length { row = [UInt16](repeating: 0, count: length) }
        for index in 0..<y.count {
            mixRows(of: bitmap, y, index)
            mixColumns(x, into: &result.pixels, at: 3 * index * x.count)
        }
        return true
    }

    /// One row of the result's height and the source's width.
    private func mixRows(of bitmap: Bitmap, _ y: DownscaleAxis, _ index: Int) {
        let length = 3 * bitmap.width
        // A short axis has weights for rows that are not there, all of them 0.
        let taps = min(y.taps, bitmap.height - y.first[index])
        let start = y.first[index] * length
        unsafe bitmap.pixels.withUnsafeBufferPointer { pixels in
            unsafe row.withUnsafeMutableBufferPointer { row in
                for tap in 0..<taps {
                    let weight = UInt32(y.weights[index * y.taps + tap])
                    let source = start + tap * length
                    if tap == 0 {
                        for column in 0..<length {
                            unsafe row[column] = part(UInt16(pixels[source + column]) &<< 8, weight)
                        }
                    } else if weight > 0 {
                        for column in 0..<length {
                            unsafe row[column] &+= part(UInt16(pixels[source + column]) &<< 8, weight)
                        }
                    }
                }
            }
        }
    }

    /// One row of the result.
    private func mixColumns(_ x: DownscaleAxis, into pixels: inout [UInt8], at start: Int) {
        unsafe row.withUnsafeBufferPointer { row in
            unsafe pixels.withUnsafeMutableBufferPointer { pixels in
                for index in 0..<x.count {
                    var (red, green, blue): (UInt16, UInt16, UInt16) = (128, 128, 128)
                    var source = 3 * x.first[index]
                    for tap in 0..<x.taps {
                        let weight = UInt32(x.weights[index * x.taps + tap])
                        unsafe red &+= part(row[source], weight)
                        unsafe green &+= part(row[source + 1], weight)
                        unsafe blue &+= part(row[source + 2], weight)
                        source += 3
                    }
                    unsafe pixels[start + 3 * index] = UInt8(truncatingIfNeeded: red >> 8)
                    unsafe pixels[start + 3 * index + 1] = UInt8(truncatingIfNeeded: green >> 8)
                    unsafe pixels[start + 3 * index + 2] = UInt8(truncatingIfNeeded: blue >> 8)
                }
            }
        }
    }
}

/// A part of a value, as one instruction for eight of them does it.
@inline(__always)
private func part(_ value: UInt16, _ weight: UInt32) -> UInt16 {
    UInt16(truncatingIfNeeded: (UInt32(value) &* weight) &>> 16)
}
