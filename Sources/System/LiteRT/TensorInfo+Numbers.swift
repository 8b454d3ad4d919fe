extension TensorInfo {
    /// An output's bytes as real numbers; nil for a type that holds none we read, and for a length that is not its.
    ///
    /// Integers are `(q - zeroPoint) * scale`, or themselves where the model gives no scale.
    package func floats(_ bytes: [UInt8]) -> [Float]? {
        switch type {
        case .float32: return elements(bytes, Float.self) { $0 }
        case .int64: return integers(bytes, Int64.self)
        case .int32: return integers(bytes, Int32.self)
        case .int16: return integers(bytes, Int16.self)
        case .int8: return integers(bytes, Int8.self)
        case .uint8: return integers(bytes, UInt8.self)
        case .float16, .string, .bool, .complex64, .float64: return nil
        }
    }

    /// An output's bytes as whole numbers, whatever scale the model gives; nil for a type that is not of integers.
    package func integers(_ bytes: [UInt8]) -> [Int]? {
        switch type {
        case .int64: elements(bytes, Int64.self) { Int($0) }
        case .int32: elements(bytes, Int32.self) { Int($0) }
        case .int16: elements(bytes, Int16.self) { Int($0) }
        case .int8: elements(bytes, Int8.self) { Int($0) }
        case .uint8: elements(bytes, UInt8.self) { Int($0) }
        case .float32, .float16, .string, .bool, .complex64, .float64: nil
        }
    }

    /// The real numbers that its integers can stand for; nil where they are not scaled integers.
    package var range: ClosedRange<Float>? {
        guard let quantization else { return nil }
        func range<Number: FixedWidthInteger>(_: Number.Type) -> ClosedRange<Float> {
            let (low, high) = (Int(Number.min) - quantization.zeroPoint, Int(Number.max) - quantization.zeroPoint)
            return (Float(low) * quantization.scale)...(Float(high) * quantization.scale)
        }
        switch type {
        case .uint8: return range(UInt8.self)
        case .int8: return range(Int8.self)
        case .int16: return range(Int16.self)
        default: return nil
        }
    }

    private func integers<Number: FixedWidthInteger & BitwiseCopyable>(_ bytes: [UInt8], _: Number.Type) -> [Float]? {
        guard let quantization else { return elements(bytes, Number.self) { Float($0) } }
        let (zero, scale) = (Float(quantization.zeroPoint), quantization.scale)
        return elements(bytes, Number.self) { (Float($0) - zero) * scale }
    }

    /// Elements as they lie in memory, which is the processor's own order of bytes.
    private func elements<Element: BitwiseCopyable, Result>(
        _ bytes: [UInt8], _: Element.Type, _ read: (Element) -> Result
    ) -> [Result]? {
        let width = MemoryLayout<Element>.size
        guard bytes.count % width == 0 else { return nil }
        return unsafe bytes.withUnsafeBytes { raw in
            stride(from: 0, to: raw.count, by: width).map { place in
                read(unsafe raw.loadUnaligned(fromByteOffset: place, as: Element.self))
            }
        }
    }
}
