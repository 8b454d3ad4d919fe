extension PictureParts {
    /// Frames with their timing and transparency, and how often they repeat; no comments, no text, no other programs'
    /// data.
    mutating func walkGIF(_ bytes: Span<UInt8>) throws(PictureError) {
        let cutShort = PictureError.truncated(.gif, message: "the end of the picture is missing")
        let header = try GIFHeader(bytes)
        guard header.length <= bytes.count else { throw cutShort }
        // Programs that write a comment raise the version to the one that has comments.
        make(Array("GIF89a".utf8))
        keep(6..<header.length)
        var offset = header.length
        var frames = 0
        while offset + 1 < bytes.count {
            let start = offset
            switch bytes[offset] {
            case 0x2C:
                guard offset + 10 < bytes.count else { throw cutShort }
                // The descriptor, the frame's own colors, and the byte of code size before the data.
                offset += 11 + GIFHeader.tableLength(bytes[offset + 9])
                guard endOfBlocks(bytes, &offset) else { throw cutShort }
                keep(start..<offset)
                frames += 1
            case 0x21:
                let label = bytes[offset + 1]
                offset += 2
                let isNetscape = label == 0xFF && bytes.has("NETSCAPE2.0", at: offset + 1)
                guard endOfBlocks(bytes, &offset) else { throw cutShort }
                // A count of repetitions has 19 bytes in all; a longer block says something else, too.
                let isRepetition = isNetscape && offset - start == 19
                if label == 0xF9 || isRepetition { keep(start..<offset) }
            case 0x3B where frames > 0:
                make([0x3B])
                return
            default: throw .damaged(.gif, message: "a block of an unknown kind")
            }
        }
        guard frames > 0 else { throw cutShort }
        // The trailer, which some writers forget.
        make([0x3B])
    }
}

/// Steps over blocks that each say their length, up to and with the empty one; false where the bytes end before it.
private func endOfBlocks(_ bytes: Span<UInt8>, _ offset: inout Int) -> Bool {
    while offset < bytes.count {
        let length = Int(bytes[offset])
        offset += 1 + length
        if length == 0 { return true }
    }
    return false
}
