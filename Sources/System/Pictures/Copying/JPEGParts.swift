internal import Glibc

extension PictureParts {
    /// What says the colors, then frames, tables and scans.
    ///
    /// Markers without a length, fill bytes and bytes between the segments are passed over, as libjpeg does.
    mutating func walkJPEG(_ bytes: Span<UInt8>) throws(PictureError) {
        // Only what the header's reader accepts has its scan before its end.
        let header = try JPEGHeader(bytes)
        make([0xFF, 0xD8])
        make(header.colorSegment)
        make(CarriedMetadata.profileSegments(JPEGHeader.profile(bytes)))
        var offset = 2
        while let marker = JPEGHeader.nextMarker(bytes, &offset) {
            let start = offset - 2
            switch marker {
            case 0x01, 0xD0...0xD7: continue
            case 0xD8: throw .damaged(.jpeg, message: "a second picture begins inside of the first")
            case 0xD9:
                make([0xFF, 0xD9])
                return
            case 0xC0...0xCF, 0xDA...0xDF, 0xE0...0xEF, 0xFE:
                guard let length = bytes.bigEndian16(at: offset), offset + length <= bytes.count else {
                    throw .truncated(.jpeg, message: "a segment is cut short")
                }
                guard length >= 2 else { throw .damaged(.jpeg, message: "a marker of impossible length") }
                offset += length
                if marker == 0xDA { offset = endOfScan(bytes, from: offset) }
                if marker < 0xE0 { keep(start..<offset) }
            // libjpeg refuses a file that has one, and would take its copy.
            default: throw .unsupported(.jpeg, .variant("a segment of a kind that no program writes"))
            }
        }
        throw .truncated(.jpeg, message: "the end of the picture is missing")
    }
}

extension JPEGHeader {
    /// The one segment that says how the components make up colors, as libjpeg-turbo understands the file
    /// (jdapimin.c, default_decompress_parms): JFIF for grey and YCbCr, Adobe for RGB, CMYK and YCCK; nothing where
    /// nothing is said, which of four components are inks as well.
    fileprivate var colorSegment: [UInt8] {
        switch components {
        case 1: Self.jfif
        case 3:
            if hasJFIF {
                Self.jfif
            } else if let transform = adobeTransform {
                transform == 0 ? Self.adobe(transform: 0) : Self.jfif
            } else {
                componentNames == Array("RGB".utf8) ? Self.adobe(transform: 0) : Self.jfif
            }
        case 4: adobeTransform.map { Self.adobe(transform: $0 == 0 ? 0 : 2) } ?? []
        default: []
        }
    }

    /// A JFIF segment of version 1.01 that says nothing of its density and has no thumbnail.
    private static var jfif: [UInt8] {
        [0xFF, 0xE0, 0, 16] + Array("JFIF\0".utf8) + [1, 1, 0, 0, 1, 0, 1, 0, 0]
    }

    private static func adobe(transform: UInt8) -> [UInt8] {
        [0xFF, 0xEE, 0, 14] + Array("Adobe".utf8) + [0, 100, 0, 0, 0, 0, transform]
    }
}

/// Where the coded data of a scan ends: at the first marker that is neither a restart nor a stuffed zero, and before
/// its fill bytes.
private func endOfScan(_ bytes: Span<UInt8>, from start: Int) -> Int {
    unsafe bytes.withUnsafeBufferPointer { buffer in
        guard let base = buffer.baseAddress else { return start }
        var offset = start
        while offset < buffer.count, let found = unsafe memchr(base + offset, 0xFF, buffer.count - offset) {
            let at = unsafe UnsafePointer(found.assumingMemoryBound(to: UInt8.self)) - base
            var next = at + 1
            while next < buffer.count, unsafe buffer[next] == 0xFF { next += 1 }
            guard next < buffer.count else { break }
            switch unsafe buffer[next] {
            case 0, 0xD0...0xD7: offset = next + 1
            default: return at
            }
        }
        return buffer.count
    }
}
