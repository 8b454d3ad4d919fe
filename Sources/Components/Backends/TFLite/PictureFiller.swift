internal import LiteRT
internal import Domain

/// Puts prepared pictures into the memory of one input, in the order of channels that the model wants.
struct PictureFiller {
    private let feed: PictureInput
    private var arranged: [Float] = []

    init(_ feed: PictureInput) { self.feed = feed }

    /// Fills the place of one picture of the batch; false where the samples are not as many as it takes.
    mutating func fill(_ input: inout MutableSpan<UInt8>, at index: Int, with samples: [Float]) -> Bool {
        let pixels = feed.shape.size.width * feed.shape.size.height
        guard samples.count == pixels * feed.shape.channels else { return false }
        let start = index * feed.bytes
        let isPlanar = feed.shape.layout == .channelsFirst && feed.shape.channels == 3
        guard isPlanar || feed.channels == .bgr else {
            return feed.coding.fill(&input, start..<(start + feed.bytes), with: samples.span)
        }
        arrange(samples, pixels, isPlanar: isPlanar)
        guard isPlanar else {
            return feed.coding.fill(&input, start..<(start + feed.bytes), with: arranged.span)
        }
        let plane = feed.bytes / 3
        for channel in 0..<3 {
            let first = start + channel * plane
            let part = arranged.span.extracting((channel * pixels)..<((channel + 1) * pixels))
            guard feed.coding.channel(channel).fill(&input, first..<(first + plane), with: part) else { return false }
        }
        return true
    }

    /// Red, green and blue in the other order, or in planes.
    private mutating func arrange(_ samples: [Float], _ pixels: Int, isPlanar: Bool) {
        if arranged.count != samples.count { arranged = [Float](repeating: 0, count: samples.count) }
        let source = samples.span
        let isReversed = feed.channels == .bgr
        var target = arranged.mutableSpan
        for channel in 0..<3 {
            let from = isReversed ? 2 - channel : channel
            let (start, step) = isPlanar ? (channel * pixels, 1) : (channel, 3)
            for pixel in 0..<pixels { target[start + step * pixel] = source[3 * pixel + from] }
        }
    }
}
