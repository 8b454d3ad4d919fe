internal import Domain

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
    func smaller(than bytes: Int, most: Int, of original: Size) -> EncodingAttempt? {
        if quality > leastQuality { return EncodingAttempt(size: size, quality: leastQuality) }
        guard size.width > 1 || size.height > 1 else { return nil }
        let share = (Double(max(most, 0)) / Double(bytes)).squareRoot()
        // From the original's shape, so that rounding does not add up.
        let long = Double(max(size.width, size.height)) * min(max(share * 0.95, 0.1), 0.95)
        let factor = long.rounded(.down) / Double(max(original.width, original.height))
        return EncodingAttempt(size: original.shrunk(by: factor), quality: quality)
    }

    private var leastQuality: Int { 70 }
}
