package import Platform

/// Decodes pictures one after another, keeping its scratch memory; one owner at a time.
package final class PictureDecoder {
    /// The pixel limit where the manifest names none: 200 megapixels, 600 MB decoded.
    package static let defaultPixelLimit = 200_000_000

    private var jpeg = JPEGDecoder()
    private var layer: [UInt8] = []

    /// A decoder.
    package init() {}

    /// Decodes a picture as stored: its EXIF orientation is not applied.
    ///
    /// - Parameters:
    ///   - wanted: the size, in stored orientation, that the result must cover in both axes. JPEG is then decoded at
    ///     the smallest of 1/8, 1/4, 1/2 and 1 that does, which saves most of the time; other formats, and smaller
    ///     pictures, come in full. nil: the full size.
    ///   - pixelLimit: the most pixels the header may promise; checked before memory is taken.
    package func decode(
        _ bytes: Span<UInt8>, atLeast wanted: PixelSize?, pixelLimit: Int = defaultPixelLimit,
        into bitmap: inout Bitmap
    ) throws(PictureError) {
        guard !bytes.isEmpty else { throw .empty }
        guard let format = PictureFormat(of: bytes) else { throw .notAPicture(first: bytes.copy(from: 0, count: 16)) }
        switch format {
        case .jpeg:
            try jpeg.decode(bytes, atLeast: wanted, pixelLimit: pixelLimit, into: &bitmap)
        case .png:
            try decodePNG(bytes, pixelLimit: pixelLimit, layer: &layer, into: &bitmap)
        case .webp:
            try decodeWebP(bytes, pixelLimit: pixelLimit, layer: &layer, into: &bitmap)
        case .heic:
            try decodeHEIF(bytes, pixelLimit: pixelLimit, layer: &layer, into: &bitmap)
        case .gif:
            try decodeGIF(bytes, pixelLimit: pixelLimit, into: &bitmap)
        case .bmp:
            try decodeBMP(bytes, pixelLimit: pixelLimit, layer: &layer, into: &bitmap)
        case .tiff:
            try decodeTIFF(bytes, pixelLimit: pixelLimit, layer: &layer, into: &bitmap)
        case .avif, .jxl, .psd, .pdf:
            throw .unsupported(format, .format)
        }
    }

    /// Decodes a picture that is to be written as a JPEG again, as stored.
    ///
    /// A common JPEG that is needed at an eighth or a quarter of its size keeps its planes, which can be made smaller,
    /// turned and written without a change of colors. A quarter is made of the lowest frequencies, which is nearer to
    /// the picture made smaller by a good filter than the library's. Everything else is decoded as by the other
    /// `decode`.
    package func decode(
        _ bytes: Span<UInt8>, atLeast wanted: PixelSize, pixelLimit: Int = defaultPixelLimit,
        into picture: inout DecodedPicture
    ) throws(PictureError) {
        if PictureFormat(of: bytes) == .jpeg {
            try jpeg.decode(bytes, atLeast: wanted, pixelLimit: pixelLimit, into: &picture)
        } else {
            try picture.decodeOnePlane { bitmap throws(PictureError) in
                try decode(bytes, atLeast: wanted, pixelLimit: pixelLimit, into: &bitmap)
            }
        }
    }

    /// Decodes a common JPEG whose beginning is in memory at an eighth of its size, going forward through the file.
    ///
    /// The caller has checked the limit of pixels.
    ///
    /// - Parameter bitmap: takes the pixels that the other `decode` makes; undefined where the result is false.
    /// - Returns: false where all of the file has to be in memory: of other kinds, at other sizes, or damaged.
    package func decode(_ file: FileBuffer, atLeast wanted: PixelSize, into bitmap: inout Bitmap) -> Bool {
        jpeg.decode(file, atLeast: wanted, into: &bitmap)
    }

    /// The same of a picture that is to be written as a JPEG again, at an eighth or a quarter.
    package func decode(_ file: FileBuffer, atLeast wanted: PixelSize, into picture: inout DecodedPicture) -> Bool {
        jpeg.decode(file, atLeast: wanted, into: &picture)
    }
}

/// Why bytes give no picture: values only; the words for people are made by those who know the file.
package enum PictureError: Error, Equatable, Sendable {
    /// Why a known kind of picture is not decoded.
    package enum Reason: Equatable, Sendable {
        /// There is no decoder for this format.
        case format
        /// The format's library is not installed; the Debian package that brings it.
        case missing(package: String)
        /// A rare variant of the format, in the library's words.
        case variant(String)
    }

    /// There are no bytes.
    case empty
    /// The bytes begin like no picture; up to 16 of them.
    case notAPicture(first: [UInt8])
    /// The kind is known and not decoded here.
    case unsupported(PictureFormat, Reason)
    /// The bytes end before the picture does.
    case truncated(PictureFormat, message: String)
    /// The bytes contradict the format.
    case damaged(PictureFormat, message: String)
    /// The header promises more pixels than the limit allows.
    case tooLarge(width: Int, height: Int, limit: Int)
    /// The system gave no memory for the picture.
    case outOfMemory(PictureFormat)
}
