internal import Pictures
internal import Domain

/// Makes upright bitmaps into grey pages; keeps its memory from page to page.
final class PageRenderer {
    private let downscaler = Downscaler()
    private var scaled = Bitmap()

    /// Fills a page's grey pixels; false where there is no memory.
    ///
    /// - Parameters:
    ///   - decoded: the picture, perhaps decoded at a fraction of its size.
    ///   - original: the upright original's size.
    ///   - size: the page's size.
    func make(
        _ decoded: Bitmap, _ original: Size, _ size: Size, _ resampler: Resampler, into image: inout PreparedImage
    ) -> Bool {
        if size.width > original.width || size.height > original.height {
            resampler.resample(
                decoded, ResizePlan(of: original, in: size, fit: .stretch), size: size, channels: 1,
                into: &image.samples)
            let isRounded = round(image.samples, into: &image.grey)
            image.samples.removeAll(keepingCapacity: true)
            return isRounded
        }
        guard decoded.size != PixelSize(width: size.width, height: size.height) else {
            return decoded.writeGrey(into: &image.grey)
        }
        // A picture that was decoded at a fraction may end inside of its last pixel.
        let scale = decodingScale(of: PixelSize(width: original.width, height: original.height), decoded.size)
        let x = DownscaleAxis(
            sourceCount: decoded.width, length: Double(original.width) / scale, pixels: size.width)
        let y = DownscaleAxis(
            sourceCount: decoded.height, length: Double(original.height) / scale, pixels: size.height)
        guard downscaler.resize(decoded, x: x, y: y, into: &scaled) else { return false }
        return scaled.writeGrey(into: &image.grey)
    }
}
