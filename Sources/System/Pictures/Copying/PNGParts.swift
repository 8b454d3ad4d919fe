internal import Zlib

extension PictureParts {
    /// The chunks that decide pixels and colors; of an animation, the picture that stands for it.
    mutating func walkPNG(_ bytes: Span<UInt8>) throws(PictureError) {
        let known: [StaticString] = [
            "IHDR", "PLTE", "tRNS", "gAMA", "cHRM", "sRGB", "iCCP", "sBIT", "cICP", "IDAT", "IEND",
        ]
        _ = try PNGHeader(bytes)
        keep(0..<8)
        var offset = 8
        // Where the last IDAT chunk ends, which the next one follows at once.
        var dataEnd: Int?
        while let length = bytes.bigEndian32(at: offset), let checksum = bytes.bigEndian32(at: offset + 8 + length) {
            let end = offset + 12 + length
            guard crc32(bytes.extracting((offset + 4)..<(end - 4))) == UInt32(checksum) else {
                throw .damaged(.png, message: "a chunk's checksum does not match")
            }
            if bytes.has("IDAT", at: offset + 4) {
                // libpng reads no data behind another chunk, which would not be in the copy.
                guard dataEnd == nil || dataEnd == offset else {
                    throw .damaged(.png, message: "a chunk stands between the pixels' data")
                }
                dataEnd = end
            }
            if known.contains(where: { bytes.has($0, at: offset + 4) }) {
                keep(offset..<end)
            } else if bytes[offset + 4] & 0x20 == 0 {
                // A capital letter: a program that does not know the chunk cannot show the picture.
                throw .unsupported(.png, .variant("an unknown chunk that is needed"))
            }
            if bytes.has("IEND", at: offset + 4) { return }
            offset = end
        }
        throw .truncated(.png, message: "the end of the picture is missing")
    }
}
