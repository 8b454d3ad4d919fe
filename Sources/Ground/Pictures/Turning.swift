/// One of the eight ways a rectangle can be laid on its like: first the axes are swapped or not, then each is
/// read backwards or not.
package struct Turning: Equatable, Sendable {
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
    package func turned(_ turning: Turning, into target: inout Bitmap) -> Bool {
        guard target.reshape(to: turning.swapsAxes ? size.swapped : size) else { return false }
        unsafe pixels.withUnsafeBufferPointer { source in
            unsafe target.pixels.withUnsafeMutableBufferPointer { result in
                guard let source = source.baseAddress, let result = result.baseAddress else { return }
                unsafe turn(source, size, stride: 3 * width, bytesPerPixel: 3, turning, into: result)
            }
        }
        return true
    }
}

extension Planes {
    /// Writes these planes, turned, into others; false where there is no memory.
    package func turned(_ turning: Turning, into target: inout Planes) -> Bool {
        let planes = list.map { plane in
            turning.swapsAxes
                ? Plane(width: plane.height, height: plane.width, stride: plane.height)
                : Plane(width: plane.width, height: plane.height, stride: plane.width)
        }
        guard target.reshape(to: planes) else { return false }
        let results = target.list
        unsafe bytes.withUnsafeBufferPointer { source in
            unsafe target.bytes.withUnsafeMutableBufferPointer { result in
                guard let source = source.baseAddress, let result = result.baseAddress else { return }
                for (plane, turned) in zip(list, results) {
                    unsafe turn(
                        source + plane.offset, PixelSize(width: plane.width, height: plane.height),
                        stride: plane.stride, bytesPerPixel: 1, turning, into: result + turned.offset)
                }
            }
        }
        return true
    }
}

/// Writes pixels, turned, without gaps.
///
/// Squares of 32 pixels at a time: a row of the result is a column of the source when the axes swap, and whole columns
/// would leave the processor's nearest cache at each step.
@inline(__always)
private func turn(
    _ source: UnsafePointer<UInt8>, _ size: PixelSize, stride: Int, bytesPerPixel: Int, _ turning: Turning,
    into result: UnsafeMutablePointer<UInt8>
) {
    let (width, height) = turning.swapsAxes ? (size.height, size.width) : (size.width, size.height)
    // Bytes of the source between neighbours of the result, and the source of its first pixel.
    let (alongX, alongY) = turning.swapsAxes ? (stride, bytesPerPixel) : (bytesPerPixel, stride)
    let stepX = turning.reversesX ? -alongX : alongX
    let stepY = turning.reversesY ? -alongY : alongY
    let first = (turning.reversesX ? alongX * (width - 1) : 0) + (turning.reversesY ? alongY * (height - 1) : 0)
    // Every index is first + x * stepX + y * stepY with x < width, y < height, and so inside of the source.
    for top in Swift.stride(from: 0, to: height, by: 32) {
        for left in Swift.stride(from: 0, to: width, by: 32) {
            for y in top..<min(top + 32, height) {
                var from = unsafe source + (first + y * stepY + left * stepX)
                var to = unsafe result + bytesPerPixel * (y * width + left)
                for _ in left..<min(left + 32, width) {
                    for index in 0..<bytesPerPixel { unsafe to[index] = from[index] }
                    unsafe from += stepX
                    unsafe to += bytesPerPixel
                }
            }
        }
    }
}
