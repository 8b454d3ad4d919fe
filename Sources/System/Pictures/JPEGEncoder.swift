internal import CTurboJPEG

/// Writes baseline JPEG; keeps its memory from picture to picture; one owner at a time.
@safe package final class JPEGEncoder {
    /// How much color is kept for each pixel of brightness.
    package enum Chroma: Sendable {
        /// All of it: 4:4:4.
        case full
        /// A quarter, as cameras do: 4:2:0.
        case quarter
    }

    private let handle: tjhandle
    /// Memory for the longest file that a picture of the largest size so far can become; touched as far as it is used.
    private var room: UnsafeMutablePointer<UInt8>?
    private var roomLength: UInt = 0

    /// An encoder; nil where there is no memory for one.
    package init?() {
        guard let handle = unsafe tjInitCompress() else { return nil }
        unsafe self.handle = handle
    }

    deinit {
        unsafe _ = tjDestroy(handle)
        unsafe tjFree(room)
    }

    /// The bitmap as a JPEG file.
    ///
    /// - Parameters:
    ///   - quality: 1...100, held to that range.
    ///   - carried: metadata that is written along; nil: none.
    package func encode(
        _ bitmap: Bitmap, quality: Int, chroma: Chroma = .quarter, carrying carried: CarriedMetadata? = nil
    ) throws(PictureError) -> [UInt8] {
        precondition(bitmap.channels == 3, "a bitmap without colors")
        let subsampling = chroma == .full ? TJSAMP_444 : TJSAMP_420
        return try encode(bitmap.size, subsampling, quality, carried?.segments(isGrey: false)) { quality, length in
            unsafe bitmap.pixels.withUnsafeBufferPointer { buffer in
                unsafe tjCompress2(
                    handle, buffer.baseAddress, Int32(bitmap.width), Int32(bitmap.width * 3), Int32(bitmap.height),
                    Int32(TJPF_RGB.rawValue), &room, &length, Int32(subsampling.rawValue), quality, TJFLAG_NOREALLOC)
            }
        }
    }

    /// The sizes of the planes that `encode(planes:)` takes: that of the picture where there is one; else of luma and
    /// chroma at 4:2:0, chroma half of it rounded up, and luma twice as large as chroma.
    ///
    /// - Parameter count: 1 or 3.
    package static func planeSizes(of size: PixelSize, count: Int) -> [PixelSize] {
        guard count == 3 else { return [size] }
        let half = size.divided(by: 2)
        return [PixelSize(width: 2 * half.width, height: 2 * half.height), half, half]
    }

    /// Planes of luma and chroma as a JPEG file.
    ///
    /// - Parameters:
    ///   - planes: Y alone, or Y, Cb and Cr; of the sizes that `planeSizes` gives.
    ///   - size: the picture's size.
    ///   - quality: 1...100, held to that range.
    ///   - carried: metadata that is written along; nil: none.
    package func encode(
        planes: [Bitmap], of size: PixelSize, quality: Int, carrying carried: CarriedMetadata? = nil
    ) throws(PictureError) -> [UInt8] {
        precondition(planes.map(\.size) == Self.planeSizes(of: size, count: planes.count), "planes of another picture")
        precondition(planes.allSatisfy { $0.channels == 1 }, "colors that are not in planes")
        let subsampling = planes.count == 1 ? TJSAMP_GRAY : TJSAMP_420
        let segments = carried?.segments(isGrey: planes.count == 1)
        return try encode(size, subsampling, quality, segments) { quality, length in
            unsafe withSamples(of: planes) { sources, strides in
                unsafe tjCompressFromYUVPlanes(
                    handle, sources, Int32(size.width), strides, Int32(size.height), Int32(subsampling.rawValue), &room,
                    &length, quality, TJFLAG_NOREALLOC)
            }
        }
    }

    /// The file that TurboJPEG writes into `room`.
    ///
    /// - Parameter write: compresses into `room` at a quality, and sets the length of the file; gives 0, or another
    ///   number where it fails.
    private func encode(
        _ size: PixelSize, _ subsampling: TJSAMP, _ quality: Int, _ segments: [UInt8]?,
        write: (_ quality: Int32, _ length: inout UInt) -> Int32
    ) throws(PictureError) -> [UInt8] {
        guard size.width > 0, size.height > 0 else { throw .damaged(.jpeg, message: "the picture has no pixels") }
        // 65500 is libjpeg's own limit for an edge.
        guard size.width <= 65_500, size.height <= 65_500 else {
            throw .tooLarge(width: size.width, height: size.height, limit: 65_500 * 65_500)
        }
        var length = tjBufSize(Int32(size.width), Int32(size.height), Int32(subsampling.rawValue))
        guard length < Int32.max, makeRoom(length) else { throw .outOfMemory(.jpeg) }
        guard write(Int32(min(max(quality, 1), 100)), &length) == 0 else {
            let message = unsafe String(cString: tjGetErrorStr2(handle))
            throw message.contains("llocation failure") || message.contains("nsufficient memory")
                ? .outOfMemory(.jpeg) : .damaged(.jpeg, message: message)
        }
        let file = unsafe UnsafeBufferPointer(start: room, count: Int(length))
        guard let segments, !segments.isEmpty else { return unsafe Array(file) }
        // Behind the two bytes of the first marker and the JFIF segment of eighteen, which must come first.
        var whole: [UInt8] = []
        whole.reserveCapacity(file.count + segments.count)
        unsafe whole.append(contentsOf: file[..<20])
        whole += segments
        unsafe whole.append(contentsOf: file[20...])
        return whole
    }

    /// Sees to it that a file of some length has room; false where there is no memory.
    private func makeRoom(_ length: UInt) -> Bool {
        guard length > roomLength else { return true }
        unsafe tjFree(room)
        unsafe room = tjAlloc(Int32(length))
        roomLength = unsafe room == nil ? 0 : length
        return unsafe room != nil
    }
}
