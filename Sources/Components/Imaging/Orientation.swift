package import Pictures
package import Domain

/// How a picture's stored pixels lie, by EXIF's numbers (tag 0x0112).
///
/// The names say where the stored picture's first row and first column are seen when it stands upright.
package enum Orientation: Int, CaseIterable, Sendable {
    /// Stored upright.
    case topLeft = 1
    /// Mirrored left to right.
    case topRight = 2
    /// Turned by half.
    case bottomRight = 3
    /// Mirrored top to bottom.
    case bottomLeft = 4
    /// Mirrored along the diagonal that falls to the right.
    case leftTop = 5
    /// To be turned by a quarter clockwise.
    case rightTop = 6
    /// Mirrored along the diagonal that rises to the right.
    case rightBottom = 7
    /// To be turned by a quarter anticlockwise.
    case leftBottom = 8

    /// Whether stored rows are upright columns.
    package var swapsAxes: Bool { rawValue >= 5 }

    /// The upright size of a stored one, and the other way round.
    package func turn(_ size: Size) -> Size {
        swapsAxes ? Size(width: size.height, height: size.width) : size
    }

    /// Where a point of the stored picture lies in the upright one.
    ///
    /// - Parameter stored: the stored picture's size, in the units of the point.
    package func upright(_ point: Point, stored: Size) -> Point {
        let (x, y) = swapsAxes ? (point.y, point.x) : (point.x, point.y)
        let size = turn(stored)
        return Point(
            x: turning.reversesX ? Double(size.width) - x : x, y: turning.reversesY ? Double(size.height) - y : y)
    }

    /// Writes the upright form of a stored bitmap into another; false where there is no memory.
    package func apply(to stored: Bitmap, into upright: inout Bitmap) -> Bool {
        stored.turned(turning, into: &upright)
    }

    /// Whether the upright picture begins at the stored one's right edge, and at its lower one.
    var beginsAtEnd: (x: Bool, y: Bool) {
        let turning = turning
        return turning.swapsAxes
            ? (turning.reversesY, turning.reversesX) : (turning.reversesX, turning.reversesY)
    }

    private var turning: Rotation {
        Rotation(
            swapsAxes: swapsAxes,
            reversesX: [.topRight, .bottomRight, .rightTop, .rightBottom].contains(self),
            reversesY: [.bottomRight, .bottomLeft, .rightBottom, .leftBottom].contains(self))
    }
}

extension PictureHeader {
    /// The header of the picture when it is turned by one of EXIF's numbers, whatever its own EXIF says; nil: by its
    /// own.
    func turned(_ turn: Int?) -> PictureHeader {
        guard let turn else { return self }
        var header = self
        header.orientation = turn
        return header
    }
}
