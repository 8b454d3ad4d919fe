import Domain
import JSON
import Testing

@testable import Report

@Suite("Shapes as COCO has them") struct CocoShapeTests {
    private let size = Size(width: 900, height: 600)

    private func object(_ corners: [(Double, Double)]) -> Annotation {
        Annotation(
            kind: .object, rank: 0, description: "Stone", mid: "/m/0bt9lr", score: 0.81,
            polygon: corners.map { Point(x: $0.0, y: $0.1) })
    }

    private func shape(
        _ annotation: Annotation, _ size: Size? = nil, frame: PictureFrame.Kind = .upright, turn: Int = 1
    ) -> CocoShape? {
        CocoShape(annotation, in: PictureFrame(frame, upright: size ?? self.size, turn: turn))
    }

    @Test func `a polygon keeps its corners, and its box and area are around and of them`() throws {
        let shape = try #require(self.shape(object([(10, 0), (20, 10), (10, 20), (0, 10)])))
        #expect(shape.box == [0, 0, 20, 20] && shape.area == 200)
    }

    @Test func `what lies outside of the picture is cut`() throws {
        let shape = try #require(self.shape(object([(-100, 500), (100, 500), (100, 700), (-100, 700)])))
        #expect(shape.box == [0, 500, 100, 100] && shape.area == 10_000)
        guard case .polygon(let points) = shape.outline else { throw CocoShapeProblem.outline }
        #expect(Set(points.map { [$0.x, $0.y] }) == [[0, 500], [100, 500], [100, 600], [0, 600]])
    }

    @Test(arguments: [
        [], [(0.0, 0.0), (10, 10)], [(5, 5), (5, 5), (5, 5), (5, 5)], [(901, 0), (950, 0), (950, 10), (901, 10)],
        [(0, 0), (.nan, 0), (10, 10)], [(0, 0), (.infinity, 0), (10, 10)],
    ])
    func `what has no area within the picture is nothing`(corners: [(Double, Double)]) {
        #expect(shape(object(corners)) == nil)
    }

    /// A mask of 2 x 2 over the lower half of a picture of 4 x 6: its upper left and its lower right cell.
    private var segment: Annotation {
        var segment = Annotation(
            kind: .segment, rank: 0, description: "sky",
            attributes: #"{"width":2,"height":2,"frame":[0.0,3.0,4.0,6.0]}"#)
        segment.blob = [0, 1, 2, 1].flatMap { [UInt8($0), 0, 0, 0] }
        return segment
    }

    @Test func `a mask is runs down the columns, by the nearest cell`() throws {
        let shape = try #require(self.shape(segment, Size(width: 4, height: 6)))
        guard case .runs(let runs) = shape.outline else { throw CocoShapeProblem.outline }
        // Of three rows the middle one is nearest to the lower cell: two rows would be a tie elsewhere.
        #expect(runs.reduce(0, +) == 24)
        #expect(shape.box == [0, 3, 4, 3])
        #expect(
            pixels(runs, height: 6)
                == ["......", "......", "......", "##....", "..##..", "..##.."].map { $0.prefix(4) })
        #expect(shape.area == 6)
    }

    @Test func `a mask turns with its picture`() throws {
        let upright = Size(width: 4, height: 6)
        for turn in 1...8 {
            let shape = try #require(self.shape(segment, upright, frame: .file, turn: turn))
            guard case .runs(let runs) = shape.outline else { throw CocoShapeProblem.outline }
            let frame = PictureFrame(.file, upright: upright, turn: turn)
            let rows = pixels(runs, height: frame.size.height)
            // The pixel at the left of row 3, and one on the right of row 5.
            for (x, y, isIn) in [(0.5, 3.5, true), (3.5, 3.5, false), (3.5, 5.5, true), (0.5, 0.5, false)] {
                let place = frame.point(Point(x: x, y: y))
                let row = Array(rows[Int(place.y)])
                #expect((row[Int(place.x)] == "#") == isIn, "turn \(turn), \(x), \(y): \(rows)")
            }
        }
    }

    /// Runs down the columns as rows of dots and hashes.
    private func pixels(_ runs: [Int], height: Int) -> [Substring] {
        let all = runs.enumerated().flatMap { index, length in
            repeatElement(index % 2 == 1 ? "#" : ".", count: length)
        }
        return (0..<height).map { row in
            stride(from: row, to: all.count, by: height).map { all[$0] }.joined()[...]
        }
    }

    @Test func `a document is JSON with the parts in their order`() throws {
        let object = object([(120, 60), (420, 60), (420, 240), (120, 240)])
        let known = try #require(CocoClass(object))
        let document = CocoDocument(job: "a\u{2028}\"\0", frame: .upright, numbers: [known: 7])
        let text = document.head(newest: Timestamp(milliseconds: 0)) + CocoDocument.middle + CocoDocument.tail
        let root = try JSONDocument(text).root
        #expect(String(decoding: text, as: UTF8.self).contains("job a\\u2028\\\"\\u0000"))
        #expect(root["categories"]?.elements.first?["id"]?.integer == 7)
        #expect(root["licenses"]?.elements.isEmpty == true && root["info"]?["year"]?.integer == 1970)
    }

    private enum CocoShapeProblem: Error { case outline }
}
