/// Brightness and colours of a picture in planes of their own, as JPEG keeps them: YCbCr of JFIF, or brightness alone.
///
/// Meant to be reused: decoding into it again keeps the memory it has.
package struct Planes: Sendable {
    /// One plane: a byte a sample, rows from the top.
    struct Plane: Equatable {
        /// Samples across.
        var width: Int
        /// Samples down.
        var height: Int
        /// From row to row; what lies behind the width means nothing.
        var stride: Int
        /// How many pixels of the picture that was decoded a sample stands for, across.
        var stepX = 1
        /// And down.
        var stepY = 1
        /// Where it begins in `bytes`.
        fileprivate(set) var offset = 0

        init(width: Int, height: Int, stride: Int) {
            self.width = width
            self.height = height
            self.stride = stride
        }
    }

    /// One or three: brightness, then blue and red.
    private(set) var list: [Plane] = []
    /// All samples.
    var bytes: [UInt8] = []

    /// No planes.
    package init() {}

    /// Takes other sizes; false where there is no memory.
    ///
    /// The samples are undefined until they are written.
    ///
    /// - Parameter rows: for each plane, the rows that memory is taken for; nil: as many as it has.
    mutating func reshape(to planes: [Plane], rows: [Int]? = nil) -> Bool {
        list = planes
        var length = 0
        for index in planes.indices {
            list[index].offset = length
            length += planes[index].stride * (rows?[index] ?? planes[index].height)
        }
        return bytes.reserve(length)
    }
}
