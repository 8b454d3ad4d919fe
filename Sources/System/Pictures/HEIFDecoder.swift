internal import CHEIF
internal import Platform

/// The size of a HEIC's primary picture, turned as its boxes say, and its EXIF block.
func readHEIFHeader(_ bytes: Span<UInt8>) throws(PictureError) -> (PixelSize, exif: [UInt8]) {
    let library = try HEIFLibrary.installed()
    return try unsafe lendQuietly(bytes) { buffer throws(PictureError) in
        let document = unsafe try HEIFDocument(buffer, library)
        let size = document.size
        guard size.width > 0, size.height > 0 else { throw .damaged(.heic, message: "the picture has no pixels") }
        return (size, try document.exif())
    }
}

/// The EXIF block and the ICC profile of a HEIC's primary picture.
func readHEIFMetadata(_ bytes: Span<UInt8>) throws(PictureError) -> (exif: [UInt8], profile: [UInt8]) {
    let library = try HEIFLibrary.installed()
    return try unsafe lendQuietly(bytes) { buffer throws(PictureError) in
        let document = unsafe try HEIFDocument(buffer, library)
        return (try document.exif(), try document.profile())
    }
}

/// Decodes the primary picture of a HEIC, turned as its boxes say.
///
/// - Parameter layer: scratch for pictures with transparency.
func decodeHEIF(
    _ bytes: Span<UInt8>, pixelLimit: Int, layer: inout [UInt8], into bitmap: inout Bitmap
) throws(PictureError) {
    let library = try HEIFLibrary.installed()
    try unsafe lendQuietly(bytes) { buffer throws(PictureError) in
        let document = unsafe try HEIFDocument(buffer, library)
        let size = document.size
        try size.check(limit: pixelLimit, of: .heic)
        let hasAlpha = document.hasAlpha
        try unsafe document.decode(withAlpha: hasAlpha) { plane, coded, stride throws(PictureError) in
            // Places are told in the header's pixels. A coder of half as many colors may add one at the edge.
            guard (0...1).contains(coded.width - size.width), (0...1).contains(coded.height - size.height) else {
                throw .damaged(
                    .heic,
                    message: "\(coded.width) x \(coded.height) pixels, and \(size.width) x \(size.height) in the header"
                )
            }
            guard bitmap.reshape(to: size) else { throw .outOfMemory(.heic) }
            if hasAlpha {
                guard layer.reserve(size.width * size.height * 4) else { throw .outOfMemory(.heic) }
                unsafe copyRows(plane, stride: stride, rowBytes: size.width * 4, rows: size.height, into: &layer)
                flattenAlpha(layer, into: &bitmap.pixels)
            } else {
                unsafe copyRows(
                    plane, stride: stride, rowBytes: size.width * 3, rows: size.height, into: &bitmap.pixels)
            }
        }
    }
}

/// Lends the bytes while libde265, which complains about damaged streams on standard error, is not heard.
private func lendQuietly<Result>(
    _ bytes: Span<UInt8>, _ body: (UnsafeBufferPointer<UInt8>) throws(PictureError) -> Result
) throws(PictureError) -> Result {
    try StandardError.silenced { () throws(PictureError) in
        try unsafe bytes.withUnsafeBufferPointer(body)
    }
}

/// Copies rows that lie `stride` apart to rows without gaps.
private func copyRows(
    _ plane: UnsafePointer<UInt8>, stride: Int, rowBytes: Int, rows: Int, into pixels: inout [UInt8]
) {
    unsafe pixels.withUnsafeMutableBytes { buffer in
        for row in 0..<rows {
            let target = unsafe UnsafeMutableRawBufferPointer(
                rebasing: buffer[(row * rowBytes)..<((row + 1) * rowBytes)])
            unsafe target.copyMemory(from: UnsafeRawBufferPointer(start: plane + row * stride, count: rowBytes))
        }
    }
}
