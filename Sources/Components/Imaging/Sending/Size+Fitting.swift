package import Domain

extension Size {
    /// The most pixels the services look at: Cloud Vision's documentation names 75 megapixels.
    static let mostPixelsSent = 75_000_000

    /// The size of a picture of this size when it is sent: only ever smaller, the shape kept to whole pixels.
    ///
    /// The box's long edge bounds the picture's long edge, so that a portrait in 640x480 fits 480x640.
    package func fitted(in target: Prepare.Target) -> Size {
        let (long, short) = (Double(max(width, height)), Double(min(width, height)))
        switch target {
        case .original:
            let share = Double(Self.mostPixelsSent) / (long * short)
            return share >= 1 ? self : shrunk(by: share.squareRoot())
        case .box(let box):
            let most = (long: Double(max(box.width, box.height)), short: Double(min(box.width, box.height)))
            return shrunk(by: min(most.long / long, most.short / short))
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
