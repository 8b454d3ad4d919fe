extension PictureParts {
    /// The canvas, the colour profile, transparency and pixels.
    mutating func walkWebP(_ bytes: Span<UInt8>) throws(PictureError) {
        let cutShort = PictureError.truncated(.webp, message: "not enough data")
        _ = try WebPHeader(bytes)
        guard let length = bytes.littleEndian32(at: 4), 8 + length <= bytes.count else { throw cutShort }
        keep(0..<12)
        var offset = 12
        while offset + 8 <= 8 + length, let size = bytes.littleEndian32(at: offset + 4) {
            let end = offset + 8 + size
            guard end <= bytes.count else { throw cutShort }
            let known: [StaticString] = ["VP8X", "ICCP", "ALPH", "VP8 ", "VP8L"]
            // Chunks of odd length are followed by a byte of padding, which the last one may lack.
            let padded = min(end + (size & 1), bytes.count)
            if known.contains(where: { bytes.has($0, at: offset) }) { keep(offset..<padded) }
            offset = padded
        }
    }

    /// Says in the copy's header how long it is, and that it holds neither EXIF nor XMP.
    func finishWebP(_ file: inout [UInt8]) {
        let isExtended = file.span.has("VP8X", at: 12) && file.count > 20
        if isExtended { file[20] &= ~0x0C }
        if file.count & 1 == 1 { file.append(0) }
        let length = file.count - 8
        for index in 0..<4 { file[4 + index] = UInt8(truncatingIfNeeded: length >> (8 * index)) }
    }
}
