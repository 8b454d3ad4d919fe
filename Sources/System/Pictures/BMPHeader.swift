/// What a BMP's two headers say (BITMAPFILEHEADER, and BITMAPCOREHEADER or BITMAPINFOHEADER and its successors).
struct BMPHeader {
    /// The size in pixels.
    let size: PixelSize

    /// Reads the sizes, and sees that pixels that are not packed are all there.
    ///
    /// - Parameter isWhole: false for the size alone.
    init(_ bytes: Span<UInt8>, isWhole: Bool) throws(PictureError) {
        let cutShort = PictureError.truncated(.bmp, message: "the header is cut short")
        guard let start = bytes.littleEndian32(at: 10), let length = bytes.littleEndian32(at: 14) else {
            throw cutShort
        }
        var (compression, depth) = (0, 0)
        if length == 12 {
            guard let width = bytes.littleEndian16(at: 18), let height = bytes.littleEndian16(at: 20),
                let bits = bytes.littleEndian16(at: 24)
            else { throw cutShort }
            size = PixelSize(width: width, height: height)
            depth = bits
        } else {
            guard length >= 40 else { throw .damaged(.bmp, message: "a header of impossible length") }
            guard let width = bytes.littleEndian32(at: 18), let height = bytes.littleEndian32(at: 22),
                let bits = bytes.littleEndian16(at: 28), let packing = bytes.littleEndian32(at: 30)
            else { throw cutShort }
            // A negative height says that the first row is the top one.
            let rows = Int(Int32(truncatingIfNeeded: height)).magnitude
            size = PixelSize(width: Int(Int32(truncatingIfNeeded: width)), height: Int(rows))
            (compression, depth) = (packing, bits)
        }
        guard size.width > 0, size.height > 0 else { throw .damaged(.bmp, message: "the picture has no pixels") }
        // 0, 3 and 6 are plain rows, padded to four bytes; the others are packed and of unknown length.
        guard isWhole, [0, 3, 6].contains(compression) else { return }
        let rowLength = max((size.width * depth + 31) / 32 * 4, 1)
        guard (bytes.count - start) / rowLength >= size.height else {
            throw .truncated(.bmp, message: "the pixels are cut short")
        }
    }
}
