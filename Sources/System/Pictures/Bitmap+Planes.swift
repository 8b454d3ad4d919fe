internal import CTurboJPEG

extension Bitmap {
    /// Makes it the red, green and blue of planes that have a sample for each pixel, by TurboJPEG; false where that
    /// fails.
    mutating func convert(from planes: [DecodedPicture.Plane]) -> Bool {
        guard let size = planes.first?.bitmap.size, reshape(to: size), let handle = unsafe tjInitDecompress() else {
            return false
        }
        defer { unsafe _ = tjDestroy(handle) }
        let subsampling = planes.count == 1 ? TJSAMP_GRAY : TJSAMP_444
        return unsafe withSamples(of: planes.map(\.bitmap)) { sources, strides in
            unsafe pixels.withUnsafeMutableBufferPointer { target in
                unsafe tjDecodeYUVPlanes(
                    handle, sources, strides, Int32(subsampling.rawValue), target.baseAddress, Int32(size.width), 0,
                    Int32(size.height), Int32(TJPF_RGB.rawValue), 0)
            }
        } == 0
    }
}

/// Lends the samples of one or three planes, and the lengths of their rows, as TurboJPEG wants them.
func withSamples(
    of planes: [Bitmap],
    _ body: (UnsafeMutablePointer<UnsafePointer<UInt8>?>, UnsafePointer<Int32>) -> Int32
) -> Int32 {
    let strides = planes.map { Int32($0.width) }
    return unsafe planes[0].pixels.withUnsafeBufferPointer { luma in
        unsafe planes[planes.count / 2].pixels.withUnsafeBufferPointer { blues in
            unsafe planes[planes.count - 1].pixels.withUnsafeBufferPointer { reds in
                var sources = unsafe [luma.baseAddress, blues.baseAddress, reds.baseAddress]
                return unsafe body(&sources, strides)
            }
        }
    }
}
