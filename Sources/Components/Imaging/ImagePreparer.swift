internal import Pictures
package import Platform
package import Domain

/// Makes pictures into what a local model takes, decoded, upright and resized, or into what is sent to a service.
///
/// One for each worker: it keeps its decoder and all memory from picture to picture.
package final class ImagePreparer {
    let decoder = PictureDecoder()
    let maker = JPEGResizer()
    var stored = Bitmap()
    var decoded = DecodedPicture()
    let resampler = Resampler()
    var upright = Bitmap()
    let pageMaker = PageRenderer()
    private let memory: MemoryBudget?

    /// A preparer; memory is taken at the first picture.
    ///
    /// - Parameter memory: what it shares with others for large decodes; nil: it takes what it needs.
    package init(sharing memory: MemoryBudget? = nil) { self.memory = memory }

    /// The pixel limit where the manifest names none.
    package static var defaultPixelLimit: Int { PictureDecoder.defaultPixelLimit }

    /// Prepares a picture.
    ///
    /// - Parameter turn: how its stored pixels are turned to stand upright, by EXIF's numbers, 1...8; nil: as its EXIF
    ///   says. It means the same in all functions here.
    package func prepare(
        _ bytes: Span<UInt8>, for request: SampleRequest, turn: Int? = nil, pixelLimit: Int = defaultPixelLimit
    ) throws(Failure) -> PreparedImage {
        var image = PreparedImage(for: request)
        try prepare(bytes, for: request, turn: turn, pixelLimit: pixelLimit, into: &image)
        return image
    }

    /// Prepares a picture into the memory of an earlier one; after a failure its contents are undefined.
    package func prepare(
        _ bytes: Span<UInt8>, for request: SampleRequest, turn: Int? = nil, pixelLimit: Int = defaultPixelLimit,
        into image: inout PreparedImage
    ) throws(Failure) {
        do throws(PictureError) {
            let header = try PictureHeader.read(bytes).turned(turn)
            _ = try prepare(header, for: request, into: &image) { wanted throws(PictureError) in
                try decode(bytes, header, atLeast: wanted, pixelLimit: pixelLimit)
                return true
            }
        } catch {
            throw Failure(error, bytes: bytes.count)
        }
    }

    /// Prepares a picture whose beginning is in memory, going forward through its file.
    ///
    /// - Returns: false, and the contents of the image are undefined, where all of the file has to be in memory, or
    ///   anything is wrong: that is told of the whole.
    package func prepare(
        _ file: FileBuffer, for request: SampleRequest, turn: Int? = nil, pixelLimit: Int = defaultPixelLimit,
        into image: inout PreparedImage
    ) -> Bool {
        guard let header = file.withBytes({ PictureHeader.read(beginning: $0)?.turned(turn) }) else { return false }
        let isPrepared = try? prepare(header, for: request, into: &image) { wanted throws(PictureError) in
            guard let wanted else { return false }
            var isDecoded = false
            try withDecodingMemory(header, atLeast: wanted, pixelLimit: pixelLimit) {
                isDecoded = decoder.decode(file, atLeast: wanted, into: &stored)
            }
            return isDecoded
        }
        return isPrepared == true
    }

    /// Prepares a picture that `decode` decodes into `stored`, or does not.
    private func prepare(
        _ header: PictureHeader, for request: SampleRequest, into image: inout PreparedImage,
        decode: (_ wanted: PixelSize?) throws(PictureError) -> Bool
    ) throws(PictureError) -> Bool {
        precondition(request.size.width > 0 && request.size.height > 0, "a request for no pixels")
        precondition(request.channels == 1 || request.channels == 3, "a request for neither color nor grey")
        // An orientation out of range never leaves the header's reader.
        let orientation = Orientation(rawValue: header.orientation) ?? .topLeft
        let original = Size(width: header.upright.width, height: header.upright.height)
        let framing = ResizePlan(of: original, in: request.size, fit: request.fit)
        let covering = orientation.turn(framing.decoded)
        guard
            try decode(
                request.decode == .exact ? nil : PixelSize(width: covering.width, height: covering.height))
        else { return false }
        let isUpright = orientation == .topLeft
        guard isUpright || orientation.apply(to: stored, into: &upright) else { throw .outOfMemory(header.format) }
        image.size = request.size
        image.channels = request.channels
        image.placement = framing.placement
        resampler.resample(
            isUpright ? stored : upright, framing, size: request.size, channels: request.channels,
            into: &image.samples)
        return true
    }

    /// The size of the upright picture and the name of its format, such as `jpeg`, by its header alone.
    package func header(
        of bytes: Span<UInt8>, turn: Int? = nil, pixelLimit: Int = defaultPixelLimit
    ) throws(Failure) -> (upright: Size, format: String) {
        do throws(PictureError) {
            let header = try PictureHeader.read(bytes).turned(turn)
            try header.stored.check(limit: pixelLimit, of: header.format)
            return (Size(width: header.upright.width, height: header.upright.height), header.format.rawValue)
        } catch {
            throw Failure(error, bytes: bytes.count)
        }
    }

    /// The same size of a file whose beginning is in memory; nil where all of it has to be.
    package func uprightSize(
        of file: FileBuffer, turn: Int? = nil, pixelLimit: Int = defaultPixelLimit
    ) -> Size? {
        file.withBytes { bytes in
            guard let header = PictureHeader.read(beginning: bytes)?.turned(turn),
                (try? header.stored.check(limit: pixelLimit, of: header.format)) != nil
            else { return nil }
            return Size(width: header.upright.width, height: header.upright.height)
        }
    }

    /// Decodes into `stored` when there is memory for it.
    ///
    /// - Parameter wanted: what the result must cover; nil: all of the file's pixels.
    func decode(
        _ bytes: Span<UInt8>, _ header: PictureHeader, atLeast wanted: PixelSize?, pixelLimit: Int
    ) throws(PictureError) {
        try withDecodingMemory(header, atLeast: wanted, pixelLimit: pixelLimit) { () throws(PictureError) in
            try decoder.decode(bytes, atLeast: wanted, pixelLimit: pixelLimit, into: &stored)
        }
    }

    /// Checks the pixel limit, waits for room in the memory budget, and runs `body`, which decodes.
    func withDecodingMemory(
        _ header: PictureHeader, atLeast wanted: PixelSize?, pixelLimit: Int, _ body: () throws(PictureError) -> Void
    ) throws(PictureError) {
        try header.stored.check(limit: pixelLimit, of: header.format)
        guard let memory else { return try body() }
        try memory.hold(header.decodingMemory(atLeast: wanted), body)
    }
}
