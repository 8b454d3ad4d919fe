internal import CTurboJPEG
internal import Platform

/// Decodes JPEG by TurboJPEG, but what `BaselineDecoder` decodes faster; its scratch memory is kept from picture to
/// picture.
struct JPEGDecoder {
    private var inks: [UInt8] = []
    private var baseline = BaselineDecoder()

    /// Decodes at the smallest scale that covers `wanted`.
    ///
    /// With libjpeg-turbo's defaults: the exact DCT, since the fast one gained nothing measurable at any scale (its
    /// vector code is about as fast), and smooth upsampling of colors, whose omission would gain a tenth of the
    /// time at 500 x 375 and show as steps at colored edges.
    ///
    /// All pixels are TurboJPEG's to the bit.
    mutating func decode(
        _ bytes: Span<UInt8>, atLeast wanted: PixelSize?, pixelLimit: Int, into bitmap: inout Bitmap
    ) throws(PictureError) {
        let header = try JPEGHeader(bytes)
        let size = try Self.size(of: header, atLeast: wanted, pixelLimit: pixelLimit)
        let scale = BaselineDecoder.Scale(from: header.size, to: size)
        if scale == .eighth, baseline.decode(bytes, into: &bitmap) { return }
        try decodeByLibrary(bytes, header, size, into: &bitmap)
    }

    /// Decodes at the smallest scale that covers `wanted`: to planes where `BaselineDecoder` can or the file is
    /// grey, else to red, green and blue.
    mutating func decode(
        _ bytes: Span<UInt8>, atLeast wanted: PixelSize, pixelLimit: Int, into picture: inout DecodedPicture
    ) throws(PictureError) {
        let header = try JPEGHeader(bytes)
        let size = try Self.size(of: header, atLeast: wanted, pixelLimit: pixelLimit)
        let scale = BaselineDecoder.Scale(from: header.size, to: size)
        if let scale, baseline.decode(bytes, at: scale, into: &picture) { return }
        try picture.decodeOnePlane { bitmap throws(PictureError) in
            guard header.components == 1 else { return try decodeByLibrary(bytes, header, size, into: &bitmap) }
            guard bitmap.reshape(to: size, channels: 1) else { throw .outOfMemory(.jpeg) }
            try Self.decode(bytes, size, TJPF_GRAY, bytesPerPixel: 1, into: &bitmap.pixels)
        }
    }

    /// The same of a file whose beginning is in memory, to red, green and blue; false where all of it has to be.
    mutating func decode(_ file: FileBuffer, atLeast wanted: PixelSize, into bitmap: inout Bitmap) -> Bool {
        Self.scale(of: file, atLeast: wanted) == .eighth && baseline.decode(file, into: &bitmap)
    }

    /// The same of a file whose beginning is in memory, to planes; false where all of it has to be.
    mutating func decode(_ file: FileBuffer, atLeast wanted: PixelSize, into picture: inout DecodedPicture) -> Bool {
        guard let scale = Self.scale(of: file, atLeast: wanted) else { return false }
        return baseline.decode(file, at: scale, into: &picture)
    }

    /// The scale at which `BaselineDecoder` is asked; nil where it is not.
    private static func scale(of file: FileBuffer, atLeast wanted: PixelSize) -> BaselineDecoder.Scale? {
        guard let size = file.withBytes({ (try? JPEGHeader($0))?.size }) else { return nil }
        return BaselineDecoder.Scale(from: size, to: scaledSize(of: size, covering: wanted))
    }

    /// The size to decode to.
    private static func size(
        of header: JPEGHeader, atLeast wanted: PixelSize?, pixelLimit: Int
    ) throws(PictureError) -> PixelSize {
        try header.size.check(limit: pixelLimit, of: .jpeg)
        return wanted.map { scaledSize(of: header.size, covering: $0) } ?? header.size
    }

    private mutating func decodeByLibrary(
        _ bytes: Span<UInt8>, _ header: JPEGHeader, _ size: PixelSize, into bitmap: inout Bitmap
    ) throws(PictureError) {
        guard bitmap.reshape(to: size) else { throw .outOfMemory(.jpeg) }
        guard header.components == 4 else {
            try Self.decode(bytes, size, TJPF_RGB, bytesPerPixel: 3, into: &bitmap.pixels)
            return
        }
        guard inks.reserve(size.width * size.height * 4) else { throw .outOfMemory(.jpeg) }
        try Self.decode(bytes, size, TJPF_CMYK, bytesPerPixel: 4, into: &inks)
        blendInks(inks, into: &bitmap.pixels)
    }

