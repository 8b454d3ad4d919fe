package import Domain

/// In whose pixels corners are written: those of the upright picture, or those of the raster in its file.
package struct PictureFrame: Sendable {
    /// The two.
    package enum Kind: String, CaseIterable, Sendable {
        /// As the views have it: the picture as it is shown.
        case upright
        /// The raster as it is stored, whatever EXIF says of it.
        case file
    }

    /// The size of the picture in this frame.
    package let size: Size
    /// The turn that corners go through, 1...8.
    private let turn: Int
    private let upright: Size

    /// The frame of a picture.
    ///
    /// - Parameters:
    ///   - upright: the size of the upright picture.
    ///   - turn: how stored pixels are turned to stand upright, by EXIF's numbers.
    package init(_ kind: Kind, upright: Size, turn: Int) {
        self.turn = kind == .file && (1...8).contains(turn) ? turn : 1
        self.upright = upright
        size = self.turn > 4 ? Size(width: upright.height, height: upright.width) : upright
    }

    /// The point of the upright picture that is at a place of this frame.
    func upright(_ point: Point) -> Point {
        // The two quarter turns are each other's way back; every other turn is its own.
        let back = turn == 6 ? 8 : turn == 8 ? 6 : turn
        return PictureFrame(.file, upright: size, turn: back).point(point)
    }

    /// How far text that is turned clockwise in the upright picture is turned in this frame; nil in a mirrored one.
    func turned(_ degrees: Int) -> Int? {
        let back = [1: 0, 3: 180, 6: 90, 8: 270][turn]
        return back.map { ((degrees - $0) % 360 + 360) % 360 }
    }

    /// A point of the upright picture in this frame.
    ///
    /// Coordinates are edges of pixels, so nothing is taken away.
    package func point(_ point: Point) -> Point {
        let (right, down) = (Double(upright.width) - point.x, Double(upright.height) - point.y)
        return switch turn {
        case 2: Point(x: right, y: point.y)
        case 3: Point(x: right, y: down)
        case 4: Point(x: point.x, y: down)
        case 5: Point(x: point.y, y: point.x)
        case 6: Point(x: point.y, y: right)
        case 7: Point(x: down, y: right)
        case 8: Point(x: down, y: point.x)
        default: point
        }
    }
}
