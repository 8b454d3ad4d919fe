package import Domain

extension Size {
    /// The most pixels the services look at: Cloud Vision's documentation names 75 megapixels.
    static let maxPixelsSent = 75_000_000

    /// The size of a picture of this size when it is sent: only ever smaller, the shape kept to whole pixels.
    ///
    /// The box's long edge bounds the picture's long edge, so that a portrait in 640x480 fits 480x640.
    package func fitted(in target: Prepare.Target) -> Size {
        let (long, short) = (Double(max(width, height)), Double(min(width, height)))
        switch target {
        case .original:
            let share = Double(Self.maxPixelsSent) / (long * short)
            return share >= 1 ? self : shrunk(by: share.squareRoot())
        case .box(let box):
            let limit = (long: Double(max(box.width, box.height)), short: Double(min(box.width, box.height)))
            return shrunk(by: min(limit.long / long, limit.short / short))
        }
    }

    /// This size times a factor, at least one pixel each way; itself where the factor is not a reduction.
    func shrunk(by factor: Double) -> Size {
        guard factor < 1 else { return self }
        return Size(
            width: max(Int((Double(width) * factor).rounded()), 1),
            height: max(Int((Double(height) * factor).rounded()), 1))
    }
}

/// One try at a JPEG that is short enough.
struct EncodingAttempt: Equatable {
    /// The pixels, upright.
    var size: Size
    /// The JPEG's quality.
    var quality: Int

    /// What to try next; nil where nothing smaller is left.
    ///
    /// First a quality that still serves: 70. Then fewer pixels, of which the length of a file is about a multiple;
    /// a tenth less than that says, since small pictures have more detail for each pixel.
    func smaller(than bytes: Int, maxBytes: Int, of original: Size) -> EncodingAttempt? {
        if quality > minQuality { return EncodingAttempt(size: size, quality: minQuality) }
        guard size.width > 1 || size.height > 1 else { return nil }
        let share = (Double(max(maxBytes, 0)) / Double(bytes)).squareRoot()
        // From the original's shape, so that rounding does not add up.
        let long = Double(max(size.width, size.height)) * min(max(share * 0.95, 0.1), 0.95)
        let factor = long.rounded(.down) / Double(max(original.width, original.height))
        return EncodingAttempt(size: original.shrunk(by: factor), quality: quality)
    }

    private var minQuality: Int { 70 }
}