    private static func decode(
        _ bytes: Span<UInt8>, _ size: PixelSize, _ format: TJPF, bytesPerPixel: Int, into pixels: inout [UInt8]
    ) throws(PictureError) {
        // A decompressor keeps the tables of the picture before, and one without tables of its own would be decoded by
        // those.
        guard let handle = unsafe tjInitDecompress() else { throw .outOfMemory(.jpeg) }
        defer { unsafe _ = tjDestroy(handle) }
        // LIMITSCANS: a progressive file of thousands of empty scans would take minutes.
        let result = unsafe bytes.withUnsafeBufferPointer { source in
            unsafe pixels.withUnsafeMutableBufferPointer { target in
                unsafe tjDecompress2(
                    handle, source.baseAddress, UInt(source.count), target.baseAddress, Int32(size.width),
                    Int32(size.width * bytesPerPixel), Int32(size.height), Int32(format.rawValue), TJFLAG_LIMITSCANS)
            }
        }
        guard result != 0 else { return }
        let message = unsafe String(cString: tjGetErrorStr2(handle))
        let isWarning = unsafe tjGetErrorCode(handle) == Int32(TJERR_WARNING.rawValue)
        guard isWarning, isHarmless(message) else { throw error(message, isWarning: isWarning) }
        // Only the first of several warnings is reported. A copy without what a harmless one may be about, such as
        // bytes between segments, shows whether others follow it.
        let copy = try PictureParts(bytes, .jpeg).copy(of: bytes)
        if copy.count != bytes.count || !bytes.has(copy, at: 0) {
            try decode(copy.span, size, format, bytesPerPixel: bytesPerPixel, into: &pixels)
        }
    }

    /// Whether a picture is whole although the library warns of it.
    private static func isHarmless(_ message: String) -> Bool {
        ["extraneous bytes", "JFIF", "Adobe", "ICC", "rogression", "Invalid SOS parameters"].contains(
            where: message.contains)
    }

    /// What a message of libjpeg-turbo means for the picture.
    private static func error(_ message: String, isWarning: Bool) -> PictureError {
        if message.contains("remature end") { return .truncated(.jpeg, message: message) }
        if isWarning { return .damaged(.jpeg, message: message) }
        if message.contains("nsufficient memory") || message.contains("allocation failure") {
            return .outOfMemory(.jpeg)
        }
        let missing = ["nsupported", "not implemented", "not compiled", "not supported"]
        if missing.contains(where: message.contains) { return .unsupported(.jpeg, .variant(message)) }
        return .damaged(.jpeg, message: message)
    }
}

/// The smallest size worth decoding to that covers `wanted` in both axes; the picture's own where none does.
///
/// Of TurboJPEG's sixteen factors only 1/8, 1/4 and 1/2 are taken. The others have no vector code: at 500 x 375,
/// 5/8 took 1.4 ms where the whole picture took 1.2; at 4000 x 3000, 72 ms and 40; 3/8 took longer than 1/2.
func scaledSize(of size: PixelSize, covering wanted: PixelSize) -> PixelSize {
    for divisor in [8, 4, 2] {
        let scaled = size.divided(by: divisor)
        if scaled.width >= wanted.width, scaled.height >= wanted.height { return scaled }
    }
    return size
}

/// Cyan, magenta, yellow and black to red, green and blue.
///
/// Without a color profile the plain product is what browsers show. The inks are taken as inverted (255 means no
/// ink): Adobe's programs write them so, other writers follow them, and browsers read them so.
private func blendInks(_ inks: [UInt8], into pixels: inout [UInt8]) {
    let count = min(inks.count / 4, pixels.count / 3)
    let inks = inks.span
    var target = pixels.mutableSpan
    for pixel in 0..<count {
        let black = UInt32(inks[4 * pixel + 3])
        for channel in 0..<3 {
            target[3 * pixel + channel] = UInt8(
                truncatingIfNeeded: (UInt32(inks[4 * pixel + channel]) * black + 127) / 255)
        }
    }
}
