/// One of the eight ways a rectangle can be laid on its like: first the axes are swapped or not, then each is
/// read backwards or not.
package struct Rotation: Equatable, Sendable {
    /// Whether rows become columns.
    package var swapsAxes: Bool
    /// Whether the result's columns walk backwards through the source.
    package var reversesX: Bool
    /// Whether the result's rows walk backwards through the source.
    package var reversesY: Bool

    /// A turning.
    package init(swapsAxes: Bool, reversesX: Bool, reversesY: Bool) {
        self.swapsAxes = swapsAxes
        self.reversesX = reversesX
        self.reversesY = reversesY
    }
}

extension Bitmap {
    /// Writes this bitmap, turned, into another; false where there is no memory.
    ///
    /// Squares of 32 pixels at a time: a row of the result is a column of the source when the axes swap, and
    /// whole columns would leave the processor's nearest cache at each step.
    package func turned(_ turning: Rotation, into target: inout Bitmap) -> Bool {
        let (width, height) = turning.swapsAxes ? (self.height, self.width) : (self.width, self.height)
        guard target.reshape(to: PixelSize(width: width, height: height), channels: channels) else { return false }
        // Bytes of the source between neighbours of the result, and the source of its first pixel.
        let (alongX, alongY) = turning.swapsAxes ? (channels * self.width, channels) : (channels, channels * self.width)
        let stepX = turning.reversesX ? -alongX : alongX
        let stepY = turning.reversesY ? -alongY : alongY
        let first = (turning.reversesX ? alongX * (width - 1) : 0) + (turning.reversesY ? alongY * (height - 1) : 0)
        // Every index is first + x * stepX + y * stepY with x < width, y < height, and so inside of the source.
        unsafe pixels.withUnsafeBufferPointer { source in
            unsafe target.pixels.withUnsafeMutableBufferPointer { result in
                guard let source = source.baseAddress, let result = result.baseAddress else { return }
                for top in stride(from: 0, to: height, by: 32) {
                    for left in stride(from: 0, to: width, by: 32) {
                        for y in top..<min(top + 32, height) {
                            var from = unsafe source + (first + y * stepY + left * stepX)
                            var to = unsafe result + channels * (y * width + left)
                            for _ in left..<min(left + 32, width) {
                                unsafe to[0] = from[0]
                                if channels == 3 {
                                    unsafe to[1] = from[1]
                                    unsafe to[2] = from[2]
                                }
                                unsafe from += stepX
                                unsafe to += channels
                            }
                        }
                    }
                }
            }
        }
        return true
    }
}
