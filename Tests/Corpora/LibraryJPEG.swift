import CTurboJPEG
package import Pictures

/// libjpeg-turbo as the judge of what is decoded here, and as a writer of every kind of JPEG that it knows.
package enum LibraryJPEG {
    /// How the colors of a file are sampled.
    package enum Sampling: CaseIterable, Sendable {
        case full, half, quarter, grey, upright, eleven

        /// Whether `BaselineDecoder` knows it.
        package var isCommon: Bool { self != .upright && self != .eleven }

        fileprivate var code: TJSAMP {
            switch self {
            case .full: TJSAMP_444
            case .half: TJSAMP_422
            case .quarter: TJSAMP_420
            case .grey: TJSAMP_GRAY
            case .upright: TJSAMP_440
            case .eleven: TJSAMP_411
            }
        }
    }

    /// A file at a part of its size; nil where the library fails, or warns of anything.
    package static func decode(_ file: [UInt8], divisor: Int) -> Bitmap? {
        guard let handle = tjInitDecompress() else { return nil }
        defer { tjDestroy(handle) }
        guard let size = header(file, handle)?.size.divided(by: divisor) else { return nil }
        var pixels = [UInt8](repeating: 0, count: 3 * size.width * size.height)
        let status = tjDecompress2(
            handle, file, UInt(file.count), &pixels, Int32(size.width), 0, Int32(size.height), Int32(TJPF_RGB.rawValue),
            0)
        return status == 0 ? Bitmap(width: size.width, height: size.height, pixels: pixels) : nil
    }

    /// The planes of a file at a part of its size; nil where the library fails, or warns of anything.
    package static func planes(_ file: [UInt8], divisor: Int) -> [Bitmap]? {
        guard let handle = tjInitDecompress() else { return nil }
        defer { tjDestroy(handle) }
        guard let (whole, sampling) = header(file, handle) else { return nil }
        let scaled = whole.divided(by: divisor)
        let (width, height) = (Int32(scaled.width), Int32(scaled.height))
        let count: Int32 = sampling == TJSAMP_GRAY.rawValue ? 1 : 3
        let spans = (0..<count).map { (tjPlaneWidth($0, width, sampling), tjPlaneHeight($0, height, sampling)) }
        let room = spans.map { UnsafeMutablePointer<UInt8>.allocate(capacity: Int($0.0 * $0.1)) }
        defer { for plane in room { plane.deallocate() } }
        var targets: [UnsafeMutablePointer<UInt8>?] = room
        let status = tjDecompressToYUVPlanes(handle, file, UInt(file.count), &targets, width, nil, height, 0)
        guard status == 0 else { return nil }
        return zip(spans, room).enumerated().compactMap { index, plane in
            // The library's plane of luma is as wide as chroma needs it.
            let size = index == 0 ? scaled : PixelSize(width: Int(plane.0.0), height: Int(plane.0.1))
            let rows = (0..<size.height).map {
                UnsafeBufferPointer(start: plane.1 + $0 * Int(plane.0.0), count: size.width)
            }
            return Bitmap(width: size.width, height: size.height, channels: 1, pixels: Array(rows.joined()))
        }
    }

    /// A file's size and the code of its sampling; nil where the library fails.
    private static func header(_ file: [UInt8], _ handle: tjhandle) -> (size: PixelSize, sampling: Int32)? {
        var (width, height, sampling, space): (Int32, Int32, Int32, Int32) = (0, 0, 0, 0)
        guard tjDecompressHeader3(handle, file, UInt(file.count), &width, &height, &sampling, &space) == 0 else {
            return nil
        }
        return (PixelSize(width: Int(width), height: Int(height)), sampling)
    }

    /// A file of a picture; nil where the library fails.
    package static func encode(
        _ bitmap: Bitmap, quality: Int, sampling: Sampling, isProgressive: Bool = false
    ) -> [UInt8]? {
        guard let handle = tjInitCompress() else { return nil }
        defer { tjDestroy(handle) }
        var (file, length): (UnsafeMutablePointer<UInt8>?, UInt) = (nil, 0)
        defer { tjFree(file) }
        let status = tjCompress2(
            handle, bitmap.pixels, Int32(bitmap.width), 0, Int32(bitmap.height), Int32(TJPF_RGB.rawValue), &file,
            &length,
            Int32(sampling.code.rawValue), Int32(quality), isProgressive ? TJFLAG_PROGRESSIVE : 0)
        return status == 0 ? Array(UnsafeBufferPointer(start: file, count: Int(length))) : nil
    }
}
