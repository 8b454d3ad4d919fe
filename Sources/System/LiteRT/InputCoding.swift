/// How samples of 0...255 become a model's input bytes.
package enum InputCoding: Equatable, Sendable {
    /// 32-bit floats, `(sample - mean) / std`, one value or one for each of three channels.
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
                return unsafe fill(target, source, samples.count)
            }
        }
    }

    private func fill(_ target: UnsafeMutableRawPointer, _ source: UnsafePointer<Float>, _ count: Int) -> Bool {
        switch self {
        case .float(let mean, let std):
            guard let normaliser = Normaliser(mean, std, count) else { return false }
            unsafe normaliser.walk(source, count) { place, lane in
                unsafe target.storeBytes(of: lane, toByteOffset: 4 * place, as: Lane.self)
            } rest: { place, value in
                unsafe target.storeBytes(of: value, toByteOffset: 4 * place, as: Float.self)
            }
        case .bytes:
            for place in 0..<count {
                let byte = UInt8(truncatingIfNeeded: nearest(unsafe source[place], 0, 255))
                unsafe target.storeBytes(of: byte, toByteOffset: place, as: UInt8.self)
            }
        case .signed(let mean, let std, let quantisation):
            guard let normaliser = Normaliser(mean, std, count) else { return false }
            let scale = quantisation.scale
            let zero = Int32(min(max(quantisation.zeroPoint, -128), 127))
            // Clamped before the zero point is added, so that the sum cannot overflow.
            let low = Float(-128 - zero)
            let high = Float(127 - zero)
            unsafe normaliser.walk(source, count) { place, lane in
                let bytes = SIMD8<Int8>(truncatingIfNeeded: nearest(lane / scale, low, high) &+ zero)
                unsafe target.storeBytes(of: bytes, toByteOffset: place, as: SIMD8<Int8>.self)
            } rest: { place, value in
                let byte = Int8(truncatingIfNeeded: nearest(value / scale, low, high) &+ zero)
                unsafe target.storeBytes(of: byte, toByteOffset: place, as: Int8.self)
            }
        }
        return true
    }
}
