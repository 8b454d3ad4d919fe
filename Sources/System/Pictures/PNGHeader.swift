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
