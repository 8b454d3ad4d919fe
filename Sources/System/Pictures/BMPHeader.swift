/// What a BMP's two headers say (BITMAPFILEHEADER, and BITMAPCOREHEADER or BITMAPINFOHEADER and its successors).
struct BMPHeader {
    let size: PixelSize
    /// The length of the second header.
    let length: Int
    /// Bits a pixel.
    let depth: Int
    /// How rows are packed: 0, 3 and 6 not at all.
    let compression: Int
    private let start: Int
    private let isTopDown: Bool

    /// The bytes of a row, padded to four.
    private var rowLength: Int { max((size.width * depth + 31) / 32 * 4, 1) }

    /// Reads the sizes, and sees that pixels that are not packed are all there.
    ///
    /// - Parameter isWhole: false for the size alone.
    init(_ bytes: Span<UInt8>, isWhole: Bool) throws(PictureError) {
        let cutShort = PictureError.truncated(.bmp, message: "the header is cut short")
        guard let start = bytes.littleEndian32(at: 10), let length = bytes.littleEndian32(at: 14) else {
            throw cutShort
        }
        (self.start, self.length) = (start, length)
        if length == 12 {
            guard let width = bytes.littleEndian16(at: 18), let height = bytes.littleEndian16(at: 20),
                let bits = bytes.littleEndian16(at: 24)
            else { throw cutShort }
            size = PixelSize(width: width, height: height)
            (compression, depth, isTopDown) = (0, bits, false)
        } else {
            guard length >= 40 else { throw .damaged(.bmp, message: "a header of impossible length") }
            guard let width = bytes.littleEndian32(at: 18), let height = bytes.littleEndian32(at: 22),
                let bits = bytes.littleEndian16(at: 28), let packing = bytes.littleEndian32(at: 30)
            else { throw cutShort }
            // A negative height says that the first row is the top one.
            let rows = Int(Int32(truncatingIfNeeded: height))
            size = PixelSize(width: Int(Int32(truncatingIfNeeded: width)), height: Int(rows.magnitude))
            (compression, depth, isTopDown) = (packing, bits, rows < 0)
        }
        guard size.width > 0, size.height > 0 else { throw .damaged(.bmp, message: "the picture has no pixels") }
        // 0, 3 and 6 are plain rows, padded to four bytes; the others are packed and of unknown length.
        guard isWhole, [0, 3, 6].contains(compression) else { return }
        guard (bytes.count - start) / rowLength >= size.height else {
            throw .truncated(.bmp, message: "the pixels are cut short")
        }
    }

    /// Where a row's pixels begin in a file that is whole, counted from the top.
    func rowOffset(_ y: Int) -> Int { start + (isTopDown ? y : size.height - 1 - y) * rowLength }
}

/// What a GIF's first bytes say (GIF89a, sections 17 and 18).
struct GIFHeader {
    /// The size of the canvas that all frames are drawn on.
    let size: PixelSize
    /// The length of signature, screen descriptor and common color table: where the blocks begin.
    let length: Int

    /// Reads the logical screen descriptor.
    init(_ bytes: Span<UInt8>) throws(PictureError) {
        guard let width = bytes.littleEndian16(at: 6), let height = bytes.littleEndian16(at: 8) else {
            throw .truncated(.gif, message: "the header is cut short")
        }
        guard width > 0, height > 0 else { throw .damaged(.gif, message: "the picture has no pixels") }
        size = PixelSize(width: width, height: height)
        length = 13 + (bytes.count > 10 ? Self.tableLength(bytes[10]) : 0)
    }

    /// The bytes of the color table that a byte of flags announces.
    static func tableLength(_ flags: UInt8) -> Int { flags & 0x80 == 0 ? 0 : 3 << (Int(flags & 7) + 1) }
}

/// What a PNG's chunks say besides its pixels.
struct PNGHeader {
    /// The size in the IHDR chunk.
    let size: PixelSize
    /// Bits a channel, or a palette's index: 1, 2, 4, 8 or 16.
    let depth: UInt8
    /// The eXIf chunk, which may stand behind the pixels; empty where there is none.
    private(set) var exif: [UInt8] = []

    /// Walks all chunks; a file cut short behind its IHDR still has its size.
    init(_ bytes: Span<UInt8>) throws(PictureError) {
        guard let width = bytes.bigEndian32(at: 16), let height = bytes.bigEndian32(at: 20), bytes.count >= 33 else {
            throw .truncated(.png, message: "the header is cut short")
        }
        guard bytes.has("IHDR", at: 12), width > 0, height > 0, width <= Int32.max, height <= Int32.max else {
            throw .damaged(.png, message: "the first chunk is not a header")
        }
        size = PixelSize(width: width, height: height)
        depth = bytes[24]
        var offset = 8
        while let length = bytes.bigEndian32(at: offset), length <= Int32.max, !bytes.has("IEND", at: offset + 4) {
            if bytes.has("eXIf", at: offset + 4) {
                exif = bytes.copy(from: offset + 8, count: length)
                return
            }
            offset += 12 + length
        }
    }
}
