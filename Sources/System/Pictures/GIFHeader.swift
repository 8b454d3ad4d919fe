/// What a GIF's first bytes say (GIF89a, sections 17 and 18).
struct GIFHeader {
    /// The size of the canvas that all frames are drawn on.
    let size: PixelSize
    /// The length of signature, screen descriptor and common colour table: where the blocks begin.
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

    /// The bytes of the colour table that a byte of flags announces.
    static func tableLength(_ flags: UInt8) -> Int { flags & 0x80 == 0 ? 0 : 3 << (Int(flags & 7) + 1) }
}
