internal import Zlib

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

extension PictureParts {
    /// The chunks that decide pixels and colors; of an animation, the picture that stands for it.
    mutating func walkPNG(_ bytes: Span<UInt8>) throws(PictureError) {
        let known: [StaticString] = [
            "IHDR", "PLTE", "tRNS", "gAMA", "cHRM", "sRGB", "iCCP", "sBIT", "IDAT", "IEND",
        ]
        keep(0..<8)
        var offset = 8
        while let length = bytes.bigEndian32(at: offset), let checksum = bytes.bigEndian32(at: offset + 8 + length) {
            let end = offset + 12 + length
            guard crc32(bytes.extracting((offset + 4)..<(end - 4))) == UInt32(checksum) else {
                throw .damaged(.png, message: "a chunk's checksum does not match")
            }
            if known.contains(where: { bytes.has($0, at: offset + 4) }) {
                keep(offset..<end)
            } else if bytes[offset + 4] & 0x20 == 0 {
                // A capital letter: a program that does not know the chunk cannot show the picture.
                throw .unsupported(.png, .variant("an unknown chunk that is needed"))
            }
            if bytes.has("IEND", at: offset + 4) { return }
            offset = end
        }
        throw .truncated(.png, message: "the end of the picture is missing")
    }
}

extension PictureParts {
    /// The canvas, the color profile, transparency and pixels.
    mutating func walkWebP(_ bytes: Span<UInt8>) throws(PictureError) {
        let cutShort = PictureError.truncated(.webp, message: "not enough data")
        _ = try WebPHeader(bytes)
        guard let length = bytes.littleEndian32(at: 4), 8 + length <= bytes.count else { throw cutShort }
        keep(0..<12)
        var offset = 12
        while offset + 8 <= 8 + length, let size = bytes.littleEndian32(at: offset + 4) {
            let end = offset + 8 + size
            guard end <= bytes.count else { throw cutShort }
            let known: [StaticString] = ["VP8X", "ICCP", "ALPH", "VP8 ", "VP8L"]
            // Chunks of odd length are followed by a byte of padding, which the last one may lack.
            let padded = min(end + (size & 1), bytes.count)
            if known.contains(where: { bytes.has($0, at: offset) }) { keep(offset..<padded) }
            offset = padded
        }
    }

    /// Says in the copy's header how long it is, and that it holds neither EXIF nor XMP.
    func finishWebP(_ file: inout [UInt8]) {
        let isExtended = file.span.has("VP8X", at: 12) && file.count > 20
        if isExtended { file[20] &= ~0x0C }
        if file.count & 1 == 1 { file.append(0) }
        let length = file.count - 8
        for index in 0..<4 { file[4 + index] = UInt8(truncatingIfNeeded: length >> (8 * index)) }
    }
}
