internal import Glibc

extension PictureParts {
    /// Frames, tables and scans, and of the application's segments those that decide colors: JFIF, Adobe and ICC.
    mutating func walkJPEG(_ bytes: Span<UInt8>) throws(PictureError) {
        // Only what the header's reader accepts has its scan before its end.
        _ = try JPEGHeader(bytes)
        keep(0..<2)
        var offset = 2
        while let marker = JPEGHeader.nextMarker(bytes, &offset) {
            let start = offset - 2
            switch marker {
            case 0x01, 0xD0...0xD7: continue  // markers without a length, which outside of scans mean nothing
            case 0xD8: throw .damaged(.jpeg, message: "a second picture begins inside of the first")
            case 0xD9:
                keep(start..<offset)
                return
            default:
                guard let length = bytes.bigEndian16(at: offset), offset + length <= bytes.count else {
                    throw .truncated(.jpeg, message: "a segment is cut short")
                }
                guard length >= 2 else { throw .damaged(.jpeg, message: "a marker of impossible length") }
                let end = marker == 0xDA ? endOfScan(bytes, from: offset + length) : offset + length
                if isNeeded(marker, bytes, at: offset + 2, length - 2) { keep(start..<end) }
                offset = end
            }
        }
        throw .truncated(.jpeg, message: "the end of the picture is missing")
    }
}

/// Whether a segment helps to show the picture (ISO 10918-1, table B.1).
private func isNeeded(_ marker: UInt8, _ bytes: Span<UInt8>, at offset: Int, _ length: Int) -> Bool {
    switch marker {
    case 0xC0...0xCF, 0xDA...0xDD: true
    // 14 bytes are a JFIF segment without a thumbnail, which may show what was cropped away since.
    case 0xE0: length == 14 && bytes.has("JFIF\0", at: offset)
    case 0xE2: bytes.has("ICC_PROFILE\0", at: offset)
    case 0xEE: length == 12 && bytes.has("Adobe", at: offset)
    default: false
    }
}

/// Where the coded data of a scan ends: at the first marker that is neither a restart nor a stuffed zero.
private func endOfScan(_ bytes: Span<UInt8>, from start: Int) -> Int {
    unsafe bytes.withUnsafeBufferPointer { buffer in
        guard let base = buffer.baseAddress else { return start }
        var offset = start
        while offset < buffer.count, let found = unsafe memchr(base + offset, 0xFF, buffer.count - offset) {
            let at = unsafe UnsafePointer(found.assumingMemoryBound(to: UInt8.self)) - base
            guard at + 1 < buffer.count else { break }
            switch unsafe buffer[at + 1] {
            case 0, 0xD0...0xD7: offset = at + 2
            case 0xFF: offset = at + 1
            default: return at
            }
        }
        return buffer.count
    }
}
