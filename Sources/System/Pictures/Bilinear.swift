/// Resizes bitmaps by bilinear interpolation, keeping its scratch rows; one owner at a time.
///
/// For each result: top = tl + (tr - tl) * tx; bottom = bl + (br - bl) * tx; top + (bottom - top) * ty. In
/// 32-bit floats, never fused, in this order: bit for bit what `tf.image.resize` answers.
@safe package final class Bilinear {
    private var top: [Float] = []
    private var bottom: [Float] = []
    private var topRow: Int32 = -1
    private var bottomRow: Int32 = -1

    /// A resizer; memory is taken at the first use.
    package init() {}

    /// Writes `x.count` by `y.count` samples of three channels into `samples`.
    ///
    /// - Parameters:
    ///   - samples: long enough for the last row that is written.
    ///   - start: where in `samples` the first row begins.
    ///   - rowLength: from row to row in `samples`.
    package func resize(
        _ bitmap: Bitmap, x: BilinearAxis, y: BilinearAxis, into samples: inout [Float], start: Int, rowLength: Int
    ) {
        let length = 3 * x.count
        precondition(bitmap.channels == 3, "a bitmap without colors")
        precondition(x.sourceCount == bitmap.width && y.sourceCount == bitmap.height, "axes of another picture")
        precondition(start >= 0 && rowLength >= length, "rows that overlap")
        precondition(start + (y.count - 1) * rowLength + length <= samples.count, "samples too short")
        if top.count != length + 1 {
            top = [Float](repeating: 0, count: length + 1)
            bottom = top
        }
        topRow = -1
        bottomRow = -1
        for row in 0..<y.count {
            fetch(y.low[row], y.high[row], of: bitmap, x)
            let weight = y.weight[row]
            let at = start + row * rowLength
            unsafe samples.withUnsafeMutableBufferPointer { samples in
                unsafe top.withUnsafeBufferPointer { top in
                    unsafe bottom.withUnsafeBufferPointer { bottom in
                        for index in 0..<length {
                            let upper = unsafe top[index]
                            unsafe samples[at + index] = upper + (bottom[index] - upper) * weight
                        }
                    }
                }
            }
        }
    }

    /// Sees to it that `top` and `bottom` hold these rows of the source, resized along x.
    private func fetch(_ low: Int32, _ high: Int32, of bitmap: Bitmap, _ x: BilinearAxis) {
        if topRow != low {
            if bottomRow == low {
                swap(&top, &bottom)
                swap(&topRow, &bottomRow)
            } else {
                interpolate(Int(low), of: bitmap, x, into: &top)
                topRow = low
            }
        }
        guard bottomRow != high else { return }
        if high == low {
            bottom = top
        } else {
            interpolate(Int(high), of: bitmap, x, into: &bottom)
        }
        bottomRow = high
    }
}

/// One row of the source, resized along x; `result` has room for one float more than the row.
///
/// A pixel is read and written as four numbers, the fourth of which is overwritten by the next pixel: one vector
/// instead of three scalars halves the time.
private func interpolate(_ row: Int, of bitmap: Bitmap, _ x: BilinearAxis, into result: inout [Float]) {
    let first = 3 * row * bitmap.width
    unsafe bitmap.pixels.withUnsafeBytes { pixels in
        unsafe result.withUnsafeMutableBytes { result in
            for index in 0..<x.count {
                let left = unsafe pixel(at: first + 3 * Int(x.low[index]), of: pixels)
                let right = unsafe pixel(at: first + 3 * Int(x.high[index]), of: pixels)
                let value = left + (right - left) * x.weight[index]
                unsafe result.storeBytes(of: value, toByteOffset: 12 * index, as: SIMD4<Float>.self)
            }
        }
    }
}

/// Three channels, and a fourth number without meaning.
@inline(__always)
private func pixel(at offset: Int, of pixels: UnsafeRawBufferPointer) -> SIMD4<Float> {
    let bytes: UInt32
    if offset + 4 <= pixels.count {
        bytes = unsafe pixels.loadUnaligned(fromByteOffset: offset, as: UInt32.self).littleEndian
    } else {
        // The last pixel of all has no byte behind it.
        bytes = unsafe UInt32(pixels[offset]) | UInt32(pixels[offset + 1]) << 8 | UInt32(pixels[offset + 2]) << 16
    }
    let channels = SIMD4<Int32>(
        Int32(truncatingIfNeeded: bytes & 255), Int32(truncatingIfNeeded: bytes >> 8 & 255),
        Int32(truncatingIfNeeded: bytes >> 16 & 255), 0)
    return SIMD4<Float>(channels)
}
