import Storage
import Testing
import Domain

@Suite("The speed of a run") struct RecentEndsTests {
    /// 60 images in 30 seconds: two a second.
    private func speed(left: Int, silence: Int64) -> Double? {
        RecentEnds(count: 60, span: .seconds(30), silence: TimeSpan(milliseconds: silence)).imagesPerSecond(with: left)
    }

    @Test func `a silence twice as long as all that is left would have taken says that nothing is known`() {
        #expect(speed(left: 20, silence: 19_999) == 2)
        #expect(speed(left: 20, silence: 20_000) == nil)
    }

    @Test func `a silence of less than five seconds says nothing`() {
        #expect(speed(left: 1, silence: 4999) == 2)
        #expect(speed(left: 1, silence: 5000) == nil)
    }
}
