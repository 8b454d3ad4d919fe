internal import Glibc

/// Decoded pixels, rows from the top without gaps: red, green and blue bytes, or one byte of a single channel.
///
/// Meant to be reused: decoding into it again keeps the memory it has.
package struct Bitmap: Equatable, Sendable {
    /// Pixels across.
    package private(set) var width: Int
    /// Pixels down.
    package private(set) var height: Int
    /// Bytes a pixel: 3 or 1.
    package private(set) var channels = 3
    /// As many bytes a pixel as `channels`.
    package var pixels: [UInt8]

    /// A bitmap without pixels.
    package init() {
        width = 0
        height = 0
        pixels = []
    }

    /// A bitmap of given pixels; nil where their number does not fit the size.
    package init?(width: Int, height: Int, channels: Int = 3, pixels: [UInt8]) {
        let (area, areaOverflow) = width.multipliedReportingOverflow(by: height)
        let (bytes, bytesOverflow) = area.multipliedReportingOverflow(by: channels)
        guard width >= 0, height >= 0, channels == 1 || channels == 3, !areaOverflow, !bytesOverflow,
            pixels.count == bytes
        else { return nil }
        self.width = width
        self.height = height
        self.channels = channels
        self.pixels = pixels
    }

    package var size: PixelSize { PixelSize(width: width, height: height) }

    /// Takes another size; false where there is no memory.
    ///
    /// The pixels are undefined until they are written.
    mutating func reshape(to size: PixelSize, channels: Int = 3) -> Bool {
        guard pixels.reserve(size.width * size.height * channels) else { return false }
        width = size.width
        height = size.height
        self.channels = channels
        return true
    }
}

extension [UInt8] {
    /// Takes an exact length, keeping the memory there is; false where the system has none to give.
    ///
    /// An array that cannot grow ends the program, so the system is asked beforehand, which a limit on
    /// address space (ulimit -v, a container) answers truly.
    mutating func reserve(_ length: Int) -> Bool {
        if length > capacity {
            // mmap and not malloc, whose unused result the optimizer leaves out together with its failure.
            let probe = unsafe mmap(nil, length + 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
            guard unsafe probe != MAP_FAILED else { return false }
            unsafe munmap(probe, length + 4096)
            self = []
            reserveCapacity(length)
        }
        if count < length {
            append(contentsOf: repeatElement(0, count: length - count))
        } else {
            removeLast(count - length)
        }
        return true
    }
}
