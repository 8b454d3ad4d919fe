/// How samples of 0...255 become a model's input bytes.
package enum InputCoding: Equatable, Sendable {
    /// 32-bit floats, `(sample - mean) / std`, one value or one for each of three channels.
    case float(mean: [Float], std: [Float])
    /// The same as 16-bit floats.
    case half(mean: [Float], std: [Float])
    /// The samples themselves, to the nearest integer of 0...255, as uint8, int16, int32 or int64.
    case pixels(ElementType)
    /// `(sample - mean) / std` as the tensor's scale and zero point have it, as int8, int16, int32 or int64.
    case quantized(mean: [Float], std: [Float], TensorInfo.Quantization, ElementType)

    /// Bytes of one sample.
    package var width: Int {
        switch self {
        case .float: 4
        case .half: 2
        case .pixels(let type), .quantized(_, _, _, let type): type.bytes ?? 1
        }
    }

    /// The coding of one channel alone, for planes of one channel each.
    package func channel(_ number: Int) -> InputCoding {
        func one(_ values: [Float]) -> [Float] { values.count > 1 ? [values[number]] : values }
        switch self {
        case .float(let mean, let std): return .float(mean: one(mean), std: one(std))
        case .half(let mean, let std): return .half(mean: one(mean), std: one(std))
        case .pixels: return self
        case .quantized(let mean, let std, let quantization, let type):
            return .quantized(mean: one(mean), std: one(std), quantization, type)
        }
    }

    /// Fills a part of an input with samples; false, and nothing written, where the lengths do not fit together.
    ///
    /// Rounding is to nearest, ties to even, as the processor and NumPy round; numbers outside the type's range
    /// become its nearest.
    package func fill(_ input: inout MutableSpan<UInt8>, _ part: Range<Int>, with samples: Span<Float>) -> Bool {
        guard part.count == samples.count * width, part.lowerBound >= 0, part.upperBound <= input.count else {
            return false
        }
        return unsafe input.withUnsafeMutableBytes { target in
            unsafe samples.withUnsafeBufferPointer { source in
                guard let source = source.baseAddress, let target = target.baseAddress else { return true }
                return unsafe fill(target + part.lowerBound, source, samples.count)
            }
        }
    }

    private func fill(_ target: UnsafeMutableRawPointer, _ source: UnsafePointer<Float>, _ count: Int) -> Bool {
        switch self {
        case .float(let mean, let std):
            guard let normalizer = Normalizer(mean, std, count) else { return false }
            unsafe normalizer.walk(source, count) { place, lane in
                unsafe target.storeBytes(of: lane, toByteOffset: 4 * place, as: Lane.self)
            } rest: { place, value in
                unsafe target.storeBytes(of: value, toByteOffset: 4 * place, as: Float.self)
            }
        case .half(let mean, let std):
            guard let normalizer = Normalizer(mean, std, count) else { return false }
            unsafe normalizer.walk(source, count) { place, value in
                unsafe target.storeBytes(of: Float16(value), toByteOffset: 2 * place, as: Float16.self)
            }
        case .pixels(.int16): unsafe fill(target, pixels: source, count, as: Int16.self)
        case .pixels(.int32): unsafe fill(target, pixels: source, count, as: Int32.self)
        case .pixels(.int64): unsafe fill(target, pixels: source, count, as: Int64.self)
        case .pixels: unsafe fill(target, pixels: source, count, as: UInt8.self)
        case .quantized(let mean, let std, let quantization, let type):
            guard let normalizer = Normalizer(mean, std, count) else { return false }
            switch type {
            case .int16: unsafe fill(target, normalizer, source, count, quantization, as: Int16.self)
            case .int32: unsafe fill(target, normalizer, source, count, quantization, as: Int32.self)
            case .int64: unsafe fill(target, normalizer, source, count, quantization, as: Int64.self)
            default: unsafe fill(target, normalizer, source, count, quantization)
            }
        }
        return true
    }

    private func fill<Whole: FixedWidthInteger>(
        _ target: UnsafeMutableRawPointer, pixels source: UnsafePointer<Float>, _ count: Int, as _: Whole.Type
    ) {
        for place in 0..<count {
            let pixel = Whole(truncatingIfNeeded: nearest(unsafe source[place], 0, 255))
            unsafe target.storeBytes(of: pixel, toByteOffset: MemoryLayout<Whole>.size * place, as: Whole.self)
        }
    }

    /// Signed bytes, which most models take, eight at a time.
    private func fill(
        _ target: UnsafeMutableRawPointer, _ normalizer: Normalizer, _ source: UnsafePointer<Float>, _ count: Int,
        _ quantization: TensorInfo.Quantization
    ) {
        let scale = quantization.scale
        let zero = Int32(min(max(quantization.zeroPoint, -128), 127))
        // Clamped before the zero point is added, so that the sum cannot overflow.
        let low = Float(-128 - zero)
        let high = Float(127 - zero)
        unsafe normalizer.walk(source, count) { place, lane in
            let bytes = SIMD8<Int8>(truncatingIfNeeded: nearest(lane / scale, low, high) &+ zero)
            unsafe target.storeBytes(of: bytes, toByteOffset: place, as: SIMD8<Int8>.self)
        } rest: { place, value in
            let byte = Int8(truncatingIfNeeded: nearest(value / scale, low, high) &+ zero)
            unsafe target.storeBytes(of: byte, toByteOffset: place, as: Int8.self)
        }
    }

    private func fill<Whole: FixedWidthInteger>(
        _ target: UnsafeMutableRawPointer, _ normalizer: Normalizer, _ source: UnsafePointer<Float>, _ count: Int,
        _ quantization: TensorInfo.Quantization, as _: Whole.Type
    ) {
        let (scale, zero) = (quantization.scale, Double(quantization.zeroPoint))
        unsafe normalizer.walk(source, count) { place, value in
            let step = Double((value / scale).rounded(.toNearestOrEven)) + zero
            // The bounds of 64 bits are not numbers of a Double, and its nearest ones are outside.
            let whole = step <= Double(Whole.min) ? Whole.min : step >= Double(Whole.max) ? Whole.max : Whole(step)
            unsafe target.storeBytes(of: whole, toByteOffset: MemoryLayout<Whole>.size * place, as: Whole.self)
        }
    }
}
