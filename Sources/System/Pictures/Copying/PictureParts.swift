/// A whole picture file, as the parts that show the picture and the rest: what is said about it (EXIF, places,
/// comments), and whatever hides between the parts or behind the end.
package struct PictureParts: Sendable {
    /// The parts that show the picture, in order; neighbours are one.
    private(set) var needed: [Range<Int>] = []
    private let format: PictureFormat

    /// Walks a file to its end, and throws where it is cut short or contradicts its format; no pixel is decoded.
    package init(_ bytes: Span<UInt8>, _ format: PictureFormat) throws(PictureError) {
        self.format = format
        switch format {
        case .jpeg: try walkJPEG(bytes)
        case .png: try walkPNG(bytes)
        case .webp: try walkWebP(bytes)
        case .gif: try walkGIF(bytes)
        case .bmp:
            _ = try BMPHeader(bytes, isWhole: true)
            keep(0..<bytes.count)
        case .heic, .tiff, .avif, .jxl, .psd, .pdf: throw .unsupported(format, .format)
        }
    }

    /// The file without what is only said about the picture: the same pixels, bit for bit.
    ///
    /// - Parameter bytes: those that were walked.
    package func copy(of bytes: Span<UInt8>) -> [UInt8] {
        var file: [UInt8] = []
        file.reserveCapacity(needed.reduce(1) { $0 + $1.count })
        for range in needed { file.append(bytes, range) }
        switch format {
        case .webp: finishWebP(&file)
        case .gif: if file.last != 0x3B { file.append(0x3B) }  // the trailer, which some writers forget
        default: break
        }
        return file
    }

    /// The file as it is.
    package func copyOfEverything(of bytes: Span<UInt8>) -> [UInt8] {
        var file: [UInt8] = []
        file.append(bytes, 0..<bytes.count)
        return file
    }

    /// Takes a part, which lies behind those that were taken.
    mutating func keep(_ range: Range<Int>) {
        if let last = needed.last, last.upperBound == range.lowerBound {
            needed[needed.count - 1] = last.lowerBound..<range.upperBound
        } else {
            needed.append(range)
        }
    }
}
