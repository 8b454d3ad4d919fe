package import Pictures

/// The planes of a JPEG at a quarter of its size, held against all of its samples made smaller by a good filter.
package enum Quarter {
    /// How near some planes are, and those of libjpeg-turbo, averaged where they have more samples, in decibels.
    ///
    /// - Returns: nil where libjpeg-turbo warns of the file, or its size is no whole multiple of the planes'.
    package static func decibels(of planes: [Bitmap], _ file: [UInt8]) -> (ours: Double, theirs: Double)? {
        guard let whole = LibraryJPEG.planes(file, divisor: 1), let library = LibraryJPEG.planes(file, divisor: 4)
        else {
            return nil
        }
        let smaller = zip(whole, planes).compactMap { Lanczos.reduced($0, by: $0.size.divided(by: $1.size)) }
        let averaged = zip(library, planes).compactMap { $0.averaged(by: $0.size.divided(by: $1.size)) }
        let sizes = planes.map(\.size)
        guard smaller.map(\.size) == sizes, averaged.map(\.size) == sizes else { return nil }
        return (Lanczos.decibels(planes, smaller), Lanczos.decibels(averaged, smaller))
    }
}

extension Bitmap {
    /// Each pixel the average of some across and down.
    func averaged(by factors: PixelSize) -> Bitmap? {
        let (width, height) = (self.width / factors.width, self.height / factors.height)
        var pixels: [UInt8] = []
        for y in 0..<height {
            for x in 0..<width {
                var sum = 0
                for row in 0..<factors.height {
                    let first = (y * factors.height + row) * self.width + x * factors.width
                    for pixel in self.pixels[first..<(first + factors.width)] { sum += Int(pixel) }
                }
                let area = factors.width * factors.height
                pixels.append(UInt8((sum + area / 2) / area))
            }
        }
        return Bitmap(width: width, height: height, channels: 1, pixels: pixels)
    }
}
