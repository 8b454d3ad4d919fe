extension Bitmap {
    /// Writes the luma of BT.601 into `grey`, one byte a pixel; false where there is no memory.
    package func writeGrey(into grey: inout [UInt8]) -> Bool {
        precondition(channels == 3, "a bitmap without colors")
        let count = width * height
        guard grey.reserve(count) else { return false }
        unsafe pixels.withUnsafeBufferPointer { source in
            unsafe grey.withUnsafeMutableBufferPointer { target in
                for index in 0..<count {
                    let red = unsafe UInt32(source[3 &* index])
                    let green = unsafe UInt32(source[3 &* index &+ 1])
                    let blue = unsafe UInt32(source[3 &* index &+ 2])
                    // In parts of 65536, which add up to it: white stays white.
                    let sum = 19_595 &* red &+ 38_470 &* green &+ 7_471 &* blue &+ 32_768
                    unsafe target[index] = UInt8(truncatingIfNeeded: sum &>> 16)
                }
            }
        }
        return true
    }
}

/// Rounds samples of 0...255 to bytes; false where there is no memory.
package func round(_ samples: [Float], into bytes: inout [UInt8]) -> Bool {
    guard bytes.reserve(samples.count) else { return false }
    unsafe samples.withUnsafeBufferPointer { source in
        unsafe bytes.withUnsafeMutableBufferPointer { target in
            for index in 0..<source.count {
                unsafe target[index] = UInt8(min(max(source[index], 0), 255).rounded())
            }
        }
    }
    return true
}
