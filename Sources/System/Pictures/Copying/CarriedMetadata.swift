/// What of a picture's metadata goes along when its pixels are encoded again.
package struct CarriedMetadata: Equatable, Sendable {
    /// An EXIF block that says the picture stands upright; empty where there is none.
    package private(set) var exif: [UInt8] = []
    /// The ICC profile of its colors; empty where there is none.
    package private(set) var profile: [UInt8] = []

    /// Reads what there is.
    ///
    /// - Parameter withExif: whether EXIF goes along, which tells where the camera stood.
    package init(_ bytes: Span<UInt8>, _ format: PictureFormat, withExif: Bool) throws(PictureError) {
        var exif: [UInt8] = []
        switch format {
        case .jpeg: (exif, profile) = (try JPEGHeader(bytes).exif, JPEGHeader.profile(bytes))
        case .png: (exif, profile) = (try PNGHeader(bytes).exif, PNGHeader.profile(bytes))
        case .webp: (exif, profile) = (try WebPHeader(bytes).exif, WebPHeader.profile(bytes))
        case .heic: (exif, profile) = try readHEIFMetadata(bytes)
        case .tiff: profile = ExifBlock(bytes.copy)?.profile ?? []
        case .gif, .bmp, .avif, .jxl, .psd, .pdf: break
        }
        if withExif, let block = ExifBlock(exif) { self.exif = block.upright }
    }

    /// The segments that a JPEG keeps it in (EXIF 2.32, 4.7.2).
    ///
    /// - Parameter isGrey: whether the JPEG has luma alone. The profile of another kind of colors would be a lie
    ///   beside its pixels (ICC.1, 7.2.6).
    func segments(isGrey: Bool) -> [UInt8] {
        let profile = profile.span.has(isGrey ? "GRAY" : "RGB ", at: 16) ? profile : []
        var segments: [UInt8] = []
        // A block that is longer than a segment, which only other formats have, cannot be kept.
        if !exif.isEmpty, exif.count <= 65_533 - 6 {
            Self.add(0xE1, Array("Exif\0\0".utf8), exif[...], to: &segments)
        }
        return segments + Self.profileSegments(profile)
    }

    /// The segments that a JPEG keeps an ICC profile in (ICC.1, annex B.4); empty where there is none, and for one that
    /// is too long for 255 of them.
    static func profileSegments(_ profile: [UInt8]) -> [UInt8] {
        let limit = 65_533 - 14
        let count = (profile.count + limit - 1) / limit
        guard count <= 255 else { return [] }
        var segments: [UInt8] = []
        for index in 0..<count {
            let part = profile[(index * limit)..<min((index + 1) * limit, profile.count)]
            add(0xE2, Array("ICC_PROFILE\0".utf8) + [UInt8(index + 1), UInt8(count)], part, to: &segments)
        }
        return segments
    }

    private static func add(_ marker: UInt8, _ name: [UInt8], _ part: ArraySlice<UInt8>, to segments: inout [UInt8]) {
        let length = 2 + name.count + part.count
        segments += [0xFF, marker, UInt8(length >> 8), UInt8(length & 255)]
        segments += name
        segments += part
    }
}
