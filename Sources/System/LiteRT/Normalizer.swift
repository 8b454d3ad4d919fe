/// Eight samples at once.
typealias Lane = SIMD8<Float>

/// `(sample - mean) / std` over a picture's samples, for pictures of one channel or three.
struct Normalizer {
    // Three lanes in a row are a whole number of pixels either way, so each has constants of its own.
    private let means: (Lane, Lane, Lane)
    private let stds: (Lane, Lane, Lane)

    /// Nil unless there is one mean and one std, or one of either for each of three channels of whole pixels.
    init?(_ means: [Float], _ stds: [Float], _ count: Int) {
        let channels = max(means.count, stds.count)
        guard [1, channels].contains(means.count), [1, channels].contains(stds.count) else { return nil }
        guard channels == 1 || (channels == 3 && count % 3 == 0) else { return nil }
        self.means = Normalizer.spread(means)
        self.stds = Normalizer.spread(stds)
    }

    private static func spread(_ values: [Float]) -> (Lane, Lane, Lane) {
        func lane(_ start: Int) -> Lane { Lane((start..<(start + 8)).map { values[$0 % values.count] }) }
        return (lane(0), lane(8), lane(16))
    }

    /// Hands over every normalized sample with its place: eight at a time, and what remains one at a time.
    @inline(__always)
    func walk(
        _ source: UnsafePointer<Float>, _ count: Int, _ eight: (Int, Lane) -> Void, rest: (Int, Float) -> Void
    ) {
        let bytes = unsafe UnsafeRawPointer(source)
        var place = 0
        while place + 24 <= count {
            let first = unsafe bytes.loadUnaligned(fromByteOffset: 4 * place, as: Lane.self)
            let second = unsafe bytes.loadUnaligned(fromByteOffset: 4 * place + 32, as: Lane.self)
            let third = unsafe bytes.loadUnaligned(fromByteOffset: 4 * place + 64, as: Lane.self)
            eight(place, (first - means.0) / stds.0)
            eight(place + 8, (second - means.1) / stds.1)
            eight(place + 16, (third - means.2) / stds.2)
            place += 24
        }
        for place in place..<count {
            // The constants repeat every three samples, so the first lane's serve wherever the walk stopped.
            let column = place % 3
            rest(place, (unsafe source[place] - means.0[column]) / stds.0[column])
        }
    }

    /// Hands over every normalized sample with its place.
    @inline(__always)
    func walk(_ source: UnsafePointer<Float>, _ count: Int, _ each: (Int, Float) -> Void) {
        unsafe walk(source, count) { place, lane in
            for index in 0..<8 { each(place + index, lane[index]) }
        } rest: { place, value in
            each(place, value)
        }
    }
}

/// Adding 1.5 * 2^23 leaves a number's integer part, rounded to nearest, ties to even, in the lowest bits.
///
/// It spares a call to the C library, which the oldest x86-64 processors would need for each sample; right for
/// numbers below 2^22, so values are clamped before.
private let magic: Float = 12_582_912

/// The nearest integer within limits.
@inline(__always)
func nearest(_ value: Float, _ low: Float, _ high: Float) -> Int32 {
    let kept = value < low ? low : value > high ? high : value
    return Int32(bitPattern: (kept + magic).bitPattern) &- Int32(bitPattern: magic.bitPattern)
}

/// The nearest integers within limits.
@inline(__always)
func nearest(_ values: Lane, _ low: Float, _ high: Float) -> SIMD8<Int32> {
    let kept = values.replacing(with: low, where: values .< low).replacing(with: high, where: values .> high)
    let bits = unsafe unsafeBitCast(kept + magic, to: SIMD8<Int32>.self)
    return bits &- Int32(bitPattern: magic.bitPattern)
}
