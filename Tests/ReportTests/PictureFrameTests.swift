import Domain
import Testing

@testable import Report

@Suite("The frame of the file") struct PictureFrameTests {
    private let upright = Size(width: 900, height: 600)

    /// Where the corner (120, 60) of a picture of 900 x 600 is in its file, by EXIF's own words of each orientation.
    @Test(arguments: [
        (1, 120.0, 60.0), (2, 780, 60), (3, 780, 540), (4, 120, 540), (5, 60, 120), (6, 60, 780), (7, 540, 780),
        (8, 540, 120),
    ])
    func `has each corner where the raster has it`(turn: Int, u: Double, v: Double) {
        let frame = PictureFrame(.file, upright: upright, turn: turn)
        #expect(frame.point(Point(x: 120, y: 60)) == Point(x: u, y: v))
        #expect(frame.size == (turn > 4 ? Size(width: 600, height: 900) : upright))
        // The corners of the picture are corners of the raster: edges, not numbers of pixels.
        let corners = [(0.0, 0.0), (900, 0), (900, 600), (0, 600)].map { frame.point(Point(x: $0, y: $1)) }
        let (width, height) = (Double(frame.size.width), Double(frame.size.height))
        #expect(corners.allSatisfy { [0, width].contains($0.x) && [0, height].contains($0.y) })
    }

    @Test func `upright is what the views have, and an unknown turn is none`() {
        let point = Point(x: 120, y: 60)
        #expect(PictureFrame(.upright, upright: upright, turn: 6).point(point) == point)
        #expect(PictureFrame(.upright, upright: upright, turn: 6).size == upright)
        #expect(PictureFrame(.file, upright: upright, turn: 0).point(point) == point)
    }
}
