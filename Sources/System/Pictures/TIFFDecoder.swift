internal import CTIFF
internal import Text

/// Decodes the first page of a TIFF as it is stored: its orientation is not applied.
///
/// - Parameter layer: scratch for the pixels with their transparency.
func decodeTIFF(
    _ bytes: Span<UInt8>, pixelLimit: Int, layer: inout [UInt8], into bitmap: inout Bitmap
) throws(PictureError) {
    let library = try TIFFLibrary.installed()
    let size = try TIFFHeader(bytes).size
    try size.check(limit: pixelLimit, of: .tiff)
    guard bitmap.reshape(to: size), layer.reserve(size.width * size.height * 4) else { throw .outOfMemory(.tiff) }
    try unsafe bytes.withUnsafeBufferPointer { buffer throws(PictureError) in
        var source = unsafe cf_source()
        unsafe (source.bytes, source.length) = (buffer.baseAddress, UInt64(buffer.count))
        var reason = [CChar](repeating: 0, count: 1024)
        let isDecoded = unsafe withUnsafeMutablePointer(to: &source) { source in
            unsafe decode(size, library, source, &reason, into: &layer)
        }
        if isDecoded { return }
        let told = unsafe cf_message(&source).map { unsafe String(cString: $0) } ?? ""
        let words = String(decoding: reason.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        throw tiffError(words.isEmpty ? told : words)
    }
    flattenPremultiplied(layer, into: &bitmap.pixels)
}

private func decode(
    _ size: PixelSize, _ library: TIFFLibrary, _ source: UnsafeMutablePointer<cf_source>, _ reason: inout [CChar],
    into layer: inout [UInt8]
) -> Bool {
    var functions = library.functions
    // A strip is not longer than all pixels of four channels of 32 bits.
    let limit = 16 * size.width * size.height + 1 << 20
    guard let tiff = unsafe cf_open(&functions, source, Int64(limit)) else { return false }
    defer { unsafe library.functions.Close(tiff) }
    return unsafe layer.withUnsafeMutableBytes { raw in
        let pixels = unsafe raw.bindMemory(to: UInt32.self)
        return unsafe cf_decode(
            &functions, tiff, UInt32(size.width), UInt32(size.height), pixels.baseAddress, &reason) != 0
    }
}

/// The library's words as an error; some have several lines, and letters of the file in them.
private func tiffError(_ words: String) -> PictureError {
    let message = displayText(words.split(whereSeparator: \.isNewline).joined(separator: " "))
    let isCut = ["Read error", "Not enough data", "not enough", "beyond", "EOF", "end of"].contains(
        where: message.contains)
    if isCut { return .truncated(.tiff, message: message) }
    if message.contains("ut of memory") || message.contains("No space for") { return .outOfMemory(.tiff) }
    let isRare = ["orry", "ompression", "nsupported", "an not handle"].contains(where: message.contains)
    return isRare ? .unsupported(.tiff, .variant(message)) : .damaged(.tiff, message: message)
}

/// Lays pixels whose colors are multiplied by their alpha on white paper.
private func flattenPremultiplied(_ layer: [UInt8], into pixels: inout [UInt8]) {
    let source = layer.span
    var target = pixels.mutableSpan
    for pixel in 0..<min(source.count / 4, target.count / 3) {
        let paper = 255 - UInt16(source[4 * pixel + 3])
        for channel in 0..<3 {
            target[3 * pixel + channel] = UInt8(min(255, UInt16(source[4 * pixel + channel]) + paper))
        }
    }
}
