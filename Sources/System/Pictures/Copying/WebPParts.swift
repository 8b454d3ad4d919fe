extension PictureParts {
    /// The chunks that show a picture, in the order in which the format has them (RFC 9649, 2.7).
    private enum Chunk: Int { case vp8x, iccp, alph, data }

    /// The color profile, transparency and pixels, behind a header that announces these alone.
    mutating func walkWebP(_ bytes: Span<UInt8>) throws(PictureError) {
        let cutShort = PictureError.truncated(.webp, message: "not enough data")
        let contradiction = PictureError.damaged(.webp, message: "the chunks contradict each other")
        let size = try WebPHeader(bytes).size
        guard let length = bytes.littleEndian32(at: 4), 8 + length <= bytes.count else { throw cutShort }
        // Without the byte of padding behind those of odd length.
        var chunks: [(kind: Chunk, range: Range<Int>)] = []
        var offset = 12
        while offset + 8 <= 8 + length, let size = bytes.littleEndian32(at: offset + 4) {
            let end = offset + 8 + size
            guard end <= 8 + length else { throw cutShort }
            let names: [(StaticString, Chunk)] = [
                ("VP8X", .vp8x), ("ICCP", .iccp), ("ALPH", .alph), ("VP8 ", .data), ("VP8L", .data),
            ]
            if let kind = names.first(where: { bytes.has($0.0, at: offset) })?.1 {
                guard kind.rawValue > chunks.last?.kind.rawValue ?? -1 else { throw contradiction }
                chunks.append((kind, offset..<end))
            }
            // The last chunk may lack its padding.
            offset = end + (size & 1)
        }
        guard let data = chunks.last, data.kind == .data else { throw cutShort }
        let isLossless = bytes.has("VP8L", at: data.range.lowerBound)
        let flags = chunks[0].kind == .vp8x ? bytes[chunks[0].range.lowerBound + 8] : 0
        let (hasProfile, hasAlpha) = (chunks.contains { $0.kind == .iccp }, chunks.contains { $0.kind == .alph })
        // Readers differ on a chunk that the header does not announce, and on transparency beside a picture that has
        // its own.
        guard hasProfile == (flags & 0x20 != 0), !hasAlpha || flags & 0x10 != 0, !(hasAlpha && isLossless) else {
            throw contradiction
        }
        // What says whether VP8L has transparency lies behind the signature and twice 14 bits (RFC 9649, 3.4).
        let isTransparent = hasAlpha || isLossless && bytes[data.range.lowerBound + 12] & 0x10 != 0
        if chunks[0].kind == .vp8x { chunks.removeFirst() }
        let isExtended = hasProfile || hasAlpha
        let total = chunks.reduce(isExtended ? 22 : 4) { $0 + $1.range.count + ($1.range.count & 1) }
        var start = Array("RIFF".utf8)
        start.append(littleEndian: total, count: 4)
        start += Array("WEBP".utf8)
        if isExtended {
            start += Array("VP8X".utf8)
            start.append(littleEndian: 10, count: 4)
            start.append(littleEndian: (hasProfile ? 0x20 : 0) | (isTransparent ? 0x10 : 0), count: 4)
            start.append(littleEndian: size.width - 1, count: 3)
            start.append(littleEndian: size.height - 1, count: 3)
        }
        make(start)
        for chunk in chunks {
            keep(chunk.range)
            if chunk.range.count & 1 == 1 { make([0]) }
        }
    }
}

extension [UInt8] {
    /// The lowest bytes of a number, the smallest part first.
    fileprivate mutating func append(littleEndian number: Int, count: Int) {
        for index in 0..<count { append(UInt8(truncatingIfNeeded: number >> (8 * index))) }
    }
}
