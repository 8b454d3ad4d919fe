import TestSupport
import Testing
import Domain

@testable import Submitting

@Suite struct ObjectBundleTests {
    let time = TestClock()

    @Test func `names are handed over after fifty milliseconds, in the order in which they came`() {
        var bundle = ObjectBundle(time.monotonic)
        #expect(bundle.popAll() == nil)
        var isDue = bundle.add(["gs://b/2", "gs://b/1"])
        time.advance(TimeSpan(milliseconds: 49))
        isDue = bundle.add(["gs://b/3"]) || isDue
        #expect(!isDue)
        time.advance(TimeSpan(milliseconds: 1))
        isDue = bundle.add(["gs://b/0"])
        #expect(isDue && bundle.popAll() == ["gs://b/2", "gs://b/1", "gs://b/3", "gs://b/0"] && bundle.popAll() == nil)
        isDue = bundle.add(["gs://b/4"])
        #expect(!isDue, "the next bundle begins with its first name")
    }

    @Test func `a large bundle is handed over at once`() {
        var bundle = ObjectBundle(time.monotonic)
        let isEarly = bundle.add((1..<4096).map { "gs://b/\($0)" })
        let isDue = bundle.add(["gs://b/4096"])
        #expect(!isEarly && isDue && bundle.popAll()?.count == 4096)
    }
}
