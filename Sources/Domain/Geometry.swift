/// A point in pixels.
///
/// In every stored value the frame is the upright original (EXIF orientation applied); x grows to the right, y
/// downwards, (0, 0) is the top left corner of the top left pixel.
package struct Point: Equatable, Sendable {
    /// Pixels from the left edge.
    package var x: Double
    /// Pixels from the top edge.
    package var y: Double

    /// A point.
    package init(x: Double, y: Double) {
        self.x = x
        self.y = y
    }
}

/// Width and height in whole pixels.
package struct Size: Hashable, Sendable {
    /// Pixels across.
    package var width: Int
    /// Pixels down.
    package var height: Int

    /// A size.
    package init(width: Int, height: Int) {
        self.width = width
        self.height = height
    }
}

/// Where the prepared picture's pixels lie in the upright original: the one map back, for every backend.
///
/// `original = (prepared - offset) * scale`, for each axis; a stretch has no offset, a crop a negative
/// one, a pad a positive one (the width of the border in prepared pixels).
package struct Placement: Equatable, Sendable {
    /// Original pixels for one prepared pixel.
    package var scale: Point
    /// Prepared coordinates of the original's top left corner.
    package var offset: Point
    /// The size of the upright original.
    package var original: Size

    /// A placement.
    package init(scale: Point, offset: Point, original: Size) {
        self.scale = scale
        self.offset = offset
        self.original = original
    }

    /// The point of the upright original that a prepared point shows; it may lie outside of the picture.
    package func original(of point: Point) -> Point {
        Point(x: (point.x - offset.x) * scale.x, y: (point.y - offset.y) * scale.y)
    }
}
