package import Platform

/// Decodes the common kind of JPEG at a quarter or an eighth of its size, twice as fast as libjpeg-turbo: coefficients
/// that so small a picture does not show are stepped over, several at a time.
///
/// It reports no errors: at anything unusual it says no, and the library decides. Memory is kept from picture to
/// picture.
package struct BaselineDecoder {
    /// How much smaller than the picture the result is.
    package enum Scale: Int, Sendable {
        case quarter = 4
        case eighth = 8

        /// The size of a picture at this scale.
        func size(of size: PixelSize) -> PixelSize { size.divided(by: rawValue) }

        /// The scale from one size to another; nil where it is none of these.
        init?(from size: PixelSize, to scaled: PixelSize) {
            guard scaled != size, let scale = [Self.eighth, .quarter].first(where: { $0.size(of: size) == scaled })
            else { return nil }
            self = scale
        }
    }

    private var codes = HuffmanCodes()
    /// The samples of one row of units, component after component.
    private var band: [UInt8] = []
    /// A picture with a sample of each component for each pixel.
    private var whole = DecodedPicture()

    /// A decoder; memory is taken at the first picture.
    package init() {}

    /// Decodes a picture at an eighth to red, green and blue, bit for bit what the library makes.
    ///
    /// - Parameter bitmap: takes the pixels; undefined where the result is false.
    /// - Returns: false where the library has to be asked.
    package mutating func decode(_ bytes: Span<UInt8>, into bitmap: inout Bitmap) -> Bool {
        withWhole { decoder, picture in
            decoder.decode(bytes, at: .eighth, into: &picture) && bitmap.convert(from: picture.planes)
        }
    }

    /// The same of a file whose beginning is in memory: the buffer goes forward through it.
    package mutating func decode(_ file: FileBuffer, into bitmap: inout Bitmap) -> Bool {
        withWhole { decoder, picture in
            decoder.decode(file, at: .eighth, into: &picture) && bitmap.convert(from: picture.planes)
        }
    }

    /// Decodes a picture to planes.
    ///
    /// At an eighth each component has a sample for each pixel, bit for bit what the library makes. At a quarter luma
    /// comes from the lowest frequencies alone, which is nearer to the picture made smaller by a good filter than what
    /// the library makes of all, and chroma has one sample for four pixels whatever the file has, as it is sent.
    ///
    /// - Parameter picture: takes the samples; undefined where the result is false.
    /// - Returns: false where the library has to be asked.
    package mutating func decode(_ bytes: Span<UInt8>, at scale: Scale, into picture: inout DecodedPicture) -> Bool {
        guard var scan = begin(bytes, at: scale, &picture) else { return false }
        while !scan.isRead {
            guard scan.readRow(bytes, isEnd: true, codes, &band, into: &picture) else { return false }
        }
        return true
    }

    /// The same of a file whose beginning is in memory: the buffer goes forward through it.
    package mutating func decode(_ file: FileBuffer, at scale: Scale, into picture: inout DecodedPicture) -> Bool {
        guard var scan = file.withBytes({ begin($0, at: scale, &picture) }) else { return false }
        var longest = 0
        while !scan.isRead {
            let (offset, start) = (scan.offset, file.start)
            let isRead = file.withBytes { bytes in
                // A row that will hardly be whole is not begun.
                (file.isAtEnd || bytes.count - offset >= 2 * longest)
                    && scan.readRow(bytes, isEnd: file.isAtEnd, codes, &band, into: &picture)
            }
            if isRead {
                longest = max(longest, scan.offset - offset)
            } else {
                // Of a damaged row this brings all of the rest into memory, where the library wants it.
                guard !file.isAtEnd, (try? file.move(to: start + offset)) != nil else { return false }
                scan.drop(offset)
            }
        }
        return true
    }

    /// Lends the decoder and its picture of whole samples together.
    private mutating func withWhole(_ body: (inout BaselineDecoder, inout DecodedPicture) -> Bool) -> Bool {
        // What decodes cannot write into a part of itself.
        var picture = DecodedPicture()
        swap(&picture, &whole)
        defer { swap(&picture, &whole) }
        return body(&self, &picture)
    }

    /// Reads the markers before the scan, and makes room; nil where the library has to be asked.
    private mutating func begin(
        _ bytes: Span<UInt8>, at scale: Scale, _ picture: inout DecodedPicture
    ) -> BaselineScan? {
        codes.clear()
        guard let header = BaselineHeader(bytes, &codes) else { return nil }
        let unit = header.components[0]
        var (layouts, subsamplings): ([BaselineScan.Layout], [Int]) = ([], [])
        var divisors = [UInt32](repeating: 0, count: 192)
        for (index, component) in header.components.enumerated() {
            let covered = PixelSize(width: unit.across / component.across, height: unit.down / component.down)
            let block = scale == .quarter && index == 0 ? PixelSize(width: 2, height: 2) : covered
            let stop = Self.stop(of: block, at: scale)
            layouts.append(BaselineScan.Layout(component, block: block, stop: stop))
            subsamplings.append(scale == .quarter && index > 0 ? 2 : 1)
            for (place, value) in header.divisors[component.divisors].enumerated() {
                // What does not matter is put aside, where no reduced block looks.
                divisors[64 * index + place] = UInt32(value) << 8 | UInt32(place < stop ? zigzag[place] : 16)
            }
        }
        let scan = BaselineScan(header, layouts, divisors: divisors, divisor: scale.rawValue)
        guard band.reserve(scan.bandLength),
            picture.reshape(to: scale.size(of: header.size), subsamplings: subsamplings)
        else { return nil }
        return scan
    }

    /// How many coefficients, in the file's order, a block's samples are made of.
    private static func stop(of block: PixelSize, at scale: Scale) -> Int {
        switch (scale, block.width, block.height) {
        case (.eighth, 2, 2): 64  // The library looks at all of them.
        case (.quarter, 2, 2): 5  // Up to the first on the diagonal.
        case (.quarter, 2, 1): 2  // The mean and the first one across.
        default: 1  // The mean alone.
        }
    }
}
