/// A whole picture file, as the parts that show the picture and the rest: what is said about it (EXIF, places,
/// comments), and whatever hides between the parts or behind the end.
///
/// The parts make up a *canonical copy*: what a program may rewrite without changing what is shown, such as a JPEG's
/// density or a WebP's flags, is written in one way only. So two files whose copies are equal show the same pixels in
/// the same colors, and the copy of a copy is the copy.
package struct PictureParts: Sendable {
    /// A part of the copy.
    enum Part: Equatable {
        /// Bytes of the file as they stand there.
        case kept(Range<Int>)
        /// Bytes that are the same for all files which say the same.
        case made([UInt8])
    }

    /// The parts of the copy, in order; neighbours in the file are one.
    private(set) var parts: [Part] = []

    /// Whether the parts make up a file of the format.
    ///
    /// Those of a HEIC are a list of what shows its picture, which only tells pictures apart: a HEIC is always encoded
    /// again.
    package let isFile: Bool

    /// Walks a file to its end, and throws where it is cut short, contradicts its format, or may be read by one program
    /// as another picture than by the next; no pixel is decoded.
    package init(_ bytes: Span<UInt8>, _ format: PictureFormat) throws(PictureError) {
        isFile = format != .heic
        switch format {
        case .jpeg: try walkJPEG(bytes)
        case .png: try walkPNG(bytes)
        case .webp: try walkWebP(bytes)
        case .gif: try walkGIF(bytes)
        case .bmp:
            _ = try BMPHeader(bytes, isWhole: true)
            keep(0..<bytes.count)
        case .heic: try walkHEIC(bytes)
        case .tiff, .avif, .jxl, .psd, .pdf: throw .unsupported(format, .format)
        }
    }

    /// The file without what is only said about the picture: the same pixels, bit for bit.
    ///
    /// Of parts that make up no file it is their list, which no program reads.
    ///
    /// - Parameter bytes: those that were walked.
    package func copy(of bytes: Span<UInt8>) -> [UInt8] {
        var file: [UInt8] = []
        // Hardly ever is a copy longer than its file.
        file.reserveCapacity(bytes.count)
        for part in parts {
            switch part {
            case .kept(let range): file.append(bytes, range)
            case .made(let made): file += made
            }
        }
        return file
    }

    /// Takes bytes of the file.
    ///
    /// They lie behind those that were taken, except in a HEIC: its ranges come in any order, and more than once.
    mutating func keep(_ range: Range<Int>) {
        if case .kept(let last) = parts.last, last.upperBound == range.lowerBound {
            parts[parts.count - 1] = .kept(last.lowerBound..<range.upperBound)
        } else {
            parts.append(.kept(range))
        }
    }

    /// Adds bytes that do not stand in the file so.
    mutating func make(_ bytes: [UInt8]) {
        if !bytes.isEmpty { parts.append(.made(bytes)) }
    }
}
