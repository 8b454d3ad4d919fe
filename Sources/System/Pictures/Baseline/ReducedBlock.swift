/// What a block's coefficients look like at a part of its size, as distances from the middle grey.
enum ReducedBlock {
    /// The library's own 2 x 2 pixels, row by row, of coefficients in rows of 8: it leaves out rows and columns 2, 4
    /// and 6.
    @inline(__always) static func exact(_ block: Span<Int32>) -> SIMD4<Int32> {
        var upper = SIMD8<Int32>(repeating: 0)
        var lower = upper
        for column in 0..<8 where column < 2 || column & 1 == 1 {
            let even = block[column] &<< 15
            let odd = odd(block[column &+ 8], block[column &+ 24], block[column &+ 40], block[column &+ 56])
            upper[column] = (even &+ odd &+ 1 << 12) &>> 13
            lower[column] = (even &- odd &+ 1 << 12) &>> 13
        }
        let (evenUpper, oddUpper) = (upper[0] &<< 15, odd(upper[1], upper[3], upper[5], upper[7]))
        let (evenLower, oddLower) = (lower[0] &<< 15, odd(lower[1], lower[3], lower[5], lower[7]))
        let sums = SIMD4(
            evenUpper &+ oddUpper, evenUpper &- oddUpper, evenLower &+ oddLower, evenLower &- oddLower)
        return (sums &+ 1 << 19) &>> 20
    }

    /// The odd half of the library's transform to two values, in 13 bits of fraction.
    @inline(__always) private static func odd(_ one: Int32, _ three: Int32, _ five: Int32, _ seven: Int32) -> Int32 {
        one &* 29692 &- three &* 10426 &+ five &* 6967 &- seven &* 5906
    }

    /// The lowest frequencies as 2 x 2 pixels, row by row, of coefficients in rows of 4.
    @inline(__always) static func low(_ block: Span<Int32>) -> SIMD4<Int32> {
        let (left, right) = (block[0] &+ block[4] &+ 4, block[1] &+ block[5])
        let (lowerLeft, lowerRight) = (block[0] &- block[4] &+ 4, block[1] &- block[5])
        return SIMD4(left &+ right, left &- right, lowerLeft &+ lowerRight, lowerLeft &- lowerRight) &>> 3
    }

    /// The lowest frequencies as 4 columns of 4 pixels, or of 2, of coefficients in rows of 4.
    @inline(__always) static func low(_ block: Span<Int32>, height: Int) -> Columns {
        var rows = Columns(
            SIMD4(block[0], block[1], block[2], block[3]), SIMD4(block[4], block[5], block[6], block[7]),
            SIMD4(block[8], block[9], block[10], block[11]), SIMD4(block[12], block[13], block[14], block[15]))
        // Four bits of fraction remain.
        if height == 2 {
            rows = Columns((rows.0 &+ rows.1) &<< 4, (rows.0 &- rows.1) &<< 4, rows.2, rows.3)
        } else {
            let sums = four(rows)
            rows = Columns(sums.0 &>> 7, sums.1 &>> 7, sums.2 &>> 7, sums.3 &>> 7)
        }
        let sums = four(
            Columns(
                SIMD4(rows.0[0], rows.1[0], rows.2[0], rows.3[0]), SIMD4(rows.0[1], rows.1[1], rows.2[1], rows.3[1]),
                SIMD4(rows.0[2], rows.1[2], rows.2[2], rows.3[2]), SIMD4(rows.0[3], rows.1[3], rows.2[3], rows.3[3])))
        let half = SIMD4<Int32>(repeating: 1 << 17)
        return Columns(
            (sums.0 &+ half) &>> 18, (sums.1 &+ half) &>> 18, (sums.2 &+ half) &>> 18, (sums.3 &+ half) &>> 18)
    }

    typealias Columns = (SIMD4<Int32>, SIMD4<Int32>, SIMD4<Int32>, SIMD4<Int32>)

    /// Four values of four frequencies, in 11 bits of fraction, four times.
    ///
    /// The three above the lowest count 0.97, 0.9 and 0.7: about what is left of them where colours are made larger by
    /// the library, as for a whole picture, and smaller again by a good filter.
    @inline(__always) private static func four(_ f: Columns) -> Columns {
        let (outer, inner) = (f.0 &<< 11 &+ f.2 &* 1843, f.0 &<< 11 &- f.2 &* 1843)
        let steep = f.1 &* 2596 &+ f.3 &* 776
        let flat = f.1 &* 1075 &- f.3 &* 1873
        return (outer &+ steep, inner &+ flat, inner &- flat, outer &- steep)
    }
}

/// Where the coefficients of a file lie in the block's rows of 8.
let zigzag: [UInt8] = [
    0, 1, 8, 16, 9, 2, 3, 10, 17, 24, 32, 25, 18, 11, 4, 5, 12, 19, 26, 33, 40, 48, 41, 34, 27, 20, 13, 6, 7, 14, 21,
    28,
    35, 42, 49, 56, 57, 50, 43, 36, 29, 22, 15, 23, 30, 37, 44, 51, 58, 59, 52, 45, 38, 31, 39, 46, 53, 60, 61, 54, 47,
    55,
    62, 63,
]
