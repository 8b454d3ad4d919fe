/// What kind of picture some bytes are, told by their first bytes and never by a file's name.
package enum PictureFormat: String, CaseIterable, Sendable {
    case jpeg, png, webp, heic
    case gif, bmp, tiff, avif, jxl, psd, pdf

    /// The format's name in sentences: `JPEG`.
    package var name: String {
        switch self {
        case .webp: "WebP"
        case .jxl: "JPEG XL picture"
        case .psd: "Photoshop document"
        default: rawValue.uppercased()
        }
    }

    /// The format that the bytes begin as; nil where they begin as none of these.
    package init?(of bytes: Span<UInt8>) {
        if bytes.has([0xFF, 0xD8, 0xFF], at: 0) {
            self = .jpeg
        } else if bytes.has([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A], at: 0) {
            self = .png
        } else if bytes.has("RIFF", at: 0), bytes.has("WEBP", at: 8) {
            self = .webp
        } else if bytes.has("ftyp", at: 4) {
            guard let format = PictureFormat(brandsOf: bytes) else { return nil }
            self = format
        } else if bytes.has("GIF87a", at: 0) || bytes.has("GIF89a", at: 0) {
            self = .gif
        } else if bytes.has("II*\0", at: 0) || bytes.has("MM\0*", at: 0) {
            self = .tiff
        } else if bytes.has("%PDF-", at: 0) {
            self = .pdf
        } else if bytes.has("8BPS", at: 0) {
            self = .psd
        } else if bytes.has([0xFF, 0x0A], at: 0) || bytes.has("\0\0\0\u{0C}JXL ", at: 0) {
            self = .jxl
        } else if bytes.has("BM", at: 0), bytes.has("\0\0\0\0", at: 6) {
            // Two letters are not enough to tell a bitmap from a text; the reserved zeroes are.
            self = .bmp
        } else {
            return nil
        }
    }

    /// HEIC or AVIF, by the brands of an ISO base media file; nil for films and the like.
    private init?(brandsOf bytes: Span<UInt8>) {
        let end = min(bytes.bigEndian32(at: 0) ?? 0, bytes.count)
        var brands: [Int] = [8]
        var offset = 16
        while offset + 4 <= end, brands.count < 64 {
            brands.append(offset)
            offset += 4
        }
        // The first brand that names a codec decides; mif1 and msf1 only say that it is a picture.
        for brand in brands {
            if bytes.has("avif", at: brand) || bytes.has("avis", at: brand) {
                self = .avif
                return
            }
            for name: StaticString in ["heic", "heix", "hevc", "hevx", "heim", "heis", "hevm", "hevs"]
            where bytes.has(name, at: brand) {
                self = .heic
                return
            }
        }
        guard bytes.has("mif1", at: 8) || bytes.has("msf1", at: 8) else { return nil }
        self = .heic
    }
}
