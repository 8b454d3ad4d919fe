/// Takes decoded samples, a few rows at a time.
protocol RowTarget {
    /// Takes the rows of one row of the scan's units.
    ///
    /// - Parameters:
    ///   - rows: the samples of each component, `planeLength` apart, in rows of `rowLength`. What lies beyond the
    ///     picture's edges has no meaning.
    ///   - unit: which row of units it is, from 0.
    mutating func take(_ rows: Span<UInt8>, unit: Int, rowLength: Int, planeLength: Int)
}

extension PlanarPicture: RowTarget {
    mutating func take(_ rows: Span<UInt8>, unit: Int, rowLength: Int, planeLength: Int) {
        for index in planes.indices {
            let (width, height) = (planes[index].bitmap.width, planes[index].bitmap.height)
            let count = planeLength / rowLength / planes[index].spacing.height
            var samples = planes[index].bitmap.pixels.mutableSpan
            for y in (unit * count)..<min((unit + 1) * count, height) {
                let from = index * planeLength + (y - unit * count) * rowLength
                let row = rows.extracting(from..<(from + width))
                for x in 0..<width { samples[y * width + x] = row[x] }
            }
        }
    }
}
