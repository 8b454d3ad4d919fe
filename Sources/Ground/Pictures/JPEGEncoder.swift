internal import CTurboJPEG

/// Writes baseline JPEG, without any metadata; one owner at a time.
@safe package final class JPEGEncoder {
    /// How much colour is kept for each pixel of brightness.
    package enum Chroma: Sendable {
        /// All of it: 4:4:4.
        case full
        /// A quarter, as cameras do: 4:2:0.
        case quarter
    }

    private let handle: tjhandle

    /// An encoder; nil where there is no memory for one.
    package init?() {
        guard let handle = unsafe tjInitCompress() else { return nil }
        unsafe self.handle = handle
    }

    deinit { unsafe _ = tjDestroy(handle) }

    /// The bitmap as a JPEG file.
    ///
    /// - Parameter quality: 1...100, held to that range.
    package func encode(
        _ bitmap: Bitmap, quality: Int, chroma: Chroma = .quarter
    ) throws(PictureError) -> [UInt8] {
        let size = bitmap.size
        guard size.width > 0, size.height > 0 else { throw .damaged(.jpeg, message: "the picture has no pixels") }
        // 65500 is libjpeg's own limit for an edge.
        guard size.width <= 65_500, size.height <= 65_500 else {
            throw .tooLarge(width: size.width, height: size.height, limit: 65_500 * 65_500)
        }
        var file: UnsafeMutablePointer<UInt8>?
        var length: UInt = 0
        let subsampling = chroma == .full ? TJSAMP_444 : TJSAMP_420
        let result = unsafe bitmap.pixels.withUnsafeBufferPointer { buffer in
            unsafe tjCompress2(
                handle, buffer.baseAddress, Int32(size.width), Int32(size.width * 3), Int32(size.height),
                Int32(TJPF_RGB.rawValue), &file, &length, Int32(subsampling.rawValue), Int32(min(max(quality, 1), 100)),
                0)
        }
        defer { unsafe tjFree(file) }
        guard result == 0 else {
            let message = unsafe String(cString: tjGetErrorStr2(handle))
            throw message.contains("llocation failure") || message.contains("nsufficient memory")
                ? .outOfMemory(.jpeg) : .damaged(.jpeg, message: message)
        }
        return unsafe Array(UnsafeBufferPointer(start: file, count: Int(length)))
    }
}
