internal import Pictures
package import Platform
package import Domain

extension ImagePreparer {
    /// Makes a picture ready to be sent: an upright file of a kind that services read, no larger than asked.
    ///
    /// A file that is so already goes as it is, but for its metadata: nothing is decoded. Everything else becomes a
    /// JPEG.
    ///
    /// - Parameters:
    ///   - turn: as of `prepare`.
    ///   - pixelLimit: the most pixels the header may promise; checked before memory is taken.
    package func encode(
        _ bytes: Span<UInt8>, for request: EncodeRequest, turn: Int? = nil, pixelLimit: Int = defaultPixelLimit
    ) throws(Failure) -> EncodedImage {
        let stored = try unlessBroken(bytes) { () throws(PictureError) in
            let header = try PictureHeader.read(bytes)
            try header.stored.check(limit: pixelLimit, of: header.format)
            return header
        }
        let header = stored.turned(turn)
        let original = Size(width: header.upright.width, height: header.upright.height)
        let sent = original.fitted(in: request.fit)
        // EXIF that goes along would turn the picture again.
        let isUpright = header.orientation == 1 && (request.metadata == .strip || stored.orientation == 1)
        if sent == original, isUpright, header.isCommon, let file = try forwarded(bytes, header, request) {
            return EncodedImage(bytes: file, size: original, placement: .whole(original))
        }
        guard let image = try reencoded(bytes, header, from: original, to: sent, request, pixelLimit: pixelLimit)
        else { throw .cannotFit(header, maxBytes: request.maxBytes) }
        return image
    }

    /// The same of a picture whose beginning is in memory, going forward through its file.
    ///
    /// - Returns: nil where all of the file has to be in memory, or anything is wrong: that is told of the whole.
    package func encode(
        _ file: FileBuffer, for request: EncodeRequest, turn: Int? = nil, pixelLimit: Int = defaultPixelLimit
    ) -> EncodedImage? {
        let head = file.withBytes { bytes -> (header: PictureHeader, carried: CarriedMetadata)? in
            guard let header = PictureHeader.read(beginning: bytes)?.turned(turn),
                let carried = try? CarriedMetadata(bytes, header.format, withExif: request.metadata == .keep)
            else { return nil }
            return (header, carried)
        }
        guard let (header, carried) = head else { return nil }
        let original = Size(width: header.upright.width, height: header.upright.height)
        let sent = original.fitted(in: request.fit)
        let wanted = JPEGResizer.decodedSize(of: header, for: sent)
        var isDecoded = false
        try? withDecodingMemory(header, atLeast: wanted, pixelLimit: pixelLimit) {
            isDecoded = decoder.decode(file, atLeast: wanted, into: &decoded)
        }
        return isDecoded ? try? encodeDecoded(header, carried, from: original, to: sent, request) : nil
    }

    /// The file as it is, with its metadata or without; nil where it is too long.
    private func forwarded(
        _ bytes: Span<UInt8>, _ header: PictureHeader, _ request: EncodeRequest
    ) throws(Failure) -> [UInt8]? {
        // No copy of a TIFF without its metadata is made: only with all of it can it go as it is.
        if header.format == .tiff {
            return request.metadata == .keep && bytes.count <= request.maxBytes ? bytes.copy : nil
        }
        // Walked even where all of it goes along: a file cut short is better found here than paid for.
        let parts = try unlessBroken(bytes) { () throws(PictureError) in try PictureParts(bytes, header.format) }
        let file =
            switch request.metadata {
            case .strip: parts.copy(of: bytes)
            case .keep: bytes.copy
            }
        return file.count <= request.maxBytes ? file : nil
    }

    /// The picture as a new JPEG; nil where even one pixel would be too long.
    private func reencoded(
        _ bytes: Span<UInt8>, _ header: PictureHeader, from original: Size, to fitted: Size, _ request: EncodeRequest,
        pixelLimit: Int
    ) throws(Failure) -> EncodedImage? {
        try unlessBroken(bytes) { () throws(PictureError) in
            let carried = try CarriedMetadata(bytes, header.format, withExif: request.metadata == .keep)
            let wanted = JPEGResizer.decodedSize(of: header, for: fitted)
            try withDecodingMemory(header, atLeast: wanted, pixelLimit: pixelLimit) { () throws(PictureError) in
                try decoder.decode(bytes, atLeast: wanted, pixelLimit: pixelLimit, into: &decoded)
            }
            return try encodeDecoded(header, carried, from: original, to: fitted, request)
        }
    }

    /// The decoded picture as a new JPEG, smaller and smaller until it is short enough; nil where even one pixel would
    /// be too long.
    private func encodeDecoded(
        _ header: PictureHeader, _ carried: CarriedMetadata, from original: Size, to fitted: Size,
        _ request: EncodeRequest
    ) throws(PictureError) -> EncodedImage? {
        var attempt = EncodingAttempt(size: fitted, quality: request.quality)
        while true {
            let file = try maker.make(
                decoded, header, size: attempt.size, quality: attempt.quality, carrying: carried)
            if file.count <= request.maxBytes {
                return EncodedImage(bytes: file, size: attempt.size, placement: .scaled(original, to: attempt.size))
            }
            guard let next = attempt.smaller(than: file.count, maxBytes: request.maxBytes, of: original) else {
                return nil
            }
            attempt = next
        }
    }

    /// Does something with a picture's bytes; what is wrong with them becomes the image's failure.
    private func unlessBroken<Result>(
        _ bytes: Span<UInt8>, _ body: () throws(PictureError) -> Result
    ) throws(Failure) -> Result {
        do throws(PictureError) {
            return try body()
        } catch {
            throw Failure(error, bytes: bytes.count)
        }
    }
}

extension Placement {
    /// That of a picture which is sent as it is.
    fileprivate static func whole(_ original: Size) -> Placement { scaled(original, to: original) }

    /// That of a picture which was made smaller as a whole.
    fileprivate static func scaled(_ original: Size, to sent: Size) -> Placement {
        Placement(
            scale: Point(
                x: Double(original.width) / Double(sent.width), y: Double(original.height) / Double(sent.height)),
            offset: Point(x: 0, y: 0), original: original)
    }
}
