/// What a picture says of itself before its pixels: size, orientation, when and where it was taken.
package struct PictureHeader: Equatable, Sendable {
    /// The format, by content.
    package var format: PictureFormat
    /// The size as stored, before the orientation is applied.
    package var stored: PixelSize
    /// EXIF orientation 1...8: how the stored pixels are turned to stand upright; 1 where nothing sensible is said.
    package var orientation = 1
    /// Whether it is of a kind that every reader of the format shows: no more than 8 bits a channel, and grey or
    /// colors of light; false for inks, and for JPEG's rarer codings.
    package var isCommon = true
    /// When it was taken, in milliseconds since 1970; the camera's local time counts as UTC where no offset is given.
    package var takenAt: Int64?
    /// Degrees north of the equator, -90...90; nil unless the longitude is known too.
    package var cameraLatitude: Double?
    /// Degrees east of Greenwich, -180...180.
    package var cameraLongitude: Double?

    /// The size of the picture when it stands upright.
    package var upright: PixelSize { orientation >= 5 ? stored.swapped : stored }

    /// Bytes that the decoder holds beside the decoded pixels, for a picture of this size.
    private var heldBytes = 0

    /// The bytes that decoding takes at most, but for what `BaselineDecoder` keeps at an eighth: as many again, or 9 MB
    /// of a picture of 200 megapixels.
    ///
    /// - Parameter wanted: what the decoded size must cover, as in `PictureDecoder.decode`.
    package func decodingMemory(atLeast wanted: PixelSize?) -> Int {
        let isScaled = format == .jpeg
        let size = isScaled ? wanted.map { scaledSize(of: stored, covering: $0) } ?? stored : stored
        return heldBytes + 3 * size.width * size.height
    }

    /// Reads the header alone; no pixel is decoded.
    package static func read(_ bytes: Span<UInt8>) throws(PictureError) -> PictureHeader {
        guard !bytes.isEmpty else { throw .empty }
        guard let format = PictureFormat(of: bytes) else { throw .notAPicture(first: bytes.copy(from: 0, count: 16)) }
        switch format {
        case .jpeg:
            let jpeg = try JPEGHeader(bytes)
            var header = PictureHeader(format, jpeg.size, exif: jpeg.exif)
            // Baseline, extended and progressive, all with Huffman's code.
            header.isCommon = (0xC0...0xC2).contains(jpeg.frame) && [1, 3].contains(jpeg.components)
            // Coefficients of two bytes are all kept where they come in several scans.
            if jpeg.frame > 0xC1 { header.heldBytes = header.pixels * jpeg.sixteenths / 8 }
            return header
        case .png:
            let png = try PNGHeader(bytes)
            var header = PictureHeader(format, png.size, exif: png.exif)
            header.isCommon = png.depth <= 8
            header.heldBytes = 4 * header.pixels
            return header
        case .webp:
            let webP = try WebPHeader(bytes)
            var header = PictureHeader(format, webP.size, exif: webP.exif)
            header.heldBytes = 4 * header.pixels
            return header
        case .heic:
            // libheif turns and mirrors by the file's own irot and imir boxes, and its sizes are those of the
            // turned picture; the EXIF block repeats the camera's orientation, which must not be applied again.
            let (size, exif) = try readHEIFHeader(bytes)
            var header = PictureHeader(format, size, exif: exif)
            header.orientation = 1
            header.isCommon = false
            header.heldBytes = 4 * header.pixels
            return header
        case .gif:
            return PictureHeader(format, try GIFHeader(bytes).size, exif: [])
        case .bmp:
            var header = PictureHeader(format, try BMPHeader(bytes, isWhole: false).size, exif: [])
            header.heldBytes = 4 * header.pixels
            return header
        case .tiff:
            let tiff = try TIFFHeader(bytes)
            var header = PictureHeader(format, tiff.size, exif: tiff.exif)
            header.isCommon = tiff.isCommon
            // The layer, and a strip of the library's, which may be the whole picture.
            header.heldBytes = 12 * header.pixels
            return header
        case .avif, .jxl, .psd, .pdf:
            throw .unsupported(format, .format)
        }
    }

    /// The header of a JPEG of which these are the first bytes; nil where they do not hold all of it, and where only
    /// the whole of a file tells its header.
    package static func read(beginning bytes: Span<UInt8>) -> PictureHeader? {
        PictureFormat(of: bytes) == .jpeg ? try? read(bytes) : nil
    }

    private var pixels: Int {
        let (area, isTooLarge) = stored.width.multipliedReportingOverflow(by: stored.height)
        return isTooLarge ? Int.max / 1024 : min(area, Int.max / 1024)
    }

    private init(_ format: PictureFormat, _ size: PixelSize, exif: [UInt8]) {
        self.format = format
        stored = size
        guard let exif = ExifBlock(exif) else { return }
        orientation = exif.orientation
        takenAt = exif.takenAt
        if let place = exif.place {
            cameraLatitude = place.latitude
            cameraLongitude = place.longitude
        }
    }
}
