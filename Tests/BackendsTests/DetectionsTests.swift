import Testing
import Domain

@testable import Backends

@Suite("The reader of detections") struct DetectionsTests {
    private let size = Size(width: 100, height: 100)

    @Test func `boxes are cut at the original's edge, corners clockwise from the top left`() {
        let placement = Placement(
            scale: Point(x: 2, y: 4), offset: Point(x: 0, y: 0), original: Size(width: 200, height: 400))
        let objects = detections([[0.25, -0.1, 1.28, 0.5]]).objects(in: size, placement)
        #expect(
            objects.map(\.polygon) == [
                [Point(x: 0, y: 100), Point(x: 100, y: 100), Point(x: 100, y: 400), Point(x: 0, y: 400)]
            ])
    }

    @Test func `a box in the border of a padded picture is left out`() {
        // 100 x 50 in the middle of 100 x 100: 25 rows of border above and below.
        let placement = Placement(
            scale: Point(x: 1, y: 1), offset: Point(x: 0, y: 25), original: Size(width: 100, height: 50))
        let objects = detections([[0, 0.1, 0.25, 0.9], [0.2, 0.1, 0.5, 0.9]]).objects(in: size, placement)
        #expect(objects.count == 1)
        #expect(objects.first?.polygon.first == Point(x: Double(Float(0.1)) * 100, y: 0))
        #expect(objects.first?.polygon.last?.y == 25)
    }

    @Test func `numbers that make no sense give no objects`() {
        let placement = Placement(scale: Point(x: 1, y: 1), offset: Point(x: 0, y: 0), original: size)
        let good: [Float] = [0.1, 0.1, 0.2, 0.2]
        func count(_ boxes: [[Float]], classes: [Float]? = nil, count: Float) -> Int {
            Detections(
                boxes: boxes.flatMap(\.self), classes: classes ?? boxes.map { _ in 0 }, scores: boxes.map { _ in 1 },
                count: [count]
            ).objects(in: size, placement).count
        }
        #expect(count([good, good], count: 2) == 2)
        #expect(count([good, good], count: 1) == 1)
        for told: Float in [0, -1] { #expect(count([good, good], count: told) == 0) }
        for told: Float in [3, 1e30] { #expect(count([good, good], count: told) == 2) }
        #expect(count([[0.5, 0.5, 0.5, 0.9], [0.9, 0.1, 0.1, 0.9]], count: 2) == 0)
        for number: Float in [-1, 1e30] { #expect(count([good], classes: [number], count: 1) == 0) }
        #expect(Detections(boxes: [1, 2], classes: [], scores: [1], count: []).objects(in: size, placement).isEmpty)
    }

    private func detections(_ boxes: [[Float]]) -> Detections {
        Detections(
            boxes: boxes.flatMap(\.self), classes: boxes.map { _ in 1 }, scores: boxes.map { _ in 0.5 },
            count: [Float(boxes.count)])
    }
}
