import Crypto
import Testing
import Domain

@Suite struct ValueTests {
    @Test func `a stretched, a cropped and a padded point come back to the original`() {
        let original = Size(width: 400, height: 200)
        let stretch = Placement(scale: Point(x: 4, y: 2), offset: Point(x: 0, y: 0), original: original)
        #expect(stretch.original(of: Point(x: 100, y: 100)) == Point(x: 400, y: 200))
        let crop = Placement(scale: Point(x: 2, y: 2), offset: Point(x: -50, y: 0), original: original)
        #expect(crop.original(of: Point(x: 0, y: 0)) == Point(x: 100, y: 0))
        let pad = Placement(scale: Point(x: 4, y: 4), offset: Point(x: 0, y: 25), original: original)
        #expect(pad.original(of: Point(x: 0, y: 25)) == Point(x: 0, y: 0))
        #expect(pad.original(of: Point(x: 0, y: 0)).y == -100, "the border lies outside of the picture")
    }

    @Test func `identifiers are in the order of their numbers`() {
        #expect(TaskID(1) < TaskID(2) && TaskID(2) == TaskID(2))
        #expect(Set([RunID(1), RunID(1), RunID(3)]).count == 2)
    }

    @Test func `moments and spans add up`() {
        let start = Timestamp(milliseconds: 1000)
        let later = start + .seconds(2)
        #expect(later.milliseconds == 3000 && start < later)
        #expect(later - start == TimeSpan(milliseconds: 2000) && start - later < later - start)
        #expect(Clock { later }.now() == later)
    }

    @Test func `a recipe's digest is that of all its parts, however they are cut`() {
        let parts: [(model: String, version: String?, parameters: String, preparation: String)] = [
            ("m", "1", "a", "b"), ("m", "1", "ab", ""), ("m", "1", "", "ab"), ("m", nil, "a", "b"),
            ("m", "", "a", "b"), ("m\n1:1", nil, "a", "b"), ("m@1", nil, "a", "b"), ("m", "-", "a", "b"),
        ]
        let recipes = parts.map {
            Recipe(
                backend: "b", model: $0.model, modelVersion: $0.version, feature: .labelDetection,
                parameters: $0.parameters, preparation: $0.preparation)
        }
        #expect(Set(recipes.map(\.digest)).count == parts.count)
        #expect(
            recipes[0].digest == Digest(of: "1:b\n2:@1\n15:LABEL_DETECTION\n1:a\n1:b"))
        // A model file is its version: another name of it asks nothing again.
        let renamed = Recipe(
            backend: "b", model: "other", modelVersion: "1", feature: .labelDetection, parameters: "a",
            preparation: "b")
        #expect(renamed.digest == recipes[0].digest)
    }

    @Test(arguments: [(0, "0 s"), (1, "1 ms"), (999, "999 ms"), (1000, "1 s"), (1500, "1500 ms"), (300_000, "300 s")])
    func `a span is told to the millisecond`(milliseconds: Int64, text: String) {
        #expect(TimeSpan(milliseconds: milliseconds).secondsText == text)
    }
}
