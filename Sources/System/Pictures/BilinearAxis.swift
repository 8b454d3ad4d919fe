/// For each sample along one axis of a resized picture: its two neighbours in the source, and how far it lies
/// between them.
///
/// Half-pixel centres without antialiasing, all in 32-bit floats, as `tf.image.resize` computes them
/// (`bilinear`, `antialias=False`): the result is the same to the last bit where the whole axis is taken.
package struct BilinearAxis: Sendable {
    /// Pixels of the source along this axis.
    let sourceCount: Int
    let low: [Int32]
    let high: [Int32]
    let weight: [Float]

    /// How many samples it makes.
    package var count: Int { weight.count }

    /// The samples of a stretch of the source.
    ///
    /// - Parameters:
    ///   - sourceCount: pixels of the source along this axis, at least 1.
    ///   - count: samples to make.
    ///   - start: where the stretch begins, in pixels of the source; fractions are taken as they are.
    ///   - length: how long it is; nil: the whole axis.
    package init(sourceCount: Int, count: Int, start: Float = 0, length: Float? = nil) {
        precondition(sourceCount >= 1 && count >= 0 && sourceCount < 1 << 24, "an axis that cannot be resized")
        self.sourceCount = sourceCount
        let scale = (length ?? Float(sourceCount)) / Float(count)
        let last = Float(sourceCount - 1)
        var low: [Int32] = []
        var high: [Int32] = []
        var weight: [Float] = []
        for index in 0..<count {
            let center = (Float(index) + 0.5) * scale - 0.5 + start
            let floor = center.rounded(.down)
            // Held to the source on both sides, whatever the stretch: the kernel reads by these.
            low.append(Int32(min(max(floor, 0), last)))
            high.append(Int32(min(max(center.rounded(.up), 0), last)))
            weight.append(center - floor)
        }
        self.low = low
        self.high = high
        self.weight = weight
    }
}
