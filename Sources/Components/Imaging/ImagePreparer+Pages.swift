internal import Pictures
package import Domain

extension ImagePreparer {
    /// Prepares a page for text recognition into the memory of an earlier one; after a failure its contents are
    /// undefined.
    package func prepare(
        _ bytes: Span<UInt8>, for request: PageRequest, turn: Int? = nil, pixelLimit: Int = defaultPixelLimit,
        into image: inout PreparedImage
    ) throws(Failure) {
        do throws(PictureError) {
            let header = try PictureHeader.read(bytes).turned(turn)
            // An orientation out of range never leaves the header's reader.
            let orientation = Orientation(rawValue: header.orientation) ?? .topLeft
            let original = Size(width: header.upright.width, height: header.upright.height)
            let size = original.asPage(request)
            let wanted = orientation.turn(size)
            try decode(
                bytes, header, atLeast: PixelSize(width: wanted.width, height: wanted.height), pixelLimit: pixelLimit)
            let isUpright = orientation == .topLeft
            guard isUpright || orientation.apply(to: stored, into: &upright) else { throw .outOfMemory(header.format) }
            image.size = size
            image.channels = 1
            image.placement = Placement(
                scale: Point(
                    x: Double(original.width) / Double(size.width), y: Double(original.height) / Double(size.height)),
                offset: Point(x: 0, y: 0), original: original)
            guard pageMaker.make(isUpright ? stored : upright, original, size, resampler, into: &image) else {
                throw .outOfMemory(header.format)
            }
        } catch {
            throw Failure(error, bytes: bytes.count)
        }
    }
}

extension Size {
    /// The size in which a page is read.
    func asPage(_ request: PageRequest) -> Size {
        let long = max(width, height)
        guard long <= request.maxEdge else { return shrunk(by: Double(request.maxEdge) / Double(long)) }
        var factor = 1
        while long * factor * 2 <= request.enlargedTo { factor *= 2 }
        return Size(width: width * factor, height: height * factor)
    }
}
