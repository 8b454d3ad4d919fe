@testable import LiteRT
import TestSupport
import Testing

@Suite struct InputCodingTests {
    @Test func `bytes are rounded to nearest, ties to even, and clamped`() {
        let samples: [Float] = [0, 0.5, 1.5, 2.5, 2.5001, 254.4, 254.6, 255, 300, -3, .infinity, -.infinity]
        #expect(fill(.pixels(.uint8), samples) == [0, 0, 2, 2, 3, 254, 255, 255, 255, 0, 255, 0])
    }

    @Test func `every sample of a byte is itself`() {
        let samples = (0...255).map { Float($0) }
        #expect(fill(.pixels(.uint8), samples) == Array(0...255))
    }

    @Test func `signed bytes agree with the rule written out in doubles`() {
        var generator = Seeded(5)
        for _ in 0..<200 {
            let mean = Float.random(in: 0...255, using: &generator)
            let std = Float.random(in: 1...255, using: &generator)
            let quantization = TensorInfo.Quantization(
                scale: Float.random(in: 0.001...0.1, using: &generator),
                zeroPoint: Int.random(in: -128...127, using: &generator))
            let samples = (0..<60).map { _ in Float.random(in: -10...300, using: &generator) }
            let expected = samples.map { sample -> UInt8 in
                let step = ((sample - mean) / std) / quantization.scale
                let rounded = Double(step).rounded(.toNearestOrEven) + Double(quantization.zeroPoint)
                return UInt8(bitPattern: Int8(min(max(rounded, -128), 127)))
            }
            #expect(fill(.quantized(mean: [mean], std: [std], quantization, .int8), samples) == expected, "seed 5")
        }
    }

    @Test(arguments: [(ElementType.int16, -32768.0, 32767.0), (.int32, -2_147_483_648, 2_147_483_647)])
    func `wider integers agree with the rule written out in doubles, and are clamped`(
        type: ElementType, low: Double, high: Double
    ) {
        var generator = Seeded(6)
        for _ in 0..<100 {
            let mean = Float.random(in: 0...255, using: &generator)
            let quantization = TensorInfo.Quantization(
                scale: Float.random(in: 1e-9...0.1, using: &generator),
                zeroPoint: Int.random(in: -1000...1000, using: &generator))
            let samples = (0..<50).map { _ in Float.random(in: 0...255, using: &generator) }
            let expected = samples.flatMap { sample -> [UInt8] in
                let step = Double(((sample - mean) / 2) / quantization.scale).rounded(.toNearestOrEven)
                let whole = Int64(min(max(step + Double(quantization.zeroPoint), low), high))
                return (0..<(type.bytes ?? 0)).map { UInt8(truncatingIfNeeded: whole >> Int64(8 * $0)) }
            }
            let filled = fill(.quantized(mean: [mean], std: [2], quantization, type), samples)
            #expect(filled == expected, "seed 6")
        }
    }

    @Test func `a part of an input is filled and the rest stays`() {
        var bytes = [UInt8](repeating: 9, count: 12)
        var span = bytes.mutableSpan
        let samples: [Float] = [1, 2]
        #expect(InputCoding.pixels(.int16).fill(&span, 4..<8, with: samples.span))
        #expect(!InputCoding.pixels(.int16).fill(&span, 10..<14, with: samples.span))
        #expect(!InputCoding.pixels(.int16).fill(&span, 4..<7, with: samples.span))
        #expect(bytes == [9, 9, 9, 9, 1, 0, 2, 0, 9, 9, 9, 9])
    }

    @Test func `each channel has its own mean and std`() throws {
        // 300 pixels: longer than one of the loop's runs, and no multiple of it.
        let samples = (0..<900).map { Float($0 % 251) }
        let mean: [Float] = [1, 2, 3]
        let std: [Float] = [10, 20, 30]
        let expected = samples.enumerated().flatMap { place, sample in
            bytes(of: (sample - mean[place % 3]) / std[place % 3])
        }
        #expect(fill(.float(mean: mean, std: std), samples) == expected)
        let shared = samples.enumerated().flatMap { place, sample in bytes(of: (sample - 1) / std[place % 3]) }
        #expect(fill(.float(mean: [1], std: std), samples) == shared)
    }

    @Test func `lengths that do not fit write nothing`() {
        #expect(fill(.pixels(.uint8), [1, 2, 3], room: 4) == nil)
        #expect(fill(.float(mean: [1], std: [1]), [1, 2, 3], room: 3) == nil)
        #expect(fill(.float(mean: [1, 2, 3], std: [1]), [1, 2, 3, 4]) == nil)
        #expect(fill(.float(mean: [1, 2, 3], std: [1, 2]), [1, 2, 3, 4, 5, 6]) == nil)
        #expect(fill(.float(mean: [], std: []), [1]) == nil)
    }

    private func fill(_ coding: InputCoding, _ samples: [Float], room: Int? = nil) -> [UInt8]? {
        let count = room ?? samples.count * coding.width
        var bytes = [UInt8](repeating: 0, count: count)
        var span = bytes.mutableSpan
        let filled = coding.fill(&span, 0..<count, with: samples.span)
        return filled ? bytes : nil
    }

    private func bytes(of value: Float) -> [UInt8] {
        (0..<4).map { UInt8(truncatingIfNeeded: value.bitPattern >> UInt32(8 * $0)) }
    }
}
