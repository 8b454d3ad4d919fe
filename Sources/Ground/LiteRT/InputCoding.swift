/// How samples of 0...255 become a model's input bytes.
package enum InputCoding: Equatable, Sendable {
    /// 32-bit floats, `(sample - mean) / std`, one value or one a channel.
    case float(mean: [Float], std: [Float])
    /// The samples themselves, to the nearest integer.
    case bytes
    /// Signed bytes: `(sample - mean) / std` as the model's scale and zero point have it.
    case signed(mean: [Float], std: [Float], TensorInfo.Quantisation)

    /// Fills an input with samples; false, and nothing written, where the lengths do not fit together.
    ///
    /// Rounding is to nearest, ties to even, as the processor and NumPy round; numbers outside the type's range
    /// become its nearest.
    package func fill(_ input: inout MutableSpan<UInt8>, with samples: Span<Float>) -> Bool {
        let width = if case .float = self { 4 } else { 1 }
        guard input.count == samples.count * width else { return false }
        return unsafe input.withUnsafeMutableBytes { target in
            unsafe samples.withUnsafeBufferPointer { source in
                guard let source = source.baseAddress, let target = target.baseAddress else { return true }
                switch self {
                case .float(let mean, let std):
                    let target = unsafe target.assumingMemoryBound(to: Float.self)
                    return unsafe normalise(source, samples.count, mean, std) { unsafe target[$0] = $1 }
                case .bytes:
                    let target = unsafe target.assumingMemoryBound(to: UInt8.self)
                    for index in 0..<samples.count {
                        unsafe target[index] = UInt8(truncatingIfNeeded: nearest(source[index], 0, 255))
                    }
                    return true
                case .signed(let mean, let std, let quantisation):
                    let target = unsafe target.assumingMemoryBound(to: Int8.self)
                    let scale = quantisation.scale
                    let zero = Int32(clamping: quantisation.zeroPoint)
                    // Clamped before the zero point is added, so that the sum cannot overflow.
                    let low = Float(-128 - Int(zero))
                    let high = Float(127 - Int(zero))
                    return unsafe normalise(source, samples.count, mean, std) {
                        unsafe target[$0] = Int8(truncatingIfNeeded: nearest($1 / scale, low, high) &+ zero)
                    }
                }
            }
        }
    }
}

/// Hands every normalised sample to `store`; loops that hold no branch, so that the compiler can widen them.
@inline(__always)
private func normalise(
    _ source: UnsafePointer<Float>, _ count: Int, _ means: [Float], _ stds: [Float], _ store: (Int, Float) -> Void
) -> Bool {
    if means.count == 1, stds.count == 1 {
        let mean = means[0]
        let std = stds[0]
        for index in 0..<count { store(index, unsafe (source[index] - mean) / std) }
        return true
    }
    let channels = max(means.count, stds.count)
    guard channels > 0, count % channels == 0, [1, channels].contains(means.count), [1, channels].contains(stds.count)
    else { return false }
    // Both spread over a run of 32 pixels: walking channel by channel could not be widened.
    let run = 32 * channels
    let spreadMeans = (0..<run).map { means[means.count == 1 ? 0 : $0 % channels] }
    let spreadStds = (0..<run).map { stds[stds.count == 1 ? 0 : $0 % channels] }
    return unsafe spreadMeans.withUnsafeBufferPointer { means in
        unsafe spreadStds.withUnsafeBufferPointer { stds in
            for start in stride(from: 0, to: count, by: run) {
                for place in 0..<min(run, count - start) {
                    store(start + place, unsafe (source[start + place] - means[place]) / stds[place])
                }
            }
            return true
        }
    }
}

/// The nearest integer within limits that are integers below 2^22.
///
/// Adding 1.5 * 2^23 leaves a number's integer part, rounded, in the lowest bits: no call to the C library,
/// which the oldest x86-64 processors would need for each sample.
@inline(__always)
private func nearest(_ value: Float, _ low: Float, _ high: Float) -> Int32 {
    let magic: Float = 12_582_912
    let kept = value < low ? low : value > high ? high : value
    return Int32(bitPattern: (kept + magic).bitPattern) &- Int32(bitPattern: magic.bitPattern)
}
