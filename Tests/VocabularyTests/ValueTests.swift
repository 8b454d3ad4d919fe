import Crypto
import Testing
import Vocabulary

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

    @Test func `a recipe's digest is that of all that decides its answer, and of nothing else`() {
        func recipe(_ description: String, model: String = "m@1") -> Recipe {
            Recipe(backend: "b", model: model, feature: .labelDetection, lineage: "l", description: description)
        }
        #expect(recipe("a").digest == recipe("a", model: "m@2").digest)
        #expect(recipe("a").digest == Digest(of: "a"))
        #expect(recipe("a").digest != recipe("b").digest)
    }
}
